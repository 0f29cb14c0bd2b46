/** How several runs ended, counted by fact, in English. */
import type { DataFact, LockFact } from '../../model/verdict';

const facts: Readonly<Record<LockFact | DataFact, string>> = {
  overlap: 'two inside',
  stuck: 'stuck',
  unavailable: 'unavailable',
  held: 'held',
  torn: 'a half-written object left',
  twice: 'something done twice',
  lost: 'an update lost',
  refused: 'a late write refused',
  lucky: 'saved by luck',
  safe: 'nothing lost',
  unknown: 'undecided',
};

type Found = readonly { readonly fact: LockFact | DataFact; readonly count: number }[];

interface Held {
  readonly count: number;
  /** Without a lock there is none that could be praised. */
  readonly hasLock: boolean;
}

const inEach = (found: Found, of: number): string =>
  found
    .map(
      ({ fact, count }) => `${facts[fact]} in ${count === of ? 'every run' : count === 1 ? '1 run' : `${count} runs`}`,
    )
    .join(', ');
const well = (hasLock: boolean): string => (hasLock ? 'the lock held and nothing was lost' : 'nothing was lost');

export const tally = {
  seeds: {
    found: (count: number, found: Found) => `Run with ${count} seeds: ${inEach(found, count)}`,
    none: ({ count, hasLock }: Held) => `Run with ${count} seeds: in every run ${well(hasLock)}`,
    running: (done: number, count: number) => `Trying seeds: ${done} of ${count}`,
    failed: (problem: string) =>
      `The seeds could not be tried: ${problem || 'a part of the page could not be loaded.'}`,
    help: 'The same scenario with the seeds 0 to 99. Click a bar to see such a run.',
    open: (seed: number, lock: LockFact, data: DataFact) =>
      `Open the run with seed ${seed}. Lock: ${facts[lock]}; data: ${facts[data]}`,
  },
  live: {
    found: (count: number, found: Found) =>
      count === 1
        ? `The one run on real Redis: ${found.map(({ fact }) => facts[fact]).join(', ')}`
        : `Last ${count} runs on real Redis: ${inEach(found, count)}`,
    none: ({ count, hasLock }: Held) =>
      `In the ${count === 1 ? 'one run' : `last ${count} runs`} on real Redis, ${well(hasLock)}`,
    noSeeds: 'Seeds belong to the simulation: real processes interleave freely, so run it again instead.',
  },
};
