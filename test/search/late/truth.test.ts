// What both answers claim, held against every neighbour of random runs, and against each step of a parameter.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scenario, Setting } from '../../../src/core/model/scenario/scenario';
import { rankOf, severityOf } from '../../../src/core/model/trace/severity';
import { fromMs, instant } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { finished } from '../../../src/search/explore/branch';
import { faultHitsIn, withFaultsEndedAt } from '../../../src/search/late/endedFaults';
import type { LeastChange } from '../../../src/search/late/leastChange';
import { findRemedies, type Remedies } from '../../../src/search/late/remedies';
import { isFixed, type RemediableHarm, simulateOutcome, withoutFaults } from '../../../src/search/late/runOutcome';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { anyWorld } from '../../support/anyWorld';
import { byNight, isNightly } from '../../support/nightly';

const seeds = [0, 1, 2, 3];

const rescued = (scenario: Scenario, eventsMax: number): Remedies | null =>
  finished(findRemedies(runScenario(scenario, parts), parts, { seeds, eventsMax }));

/** Whether a change saves under all those seeds and the run's own. Each is simulated and judged anew. */
const savesAlways = (scenario: Scenario, asked: RemediableHarm, { parameter }: LeastChange, value: Setting): boolean =>
  [scenario.seed, ...seeds].every((seed) => {
    const one = { ...scenario, seed };
    return isFixed(
      simulateOutcome(parameter.with(one, value), parts),
      asked,
      simulateOutcome(withoutFaults(one), parts),
    );
  });

/** Every value that is nearer to the current value than the change is. */
function nearer({ parameter: { values }, value }: LeastChange): readonly number[] {
  if (values.kind === 'options' || value === null) return [];
  const { current, min, max, step } = values;
  const most = Math.round(Math.abs(Number(value) - current) / step);
  return Array.from({ length: Math.max(0, most - 1) }, (_, index) => (index + 1) * step)
    .flatMap((by) => [current - by, current + by])
    .filter((one) => one >= min && one <= max)
    .map((one) => Number(one.toFixed(6)));
}

function expectTrue(scenario: Scenario, { asked, changes }: Remedies): number {
  let confirmed = 0;
  for (const change of changes ?? []) {
    const { parameter, value, ownSeedValue, isConfirmed } = change;
    const named = `${parameter.of} ${parameter.name} ${value}`;
    const one = isFixed(
      simulateOutcome(parameter.with(scenario, ownSeedValue), parts),
      asked,
      simulateOutcome(withoutFaults(scenario), parts),
    );
    expect(one, named).toBe(true);
    if (value === null) continue;
    expect(savesAlways(scenario, asked, change, value), named).toBe(true);
    if (!isConfirmed || parameter.values.kind === 'options') continue;
    confirmed++;
    expect(
      nearer(change).filter((value) => savesAlways(scenario, asked, change, value)),
      named,
    ).toEqual([]);
  }
  return confirmed;
}

const numRuns = byNight(20, 2000);

test(
  'random worlds: nothing at the edge is off by a millisecond, and each least change is one',
  () => {
    const seen = { harmed: 0, edges: 0, changes: 0 };
    fc.assert(
      fc.property(anyWorld, (scenario) => {
        const run = runScenario(scenario, parts);
        if (run.trace.count > 1500) return;
        const rescue = rescued(scenario, byNight(20_000, 100_000));
        if (rescue === null) return;
        seen.harmed++;
        seen.changes += rescue.changes?.length ?? 0;
        expectTrue(scenario, rescue);
        const since = rescue.late?.since ?? 0;
        if (since === 0) return;
        seen.edges++;
        const strikes = faultHitsIn(run.trace);
        const isDone = (ms: number): boolean => {
          const healed = withFaultsEndedAt(scenario, strikes, instant(fromMs(ms)), parts);
          return rankOf(severityOf(runScenario(healed, parts).verdict)) <= rankOf(rescue.asked);
        };
        expect([isDone(since - 1), isDone(since)]).toEqual([false, true]);
      }),
      { numRuns, seed: 80 },
    );
    expect(seen.harmed).toBeGreaterThan(numRuns / 10);
    if (!isNightly) return;
    expect(seen.changes).toBeGreaterThan(numRuns / 100);
    expect(seen.edges).toBeGreaterThan(numRuns / 100);
  },
  numRuns * 3000 + 600_000,
);

describe('every step of a parameter', () => {
  // At a push the test of least changes tries some steps of one.
  test.skipIf(!isNightly).each(['2', '9', '12', '20', '22', '23', '42', '87'])('story %s', (name) => {
    const { scenario } = storyVersionOf(name);
    const rescue = rescued(scenario, 4_000_000);
    if (rescue === null) throw new Error('The run does no harm.');
    const confirmed = expectTrue(scenario, rescue);
    if (name === '9') expect(confirmed).toBeGreaterThan(0);
  });
});
