/**
 * The pairings that a soak runs: every lock that can run live here, once without a check and once with one that
 * promises something.
 */
import type { Parts } from '../../../core/sim/parts';
import { type LiveHost, liveProblem } from '../../wire/liveProblem';
import { baselineScenario, type Pairing } from './soakScenario';

/** The locks that can run live, without "No lock": a run without faults cannot show its promise. */
export function soakedLocks(parts: Parts, host: LiveHost): readonly string[] {
  return [...parts.locks.keys()].filter(
    (lock) => lock !== 'no-lock' && liveProblem(baselineScenario(lock), parts, host) === null,
  );
}

/** Pairings with and without a check alternate. Neighbors differ in their lock, so a short soak covers many locks. */
export const pairingsOf = (locks: readonly string[]): readonly Pairing[] => [
  { lock: 'redlock', protection: 'fencing' },
  ...locks.flatMap((lock, i): readonly Pairing[] => {
    const other = locks[(i + (locks.length >> 1)) % locks.length] ?? lock;
    return [
      { lock, protection: 'version' },
      { lock: other, protection: 'no-check' },
    ];
  }),
];
