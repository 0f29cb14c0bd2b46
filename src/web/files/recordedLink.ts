/** A recorded run behind the `#` of an address: its events, and nothing of the code that made them. */
import { recordedMark } from '../../core/model/link/recordedMark';
import { sealed, unsealed } from '../../core/model/link/sealed';
import type { Trace } from '../../core/model/trace';
import type { Parts } from '../../core/sim/parts';
import { encodeTrace } from '../../live/wire/traceJson';
import { type OpenedRun, readSavedRun } from './savedRun';

/** The text behind `#`. Null: the run is longer than a link may be. */
export function recordedLink(trace: Trace): string | null {
  const link = sealed(JSON.parse(encodeTrace(trace)));
  return unsealed(link).ok ? recordedMark + link : null;
}

/** Reads what `recordedLink` made. @param parts with every lock whose runs may be recorded */
export function readRecordedLink(link: string, parts: Parts): OpenedRun {
  const read = unsealed(link.replace(/^#/, '').slice(recordedMark.length));
  return read.ok ? readSavedRun(JSON.stringify(read.value), parts) : read;
}
