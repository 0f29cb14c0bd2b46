/** The colour of a process on the page. */
import { inkOfId } from '../../layout/marks';
import { isClient, type ProcessId } from '../../model/scenario';

/** The colour of a client for marks and fills; ink for everything else. */
export const processColour = (id: ProcessId): string => (isClient(id) ? `var(--${inkOfId(id)})` : 'var(--ink)');

/** The same for text, with contrast enough to be read. */
export const processTextColour = (id: ProcessId): string =>
  isClient(id) ? `var(--${inkOfId(id)}-text)` : 'var(--ink)';
