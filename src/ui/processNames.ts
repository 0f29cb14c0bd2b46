/** What a process is called, at length and in a letter or two, and which colour it has. */
import type { ProcessId } from '../model/scenario';
import type { Words } from './i18n';

/** `Client 1`, `Redis A`, `Replica A2`. */
export function processName(words: Words, id: ProcessId): string {
  const n = shortName(id);
  if (id.startsWith('client')) return words('process.client', { n: id.slice(6) });
  if (id.startsWith('node')) return words('process.node', { n });
  if (id.startsWith('replica')) return words('process.replica', { n });
  if (id === 'service') return words('process.service');
  return id === 'storage' ? words('process.storage') : words('process.storagePart', { n: id.slice(7) });
}

/** `C1`, `A`, `A2`, `S`. */
export function shortName(id: ProcessId): string {
  if (id.startsWith('client')) return `C${id.slice(6)}`;
  if (id.startsWith('node')) return id.slice(4);
  if (id.startsWith('replica')) return id.slice(7);
  return 'S';
}

/** The colour of a client for marks and fills; ink for everything else. */
export const processColour = (id: ProcessId): string =>
  id.startsWith('client') ? `var(--client-${clientColour(id)})` : 'var(--ink)';

/** The same for text, with contrast enough to be read. */
export const processTextColour = (id: ProcessId): string =>
  id.startsWith('client') ? `var(--client-${clientColour(id)}-text)` : 'var(--ink)';

const colourCount = 9;

const clientColour = (id: ProcessId): number => ((Number(id.slice(6)) - 1) % colourCount) + 1;
