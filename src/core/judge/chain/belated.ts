/** A client that wrongly believed it had the lock: its keys were gone before it had counted the answers. */
import { heldKeys } from '../../spans/heldNodes';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, nameOf, namesOf } from '../evidence';
import { keysOf } from '../grantedKeys';
import { faultCauses } from './faultCauses';
import { grantStep, keysEndedStep, stepsOfOtherClients } from './grants';
import { type ChainStep, eventsAmong } from './step';

/** Returns what delayed the client while it acquired, how its keys were lost meanwhile, and that it went in anyway. */
export function whyBelated(evidence: Evidence, hold: HoldSpan): readonly ChainStep[] {
  const keys = keysOf(evidence, hold);
  const gone = keys.filter(({ endSeq }) => endSeq >= 0 && endSeq < hold.acquiredSeq);
  const processes = new Set([hold.process, ...keys.map(({ node }) => node)]);
  const expired = gone.filter(({ cause }) => cause === 'expired');
  const lost = gone.filter(({ cause }) => cause === 'lost');
  return [
    keySetFirst(evidence, hold),
    ...faultCauses(evidence, { fromSeq: hold.acquiringSeq, toSeq: hold.acquiredSeq, processes }),
    ...(expired.length > 0 ? [keysEndedStep(evidence, 'expired', hold, expired, 3)] : []),
    ...(lost.length > 0 ? [keysEndedStep(evidence, 'keyLost', hold, lost, 2)] : []),
    ...stepsOfOtherClients(evidence, hold, gone),
    grantStep(evidence, hold, 'tookForGranted'),
  ];
}

function keySetFirst(evidence: Evidence, hold: HoldSpan): ChainStep {
  const keys = heldKeys(evidence.trace, hold);
  const nodes = namesOf(
    evidence,
    keys.map(({ process }) => process),
  );
  const set = keys.map(({ seq }) => seq);
  const first = Math.min(...set);
  return {
    rule: 'keySetFirst',
    events: eventsAmong(first, ...set),
    values: { client: nameOf(evidence, hold.process), nodes, at: Math.min(...keys.map(({ from }) => from)) },
    order: first,
    weight: 2,
  };
}
