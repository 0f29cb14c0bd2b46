/** Harm at the resource itself: two writes were mixed, or a mark stays forever. */
import { type Evidence, latestHold, nameOf } from '../evidence';
import type { StuckMark } from '../stuckMark';
import type { TornWrite } from '../tornWrite';
import { whyLetIn } from './broken';
import { faultCauses } from './faultCauses';
import { grantStep } from './grants';
import { type ChainStep, eventsAmong } from './step';

/** Two writes were mixed: neither destroyed the whole of the other. */
export function whyTorn(evidence: Evidence, torn: readonly TornWrite[]): readonly ChainStep[] {
  const [tornWrite] = torn;
  if (tornWrite === undefined) return [];
  const { by, over } = tornWrite;
  const [first, second] = [by, over]
    .map(({ client, seq }) => latestHold(evidence, client, seq))
    .filter((hold) => hold !== undefined)
    .sort((a, b) => a.acquiredSeq - b.acquiredSeq);
  const steps: ChainStep[] = [...mixed(evidence, torn)];
  if (first !== undefined) steps.push(grantStep(evidence, first, 'granted'));
  if (first !== undefined && second !== undefined) steps.push(...whyLetIn(evidence, first, second, by.seq));
  return steps;
}

export function mixed(evidence: Evidence, torn: readonly TornWrite[]): readonly ChainStep[] {
  return torn.slice(0, 1).map(({ by, over }) => ({
    rule: 'mixed',
    events: eventsAmong(by.seq, over.seq),
    values: {
      client: nameOf(evidence, by.client),
      other: nameOf(evidence, over.client),
      value: by.value,
      otherValue: over.value,
      at: by.at,
    },
    order: by.seq,
    weight: 3,
  }));
}

/** A mark whose client is gone: how it got there, and which clients are turned away because of it. */
export function whyShutOut(evidence: Evidence, { mark, shutOut }: StuckMark): readonly ChainStep[] {
  const owner = nameOf(evidence, mark.owner);
  const storage = nameOf(evidence, mark.process);
  const hold = latestHold(evidence, mark.owner, mark.seq);
  const steps: ChainStep[] = [
    {
      rule: 'markSet',
      events: [mark.seq],
      values: { client: owner, storage, at: mark.from },
      order: mark.seq,
      weight: 3,
    },
  ];
  if (hold !== undefined) {
    steps.push(grantStep(evidence, hold, 'granted'));
    const processes = new Set([mark.owner, mark.process]);
    steps.push(...faultCauses(evidence, { fromSeq: hold.acquiringSeq, toSeq: evidence.trace.count, processes }));
  }
  for (const refusal of shutOut) {
    const entered = latestHold(evidence, refusal.peer, refusal.seq);
    if (entered !== undefined) steps.push({ ...grantStep(evidence, entered, 'grantedToo'), weight: 2 });
    const values = { client: nameOf(evidence, refusal.peer), owner, storage, at: refusal.at };
    steps.push({ rule: 'shutOut', events: [refusal.seq], values, order: refusal.seq, weight: 3 });
  }
  return steps;
}

/** An action that should happen once happened a second time. */
export function doneAgain(evidence: Evidence): readonly ChainStep[] {
  const unversionedWrites = evidence.writes.filter(({ version }) => version < 0);
  const [first, again] = unversionedWrites;
  if (first === undefined || again === undefined) return [];
  const values = { client: nameOf(evidence, again.peer), other: nameOf(evidence, first.peer), at: again.at };
  return [{ rule: 'doneAgain', events: eventsAmong(again.seq, first.seq), values, order: again.seq, weight: 3 }];
}
