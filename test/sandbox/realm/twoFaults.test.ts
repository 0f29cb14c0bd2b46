// A search of two faults on a reader's code finds what trying every pair finds. Code reads clocks without a visible
// effect, so two places that look equal may differ.
import { expect } from 'vitest';
import type { Placement } from '../../../src/core/faults/injectionPoints';
import { keptTrace } from '../../../src/core/model/trace/traceWriter';
import { simulateIntoBuffer } from '../../../src/core/sim/simulate';
import { finished, scenarioOf } from '../../../src/search/explore/branch';
import { fingerprint } from '../../../src/search/explore/fingerprint';
import { isHarmed } from '../../../src/search/explore/harm';
import { nameOf } from '../../../src/search/explore/placementName';
import { search } from '../../../src/search/explore/search';
import { placementsOf, type Space, spaceOf } from '../../../src/search/explore/space';
import { surveyOf } from '../../../src/search/explore/surveyOf';
import { atNight } from '../../support/nightly';
import { ownParts, ownScenario } from '../../support/ownParts';

/** Its client gives up when the answer took too long by its own clock, so the reading decides. */
const lock = `
export async function acquire({ redis, key, ttl, clock, random }) {
  const value = random.uuid();
  const start = clock.now();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const took = clock.now() - start;
  if (took > ttl / 2) return null;
  return { value, validFor: ttl - took };
}
export async function release({ redis, key }, { value }) {
  if ((await redis[0].get(key)) === value) await redis[0].del(key);
  return true;
}`;

/** The sandbox makes every run of the space. */
atNight('two faults on foreign code', async () => {
  const { parts, dispose } = await ownParts(lock);
  const scenario = ownScenario(
    { ttl: 400 },
    { rounds: 1, work: 100, think: 50, duration: 3000, check: 'before-write' },
  );
  // Only one strength: every pair with three strengths would be many times as many runs.
  const asked = { faultsMax: 2, kinds: ['pause'], harm: 'overlap' } as const;
  const space: Space = { ...spaceOf(scenario, parts, asked), lengths: [300, 300, 300] };
  const found = finished(search(space, parts));

  const placementsAfter = (before: readonly Placement[]): readonly Placement[] =>
    placementsOf(space, surveyOf(scenarioOf(space, before), parts, space.lengths).survey);
  /** Faults of one run have no order, but its file has one. */
  const inOrder = (placements: readonly Placement[]): readonly Placement[] =>
    placements.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const harmedBy = (placements: readonly Placement[]): number | null => {
    const trace = simulateIntoBuffer(scenarioOf(space, inOrder(placements)), parts);
    const name = fingerprint(trace);
    return Object.keys(trace.header.missed).length === 0 && isHarmed(keptTrace(trace), space.harm, parts) ? name : null;
  };
  const singles = placementsAfter([]);
  const harmful = new Set(singles.filter((one) => harmedBy([one]) !== null).map((one) => nameOf(one)));
  const tried = new Set<string>();
  const byHand = new Set<number>();
  for (const one of singles) {
    if (harmful.has(nameOf(one))) continue;
    for (const two of placementsAfter([one])) {
      const pair = inOrder([one, two]).map(nameOf).join();
      if (harmful.has(nameOf(two)) || tried.has(pair)) continue;
      tried.add(pair);
      const name = harmedBy([one, two]);
      if (name !== null) byHand.add(name);
    }
  }
  const pairs = found.breaks.filter(({ length }) => length === 2);
  const bySearch = new Set(pairs.map((placements) => harmedBy(placements)));
  expect(byHand.size).toBeGreaterThan(0);
  expect([...byHand].filter((name) => !bySearch.has(name))).toEqual([]);
  dispose();
});
