/** What a fault at one place did, as one of six fates. Each has a sign, so that no meaning rests on colour alone. */
import { type CellOutcome, cellOutcomeOf } from './cellOutcome';
import type { Tone } from './tone';
import type { Verdict } from './verdict';

/**
 * From the worst to the best. lost: an update is lost, an object torn, a deed done twice. stuck: no client gets in
 * any more. overlap: two clients inside, or a late write. unavailable: no client finishes a round for longer than the
 * patience. unknown: it cannot be judged.
 */
export const fates = ['lost', 'stuck', 'overlap', 'unavailable', 'unknown', 'held'] as const;
export type Fate = (typeof fates)[number];

/** A fate does not distinguish the kinds of harm to the data, nor two clients inside from a late write. */
export const fateOfOutcome: Readonly<Record<CellOutcome, Fate>> = {
  lost: 'lost',
  torn: 'lost',
  twice: 'lost',
  stuck: 'stuck',
  overlap: 'overlap',
  'late-refused': 'overlap',
  unavailable: 'unavailable',
  unknown: 'unknown',
  held: 'held',
};

export const fateOf = (facts: Pick<Verdict, 'lock' | 'data'>): Fate => fateOfOutcome[cellOutcomeOf(facts)];

export const isWorse = (one: Fate, other: Fate): boolean => fates.indexOf(one) < fates.indexOf(other);

export const toneOfFate: Readonly<Record<Fate, Tone>> = {
  lost: 'red',
  stuck: 'violet',
  overlap: 'amber',
  unavailable: 'grey',
  unknown: 'grey',
  held: 'green',
};
