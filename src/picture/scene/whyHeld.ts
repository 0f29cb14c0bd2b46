/** Why a changed run held, in one sentence: the client that came nearest to the end of its lock. */
import { nameOf } from '../../core/model/scenario/processName';
import type { Run } from '../../core/model/trace/run';
import { processId } from '../../core/model/trace/traceReader';
import type { Speech } from '../../core/narrate/speech';
import { type AcquiredHold, isAcquired } from '../../core/spans/holdSpans';
import { spansOf } from '../../core/spans/spans';

/** Null: the run did not hold, or no lock in it ends by the clock. */
export function whyHeld(
  { trace, verdict: { lock, data } }: Run,
  { names, whyHeld: words, begin }: Speech,
): string | null {
  if (lock !== 'held' || data !== 'safe') return null;
  const { holds, outages } = spansOf(trace);
  const [nearest] = holds
    .filter(isAcquired)
    .flatMap((hold) => {
      const until = hold.validities.at(-1)?.until ?? null;
      return until === null || hold.end === 'open' ? [] : [{ hold, until, left: until - hold.heldUntil }];
    })
    .sort((one, other) => one.left - other.left);
  if (nearest === undefined) return null;
  const { hold, until, left } = nearest;
  const client = nameOf(processId(trace, hold.process), names);
  if (left < 0) return begin(words.nobodyCame(client, until, hold.heldUntil));
  const woke = outages.findLast((outage) => outage.kind === 'paused' && isWithin(outage, hold))?.to ?? null;
  return begin(woke === null ? words.doneInTime(client, hold.heldUntil, until) : words.wokeInTime(client, woke, until));
}

const isWithin = (
  { process, from, to }: { readonly process: number; readonly from: number; readonly to: number | null },
  hold: AcquiredHold,
): boolean => process === hold.process && to !== null && from >= hold.acquiringAt && to <= hold.heldUntil;
