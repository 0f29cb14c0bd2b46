/**
 * Why a client deleted or changed another client's key: why it took the key for its own, and what had happened to its
 * own key.
 */
import type { HoldSpan } from '../../spans/spans';
import { changedKeys } from '../changedAnother';
import { stolenKeys } from '../deletedAnother';
import { type Evidence, nameOf } from '../evidence';
import type { KeyLifetime } from '../keys';
import { triesIn } from './blocked';
import { isExplainedBy } from './broken';
import { faultCauses } from './faultCauses';
import { endingSteps, grantStep, removalStep, sameValueSteps } from './grants';
import { type ChainStep, eventsAmong } from './step';

/** The first such deletion, which ends the chain. */
export function whyDeletedAnother(evidence: Evidence): readonly ChainStep[] {
  const [stolen] = stolenKeys(evidence);
  if (stolen === undefined) return [];
  const { endSeq: seq, removedBy: by, hold: owners } = stolen;
  const end: ChainStep = { ...removalStep(evidence, [stolen]), order: seq + 0.5, weight: 4 };
  return ledTo(evidence, { by, seq, owners, setBefore: setBefore(evidence, stolen) }, end);
}

/** The first such change, which ends the chain. */
export function whyChangedAnother(evidence: Evidence): readonly ChainStep[] {
  const [changed] = changedKeys(evidence);
  if (changed === undefined) return [];
  const { set, owners, isExtended } = changed;
  const { owner: by, seq, process, from: at } = set;
  const values = {
    by: nameOf(evidence, by),
    owner: nameOf(evidence, owners.process),
    nodes: [nameOf(evidence, process)],
    at,
    isExtended: isExtended ? 1 : 0,
  } as const;
  const end: ChainStep = { rule: 'changedAnother', events: [seq], values, order: seq + 0.5, weight: 4 };
  return ledTo(evidence, { by, seq, owners, setBefore: grantStep(evidence, owners, 'grantedToo') }, end);
}

interface KeyWrite {
  readonly by: number;
  readonly seq: number;
  /** The hold of the client whose key it was. */
  readonly owners: HoldSpan | undefined;
  readonly setBefore: ChainStep;
}

function ledTo(evidence: Evidence, { by, seq, owners, setBefore }: KeyWrite, end: ChainStep): readonly ChainStep[] {
  const priorHolds = evidence.spans.holds.filter(({ process, acquiringSeq }) => process === by && acquiringSeq < seq);
  const hold = priorHolds.findLast(({ acquiredSeq }) => acquiredSeq >= 0 && acquiredSeq < seq) ?? priorHolds.at(-1);
  if (hold === undefined) return [setBefore, end];
  const injected = faultCauses(evidence, { fromSeq: hold.acquiringSeq, toSeq: seq });
  const endSteps = owners === undefined ? [] : endingSteps(evidence, hold, owners);
  return [
    ...injected,
    ...(hold.acquiredSeq >= 0 && hold.acquiredSeq < seq
      ? [grantStep(evidence, hold, 'granted')]
      : refusedBefore(evidence, hold, seq)),
    ...endSteps.filter((ending) => !isExplainedBy(injected, ending)),
    ...sameValueSteps(evidence, hold),
    setBefore,
    end,
  ];
}

/** The owner may learn that it has the lock only after its key is gone. */
function setBefore(evidence: Evidence, { hold, setSeq, endSeq, owner, node, setAt }: KeyLifetime): ChainStep {
  if (hold !== undefined && hold.acquiredSeq > setSeq && hold.acquiredSeq < endSeq)
    return grantStep(evidence, hold, 'grantedToo');
  return {
    rule: 'keySetFirst',
    events: [setSeq],
    values: { client: nameOf(evidence, owner), nodes: [nameOf(evidence, node)], at: setAt },
    order: setSeq,
    weight: 4,
  };
}

function refusedBefore(evidence: Evidence, hold: HoldSpan, toSeq: number): readonly ChainStep[] {
  const { end, heldUntilSeq: insideToSeq } = hold;
  if (end !== 'refused' || insideToSeq > toSeq) return [];
  const values = triesIn(evidence, [hold]);
  return [{ rule: 'refusedTries', events: eventsAmong(insideToSeq), values, order: insideToSeq, weight: 3 }];
}
