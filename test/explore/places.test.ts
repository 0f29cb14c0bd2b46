// What the explorer relies on: each fault strikes exactly where its place says, a quick look overlooks no harm, equal nodes
// are equal, and places that are taken for one give one run.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { withFaults } from '../../src/explore/branch';
import { doesHarm, harms, mayDo } from '../../src/explore/harm';
import { spaceOf } from '../../src/explore/space';
import { surveyOf } from '../../src/explore/surveyOf';
import { isFreeOf, nodesStoodFor } from '../../src/explore/symmetry';
import { everyPlace } from '../../src/faults/everyPlace';
import type { Placement } from '../../src/faults/places';
import { struckProcesses } from '../../src/model/fault';
import { nth } from '../../src/model/nth';
import { applyPatch } from '../../src/model/patch';
import type { Scenario } from '../../src/model/scenario';
import { loadStory } from '../../src/model/story';
import { eventsOf } from '../../src/model/traceReader';
import { registry } from '../../src/run/registry';
import { runScenario } from '../../src/run/runScenario';
import { simulate } from '../../src/sim/simulate';
import { stories } from '../../src/stories';
import { anyWorld } from '../support/anyWorld';
import { byNight } from '../support/nightly';
import { regular, spaceWith } from './spaces';

const numRuns = byNight(80, 3000);

it('a quick look never overlooks a harm that the judge finds', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyWorld, (scenario) => {
      const { trace, verdict } = runScenario(scenario, registry);
      for (const harm of harms) {
        if (!doesHarm[harm](verdict)) continue;
        seen.add(harm);
        expect(mayDo[harm](trace), harm).toBe(true);
      }
    }),
    { numRuns, seed: 21 },
  );
  // A random world is seldom stuck; the stories have every harm.
  expect(seen.size).toBeGreaterThanOrEqual(3);
});

it('nor in any story', async () => {
  for (const entry of stories) {
    const { scenario, variants } = await loadStory(entry);
    for (const told of [scenario, ...variants.map(({ patch }) => applyPatch(scenario, patch))]) {
      const { trace, verdict } = runScenario(told, registry);
      for (const harm of harms)
        if (doesHarm[harm](verdict)) expect(mayDo[harm](trace), `${entry.id} ${harm}`).toBe(true);
    }
  }
});

const placementsOf = (scenario: Scenario): readonly Placement[] => {
  const { survey } = surveyOf(scenario, registry, [900, 1000, 4000]);
  return Object.values(everyPlace).flatMap(({ places }) => places(survey));
};

test('each fault strikes at the instant and after the events that its place says, with other faults in the run', () => {
  fc.assert(
    fc.property(anyWorld, fc.infiniteStream(fc.nat()), (scenario, numbers) => {
      const placements = placementsOf(scenario);
      if (placements.length === 0) return;
      for (const number of [...numbers.take(3)]) {
        const placement = nth(placements, number % placements.length);
        const { trace, effectless } = struck(scenario, placement);
        if (effectless) continue;
        const event = eventsOf(trace, 'faultStruck').find(({ fault }) => fault === Object.keys(scenario.faults).length);
        const before = simulate(scenario, registry);
        expect(event?.at, JSON.stringify(placement)).toBe(placement.at);
        // Up to its place, the run is the run without it. Faults that strike at one place come in any order.
        const from = Math.min(placement.seq, event?.seq ?? -1);
        expect(placement.seq - from, JSON.stringify(placement)).toBeLessThanOrEqual(
          Object.keys(scenario.faults).length,
        );
        expect(before.at.slice(0, from)).toEqual(trace.at.slice(0, from));
        expect(before.a.slice(0, from)).toEqual(trace.a.slice(0, from));
      }
    }),
    { numRuns, seed: 22 },
  );
});

function struck(scenario: Scenario, { fault }: Placement) {
  const trace = simulate({ ...scenario, faults: { ...scenario.faults, 'one more': fault } }, registry);
  return { trace, effectless: trace.header.missed['one more'] !== undefined };
}

describe('nodes that are alike', () => {
  const space = spaceWith({ lock: 'redlock' });
  const { trace, survey } = surveyOf(space.scenario, registry, space.lengths);
  const stoodFor = nodesStoodFor(trace);

  it('are four of the five of Redlock, and none where delays are drawn or a node is another', () => {
    expect([...stoodFor]).toEqual(['nodeB', 'nodeC', 'nodeD', 'nodeE']);
    const none = (settings: object): readonly string[] => [
      ...nodesStoodFor(
        simulate({ ...space.scenario, settings: { ...space.scenario.settings, ...settings } }, registry),
      ),
    ];
    expect(none({ latency: { min: 10, p50: 10, p99: 10, max: 10 } })).toEqual([]);
    expect(none({ loss: 0.001 })).toEqual([]);
    expect(none({ own: { nodeB: { clock: { offset: 0, ppm: 100 } } } })).toEqual([]);
  });

  test('suffer the same from each fault: both runs come to the same, at the same instants', () => {
    for (const kind of space.kinds) {
      const placements = everyPlace[kind].places(survey);
      const twins = placements.filter((placement) => !isFreeOf(placement, stoodFor));
      for (const placement of twins.filter((_, index) => index % byNight(7, 1) === 0)) {
        const twin = JSON.stringify(placement.fault);
        const first = JSON.parse(twin.replaceAll(/node[B-E]/g, 'nodeA'));
        const [one, other] = [placement.fault, first].map((fault) => told(withFaults(space.scenario, [fault])));
        expect(one, twin).toEqual(other);
        expect(struckProcesses(first).some((id) => stoodFor.has(id))).toBe(false);
      }
    }
  });

  /** What happened to clients and data, and when. */
  function told(scenario: Scenario): readonly string[] {
    const { trace: run, verdict } = runScenario(scenario, registry);
    const events = eventsOf(run, 'acquired', 'refused', 'releasing', 'finished', 'wrote', 'rejected', 'crashed');
    const isNode = (index: number): boolean => run.header.processes[index]?.role === 'node';
    return [
      `${verdict.lock} ${verdict.data}`,
      ...events.filter(({ process }) => !isNode(process)).map(({ kind, at, process }) => `${kind} ${at} ${process}`),
    ];
  }
});

it('a space has the scenario without its own faults, and lasts long enough for the longest', () => {
  const faults = { stop: nth(placementsOf(regular({ lock: 'redlock' })), 0).fault };
  const { scenario, lengths } = spaceOf({ ...regular({ lock: 'redlock' }), faults }, registry, { faultsMax: 2 });
  expect(scenario.faults).toEqual({});
  expect(lengths[0]).toBeLessThan(lengths[1]);
  expect(lengths[1]).toBeLessThan(lengths[2]);
  expect(scenario.settings.duration).toBeGreaterThan(2 * lengths[2] + 2 * scenario.settings.patience);
});
