/** What the speaker says: one event, or a run as lines. Loaded with the first sentence. */
import type { Language } from '../../model/text';
import type { Trace } from '../../model/trace';
import { narrate } from '../../narrate/narrate';
import { sentence } from '../../narrate/sentence';
import type { Speech } from '../../narrate/speech';

export const sayEvent = (trace: Trace, seq: number, speech: Speech, _language: Language): string =>
  sentence(trace, seq, speech);

export const sayRun = (trace: Trace, speech: Speech, _language: Language): ReturnType<typeof narrate> =>
  narrate(trace, speech);
