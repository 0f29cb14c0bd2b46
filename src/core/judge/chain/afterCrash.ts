/** How the lock of a client that crashed inside became free: by its lease, its session, or a lock-delay after that. */
import type { Flag } from '../../model/cause';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, nameOf, namesOf } from '../evidence';
import { keysOf } from '../grantedKeys';
import { lockDelay } from './lockDelay';
import { isThreadAlone } from './misfortunes';
import { eventsAmong, type Step } from './step';

/** Empty if the client did not crash, or if none of its keys ended by itself. */
export function openedAfterCrash(evidence: Evidence, hold: HoldSpan): readonly Step[] {
  const expired = keysOf(evidence, hold).filter(({ cause }) => cause === 'expired');
  if (hold.end !== 'crashed' || expired.length === 0) return [];
  const last = Math.max(...expired.map(({ goneAt }) => goneAt));
  const ofSession: Flag = expired.every((key) => key.ofSession) ? 1 : 0;
  const ofThread: Flag = isThreadAlone(evidence, hold.insideToSeq) ? 1 : 0;
  const gone = expired.map(({ goneSeq }) => goneSeq);
  const lastSeq = Math.max(...gone);
  const nodes = namesOf(
    evidence,
    expired.map(({ node }) => node),
  );
  const values = { client: nameOf(evidence, hold.process), nodes, micros: last - hold.insideTo, ofThread };
  const told = { order: lastSeq, weight: 3 } as const;
  const [delay] = expired.filter(({ goneSeq }) => goneSeq === lastSeq).map((key) => lockDelay(evidence, hold, key));
  if (delay == null) {
    const events = eventsAmong(lastSeq, ...gone);
    return [{ rule: 'expiredAfterCrash', events, values: { ...values, ofSession }, ...told }];
  }
  const events = eventsAmong(lastSeq, ...gone, delay.seq);
  return [{ rule: 'openedAfterCrash', events, values: { ...values, ...delay.values }, ...told }];
}
