/** What the speaker says: one event, or a run as lines. Loaded with the first sentence. */
import type { Language } from '../../model/text';
import type { Trace } from '../../model/trace';
import { narrate } from '../../narrate/narrate';
import { sentence } from '../../narrate/sentence';
import type { FirstSpeech } from '../../narrate/speech';
import { withEvents } from '../../narrate/withEvents';

export const sayEvent = (trace: Trace, seq: number, speech: FirstSpeech, language: Language): string =>
  sentence(trace, seq, withEvents(speech, language));

export const sayRun = (trace: Trace, speech: FirstSpeech, language: Language): ReturnType<typeof narrate> =>
  narrate(trace, withEvents(speech, language));
