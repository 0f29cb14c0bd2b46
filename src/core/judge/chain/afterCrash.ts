/** How the lock of a client that crashed inside became free: by its lease, its session, or a lock-delay after that. */
import type { Flag } from '../../model/trace/cause';
import { instantAt } from '../../model/trace/traceReader';
import { fromMs } from '../../model/values/time';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, nameOf, nodesOf } from '../evidence';
import { keysOf } from '../grantedKeys';
import type { KeyLifetime } from '../keys';
import { hasOneLease } from '../session';
import { isThreadAlone } from './faultCauses';
import { type ChainStep, eventsAmong } from './step';

/** Empty if the client did not crash, or if none of its keys ended by itself. */
export function openedAfterCrash(evidence: Evidence, hold: HoldSpan): readonly ChainStep[] {
  const expired = keysOf(evidence, hold).filter(({ cause }) => cause === 'expired');
  if (hold.end !== 'crashed' || expired.length === 0) return [];
  const last = Math.max(...expired.map(({ endAt }) => endAt));
  const ofSession: Flag = expired.every((key) => key.endsWithSession) ? 1 : 0;
  const ofThread: Flag = isThreadAlone(evidence, hold.heldUntilSeq) ? 1 : 0;
  const gone = expired.map(({ endSeq }) => endSeq);
  const lastSeq = Math.max(...gone);
  const nodes = nodesOf(evidence, expired);
  const values = { client: nameOf(evidence, hold.process), nodes, micros: last - hold.heldUntil, ofThread };
  const rank = { order: lastSeq, weight: 3 } as const;
  const [delay] = expired.filter(({ endSeq }) => endSeq === lastSeq).map((key) => lockDelay(evidence, hold, key));
  if (delay == null) {
    const events = eventsAmong(lastSeq, ...gone);
    return [{ rule: 'expiredAfterCrash', events, values: { ...values, ofSession }, ...rank }];
  }
  const events = eventsAmong(lastSeq, ...gone, delay.seq);
  return [{ rule: 'openedAfterCrash', events, values: { ...values, ...delay.values }, ...rank }];
}

/**
 * Splits the wait for a crashed client's key into the rest of its session and the lock-delay after that. Null: the key
 * did not outlive its owner's session. `seq`: the event that ended the session.
 */
function lockDelay({ spans, trace }: Evidence, { heldUntil: insideTo }: HoldSpan, key: KeyLifetime) {
  const at = spans.entries.filter(({ process }) => process === key.node);
  const closed = at.find(({ endSeq, endsWithSession }) => endSeq === key.endSeq && !endsWithSession);
  if (closed === undefined || !at.some(({ endSeq, endsWithSession }) => endSeq === closed.seq && endsWithSession))
    return null;
  const { lease = -1, scenario } = trace.header;
  const ttl = fromMs(Number(scenario.lock.settings?.['ttl']));
  const values = {
    endedAt: closed.from,
    livedOn: closed.from - insideTo,
    lease: hasOneLease(trace.header) ? lease : -1,
    ttls: lease > 0 && ttl > 0 ? lease / ttl : -1,
    closed: instantAt(trace, key.endSeq) - closed.from,
  };
  return { values, seq: closed.seq };
}
