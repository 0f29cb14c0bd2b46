/** What a process is called on the page, and which colour it has there. */
import { inkOfId } from '../../layout/marks';
import { nameOf } from '../../model/processName';
import { isClient, type ProcessId } from '../../model/scenario';
import type { Words } from './i18n';

/** `Client 1`, `Redis A`, `Replica A2`. */
export const processName = (words: Words, id: ProcessId): string =>
  nameOf(id, {
    client: (n) => words('process.client', { n }),
    node: (n) => words('process.node', { n }),
    replica: (n) => words('process.replica', { n }),
    service: words('process.service'),
    storage: words('process.storage'),
    storagePart: (n) => words('process.storagePart', { n }),
  });

/** The colour of a client for marks and fills; ink for everything else. */
export const processColour = (id: ProcessId): string => (isClient(id) ? `var(--${inkOfId(id)})` : 'var(--ink)');

/** The same for text, with contrast enough to be read. */
export const processTextColour = (id: ProcessId): string =>
  isClient(id) ? `var(--${inkOfId(id)}-text)` : 'var(--ink)';
