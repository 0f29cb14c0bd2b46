/** What a fault at one place did, as one of six fates. Each has a sign, so that nothing is told by colour alone. */
import type { Tone } from './tone';
import type { Verdict } from './verdict';

/**
 * From the worst to the best. lost: an update is lost, an object torn, a deed done twice. stuck: nobody gets in any more. overlap: two
 * inside, or a late write came. unavailable: nobody gets through for longer than the patience. unknown: it cannot be said.
 */
export const fates = ['lost', 'stuck', 'overlap', 'unavailable', 'unknown', 'held'] as const;
export type Fate = (typeof fates)[number];

export function fateOf({ lock, data }: Pick<Verdict, 'lock' | 'data'>): Fate {
  if (data === 'torn' || data === 'twice' || data === 'lost') return 'lost';
  if (lock === 'stuck') return 'stuck';
  if (lock === 'overlap' || data === 'refused' || data === 'lucky') return 'overlap';
  if (lock === 'unavailable') return 'unavailable';
  return lock === 'held' && data === 'safe' ? 'held' : 'unknown';
}

export const isWorse = (one: Fate, other: Fate): boolean => fates.indexOf(one) < fates.indexOf(other);

export const toneOfFate: Readonly<Record<Fate, Tone>> = {
  lost: 'red',
  stuck: 'violet',
  overlap: 'amber',
  unavailable: 'grey',
  unknown: 'grey',
  held: 'green',
};
