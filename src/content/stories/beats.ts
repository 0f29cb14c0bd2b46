/** The short forms in which stories are written. It knows no story. */
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Beat } from '../../core/model/scenario/story';
import type { TraceKind } from '../../core/model/trace/trace';
import type { Text } from '../../core/model/values/text';

export const text = (en: string, zh: string): Text => ({ en, zh });

/** A sentence that is true before anything happens. */
export const opening = (en: string, zh: string, short?: Text): Beat => ({ text: { en, zh }, ...(short && { short }) });

/** A sentence that becomes true with an event, which `once` names. */
export const beat = (at: NonNullable<Beat['at']>, en: string, zh: string, short?: Text): Beat => ({
  at,
  text: { en, zh },
  ...(short && { short }),
});

/** A sentence that a play says, in these words or else in its short ones. */
export const briefly = (one: Beat, ...[en, zh]: readonly [] | readonly [en: string, zh: string]): Beat => ({
  ...one,
  brief: en === undefined || zh === undefined ? (one.short ?? one.text) : { en, zh },
});

/** The nth event of a kind, counted from 1. It is of one process, or of any when none is named. */
export const once = (kind: TraceKind, process?: ProcessId, nth = 1): NonNullable<Beat['at']> =>
  process === undefined ? { kind, nth } : { kind, process, nth };

/** The nth write that the storage accepts. It destroys what `of` had written. */
export const overwrite = (by: ProcessId, of: ProcessId, nth = 2, storage: ProcessId = 'storage') => ({
  ...once('wrote', storage, nth),
  overwrites: { by, of },
});
