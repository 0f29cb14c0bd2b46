/** Why a client deleted a key that another had set: what it took the key for, and what had become of its own. */
import type { HoldSpan } from '../../spans/spans';
import { stolenKeys } from '../deletedAnother';
import { type Evidence, nameOf } from '../evidence';
import type { KeyLife } from '../keys';
import { triesIn } from './blocked';
import { isToldBy } from './broken';
import { deleted, endings, granted, ownValueOfAnother } from './grants';
import { misfortunes } from './misfortunes';
import { eventsAmong, type Step } from './step';

/** The first such deletion, which ends the chain. */
export function whyDeletedAnother(evidence: Evidence): readonly Step[] {
  const [stolen] = stolenKeys(evidence);
  if (stolen === undefined) return [];
  const { goneSeq, goneBy, hold: owners } = stolen;
  const deeds = evidence.spans.holds.filter(
    ({ process, acquiringSeq }) => process === goneBy && acquiringSeq < goneSeq,
  );
  const hold = deeds.findLast(({ acquiredSeq }) => acquiredSeq >= 0 && acquiredSeq < goneSeq) ?? deeds.at(-1);
  const end: Step = { ...deleted(evidence, [stolen]), order: goneSeq + 0.5, weight: 4 };
  if (hold === undefined) return [setBefore(evidence, stolen), end];
  const struck = misfortunes(evidence, { fromSeq: hold.acquiringSeq, toSeq: goneSeq });
  const gone = owners === undefined ? [] : endings(evidence, hold, owners);
  return [
    ...struck,
    ...(hold.acquiredSeq >= 0 && hold.acquiredSeq < goneSeq
      ? [granted(evidence, hold, 'granted')]
      : refusedBefore(evidence, hold, goneSeq)),
    ...gone.filter((ending) => !isToldBy(struck, ending)),
    ...ownValueOfAnother(evidence, hold),
    setBefore(evidence, stolen),
    end,
  ];
}

/** The owner may learn that it has the lock only after its key is gone. */
function setBefore(evidence: Evidence, { hold, setSeq, goneSeq, owner, node, setAt }: KeyLife): Step {
  if (hold !== undefined && hold.acquiredSeq > setSeq && hold.acquiredSeq < goneSeq)
    return granted(evidence, hold, 'grantedToo');
  return {
    rule: 'keySetFirst',
    events: [setSeq],
    values: { client: nameOf(evidence, owner), nodes: [nameOf(evidence, node)], at: setAt },
    order: setSeq,
    weight: 4,
  };
}

function refusedBefore(evidence: Evidence, hold: HoldSpan, toSeq: number): readonly Step[] {
  const { end, insideToSeq } = hold;
  if (end !== 'refused' || insideToSeq > toSeq) return [];
  const values = triesIn(evidence, [hold]);
  return [{ rule: 'refusedTries', events: eventsAmong(insideToSeq), values, order: insideToSeq, weight: 3 }];
}
