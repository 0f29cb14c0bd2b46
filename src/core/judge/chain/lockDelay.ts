/** Splits the wait for a lost client's key into two: the rest of its session's life, and the lock-delay after that. */
import { fromMs } from '../../model/time';
import { instantAt } from '../../model/traceReader';
import type { HoldSpan } from '../../spans/spans';
import type { Evidence } from '../evidence';
import type { KeyLife } from '../keys';
import { isOneLease } from '../session';

/** Null: the key did not outlive its owner's session. `seq`: the event that ended the session. */
export function lockDelay({ spans, trace }: Evidence, { insideTo }: HoldSpan, key: KeyLife) {
  const at = spans.entries.filter(({ process }) => process === key.node);
  const closed = at.find(({ goneSeq, ofSession }) => goneSeq === key.goneSeq && !ofSession);
  if (closed === undefined || !at.some(({ goneSeq, ofSession }) => goneSeq === closed.seq && ofSession)) return null;
  const { lease = -1, scenario } = trace.header;
  const ttl = fromMs(Number(scenario.lock.settings?.['ttl']));
  const values = {
    endedAt: closed.from,
    livedOn: closed.from - insideTo,
    lease: isOneLease(trace.header) ? lease : -1,
    ttls: lease > 0 && ttl > 0 ? lease / ttl : -1,
    closed: instantAt(trace, key.goneSeq) - closed.from,
  };
  return { values, seq: closed.seq };
}
