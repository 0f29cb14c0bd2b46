/** The short forms in which stories are written. Knows no story. */
import type { ProcessId } from '../model/scenario';
import type { Beat } from '../model/story';
import type { Text } from '../model/text';
import type { TraceKind } from '../model/trace';

export const text = (en: string, zh: string): Text => ({ en, zh });

/** What is true before anything happens. */
export const opening = (en: string, zh: string): Beat => ({ text: { en, zh } });

/** What becomes true with the nth event of a kind, of one process or of any. */
export const beat = (at: NonNullable<Beat['at']>, en: string, zh: string): Beat => ({ at, text: { en, zh } });

/** The nth event of a kind, from 1; of one process, or of any where none is named. */
export const once = (kind: TraceKind, process?: ProcessId, nth = 1): NonNullable<Beat['at']> =>
  process === undefined ? { kind, nth } : { kind, process, nth };
