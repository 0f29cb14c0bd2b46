/** What a soak goes through: every lock that can run live here, with each protection that promises something beside it. */
import type { RunRegistry } from '../../faults/program';
import { type LiveHost, liveProblem } from '../../wire/liveProblem';
import { baselineScenario, type Pairing } from './soakScenario';

/** The locks that can run live; without "no lock", which promises nothing that a run without faults would show. */
export function soakedLocks(registry: RunRegistry, host: LiveHost): readonly string[] {
  return [...registry.locks.keys()].filter(
    (lock) => lock !== 'no-lock' && liveProblem(baselineScenario(lock), registry, host) === null,
  );
}

/** In turn with a check and without; neighbours differ in their lock, so that a short soak sees many of them. */
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
