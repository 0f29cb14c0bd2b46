// What the explorer relies on: each fault happens exactly where its place says, a quick look overlooks no harm, equal
// nodes are equal, and merged places give the same run.
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { injectableKinds, injectionRules } from '../../../src/core/faults';
import type { Placement } from '../../../src/core/faults/injectionPoints';
import type { Fault, FaultKind } from '../../../src/core/model/scenario/fault';
import { faultProblem } from '../../../src/core/model/scenario/parse/faultProblem';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { doesHarm, harms } from '../../../src/core/model/trace/severity';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { nth } from '../../../src/core/model/values/nth';
import { instant } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { simulate } from '../../../src/core/sim/simulate';
import { withFaults } from '../../../src/search/explore/branch';
import { mayDo } from '../../../src/search/explore/harm';
import { spaceOf } from '../../../src/search/explore/space';
import { surveyOf } from '../../../src/search/explore/surveyOf';
import { equalNodes, isFirstOfEquals } from '../../../src/search/explore/symmetry';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';
import { anyWorld } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';
import { regular, type SpaceSetup, spaceWith } from './spaces';

const numRuns = byNight(80, 3000);

// Nightly searches take minutes.
vi.setConfig({ testTimeout: 900_000 });

it('a quick look never overlooks a harm that the judge finds', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyWorld, (scenario) => {
      const { trace, verdict } = runScenario(scenario, parts);
      for (const harm of harms) {
        if (!doesHarm(verdict, harm)) continue;
        seen.add(harm);
        expect(mayDo[harm](trace), harm).toBe(true);
      }
    }),
    { numRuns, seed: 21 },
  );
  // A random world is seldom stuck; the stories cover every harm.
  expect(seen.size).toBeGreaterThanOrEqual(3);
});

it('nor in any story', () => {
  for (const { name, scenario } of storyVersions) {
    const { trace, verdict } = knownRun(scenario);
    for (const harm of harms) if (doesHarm(verdict, harm)) expect(mayDo[harm](trace), `${name} ${harm}`).toBe(true);
  }
});

test('a quick look sees that a rightful write may be refused, though everybody comes through in time', () => {
  // The node forgets its counter between two rounds, so the third round’s token is too low.
  const scenario = regular({
    lock: 'single-node',
    nodes: 1,
    lockSettings: { token: 'counter' },
    check: 'fencing',
    settings: { clients: 1, rounds: 4 },
  });
  const restart: Fault = { kind: 'restart', process: 'nodeA', when: { kind: 'time', at: 1100 } };
  const { trace, verdict } = runScenario({ ...scenario, faults: { restart } }, parts);
  expect(eventsOf(trace, 'finished').map(({ ok }) => ok)).toEqual([1, 1, 0, 1]);
  expect(verdict.lock).toBe('unavailable');
  expect(mayDo.unavailable(trace)).toBe(true);
});

it('nor where one or two faults of any kind strike at any places of any lock', () => {
  const seen = new Set<string>();
  const injectedBy = new Set<string>();
  const counter = { lock: 'single-node', lockSettings: { token: 'counter' }, check: 'fencing' };
  const anySetup = fc
    .tuple(
      fc.oneof(
        { weight: 1, arbitrary: fc.constant(counter) },
        { weight: 1, arbitrary: fc.constant({ lock: 'sql-advisory', check: 'no-check' }) },
        {
          weight: 9,
          arbitrary: fc.record({
            lock: fc.constantFrom(...parts.locks.keys()),
            check: fc.constantFrom('no-check', 'version'),
          }),
        },
      ),
      fc.record({
        replicas: fc.constantFrom(0, 0, 1),
        nodes: fc.constantFrom(1, 3),
        settings: fc.record({
          rounds: fc.constantFrom(1, 3),
          work: fc.constantFrom(50, 2900),
          patience: fc.constant(800),
        }),
      }),
    )
    .map(([chosen, others]): SpaceSetup => ({ ...chosen, ...others }));
  const picks = fc.array(fc.record({ kind: fc.nat(), pick: fc.nat() }), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(anySetup, picks, (setup, picked) => {
      const { scenario, lengths } = spaceOf(regular(setup), parts);
      const faults: Fault[] = [];
      for (const { kind, pick } of picked) {
        const { survey } = surveyOf(withFaults(scenario, faults), parts, lengths);
        const there = injectableKinds
          .map((one) => injectionRules[one].placements(survey))
          .filter(({ length }) => length > 0);
        const placements = nth(there, kind % there.length);
        faults.push(nth(placements, pick % placements.length).fault);
      }
      const { trace, verdict } = runScenario(withFaults(scenario, faults), parts);
      for (const fault of faults) injectedBy.add(fault.kind);
      for (const harm of harms) {
        if (!doesHarm(verdict, harm)) continue;
        seen.add(harm);
        expect(mayDo[harm](trace), `${harm} ${JSON.stringify(faults)}`).toBe(true);
      }
    }),
    { numRuns: byNight(70, 10_000), seed: 28 },
  );
  expect(injectedBy.size).toBe(injectableKinds.length);
  // Which harms a sample meets changes with the lists of locks and kinds; the nightly run meets all.
  expect(seen.size).toBeGreaterThanOrEqual(byNight(3, harms.length));
});

const placementsOf = (scenario: Scenario): readonly Placement[] => {
  const { survey } = surveyOf(scenario, parts, [900, 1000, 4000]);
  return Object.values(injectionRules).flatMap(({ placements }) => placements(survey));
};

test('each fault strikes at the instant and after the events that its place says, with other faults in the run', () => {
  fc.assert(
    fc.property(anyWorld, fc.infiniteStream(fc.nat()), (scenario, numbers) => {
      const placements = placementsOf(scenario);
      if (placements.length === 0) return;
      for (const number of [...numbers.take(3)]) {
        const placement = nth(placements, number % placements.length);
        const { trace, effectless } = injectedIn(scenario, placement);
        if (effectless) continue;
        const event = eventsOf(trace, 'faultStruck').find(({ fault }) => fault === Object.keys(scenario.faults).length);
        const before = simulate(scenario, parts);
        expect(event?.at, JSON.stringify(placement)).toBe(placement.at);
        // Up to its place, the run equals the run without it. Faults at one place come in any order.
        const from = Math.min(placement.seq, event?.seq ?? -1);
        expect(placement.seq - from, JSON.stringify(placement)).toBeLessThanOrEqual(
          Object.keys(scenario.faults).length,
        );
        expect(before.at.slice(0, from)).toEqual(trace.at.slice(0, from));
        expect(before.a.slice(0, from)).toEqual(trace.a.slice(0, from));
      }
    }),
    { numRuns: byNight(6, 3000), seed: 22 },
  );
});

function injectedIn(scenario: Scenario, { fault }: Placement) {
  const trace = simulate({ ...scenario, faults: { ...scenario.faults, 'one more': fault } }, parts);
  return { trace, effectless: trace.header.missed['one more'] !== undefined };
}

test.each([...parts.locks.keys()])('each kind names only places that it can strike: %s', (lock) => {
  const scenario = regular({ lock, replicas: 1 });
  for (const { fault } of placementsOf(scenario)) expect(faultProblem(fault, scenario, parts)).toBe(null);
});

describe('nodes that are alike', () => {
  const space = spaceWith({ lock: 'redlock' }, { kinds: injectableKinds });
  const { trace, survey } = surveyOf(space.scenario, parts, space.lengths);
  const alike = equalNodes(trace);
  const nodes = nth(alike, 0);

  it('are the five of Redlock, and none where delays are drawn or a node is another', () => {
    expect(alike).toEqual([['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE']]);
    const found = (settings: object, faults: Scenario['faults'] = {}): unknown =>
      equalNodes(simulate({ ...space.scenario, faults, settings: { ...space.scenario.settings, ...settings } }, parts));
    expect(found({ latency: { min: 10, p50: 10, p99: 10, max: 10 } })).toEqual([]);
    expect(found({ loss: 0.001 })).toEqual([]);
    expect(found({ own: { nodeB: { clock: { offset: 0, ppm: 100 } } } })).toEqual([]);
    // A cut link on which nobody sends any more leaves no event at the node.
    const cut: Fault = {
      kind: 'cut',
      from: ['client1'],
      to: ['nodeD', 'nodeB'],
      bothWays: true,
      when: { kind: 'time', at: 5000 },
      for: 'ever',
    };
    expect(found({}, { cut })).toEqual([
      ['nodeA', 'nodeC', 'nodeE'],
      ['nodeB', 'nodeD'],
    ]);
  });

  const atNoNode: readonly FaultKind[] = ['failover', 'no-leader', 'session-ends'];

  test.each(space.kinds)(
    'suffer the same from each fault: both runs come to the same, at the same instants: %s',
    (kind) => {
      const placements = injectionRules[kind].placements(survey);
      const named = placements.filter(({ fault }) => JSON.stringify(fault).includes('node'));
      expect(named.length > 0, 'a kind that has no place at a node stands in `atNoNode`').toBe(
        !atNoNode.includes(kind),
      );
      const texts = new Set(placements.map(({ fault }) => ordered(fault)));
      let others = 0;
      named.forEach((placement, index) => {
        // A permutation of the nodes, different for each placement.
        const turned = nodes.map((_, i) => nth(nodes, (i * (1 + (index % 4)) + index) % nodes.length));
        const image = permuted(placement.fault, turned);
        if (!isFirstOfEquals(placement, alike)) {
          others++;
          expect(firstsOf(placement.fault).some((first) => texts.has(ordered(first)))).toBe(true);
        }
        if (index % byNight(61, 1) !== 0) return;
        const [one, other] = [placement.fault, image].map((fault) => pointsIn(withFaults(space.scenario, [fault])));
        expect(one, `${JSON.stringify(placement.fault)} ${turned}`).toEqual(other);
      });
      if (named.length > 0) expect(others).toBeGreaterThan(0);
    },
  );

  /** The same fault with other names for the nodes. */
  function permuted(fault: Fault, names: readonly ProcessId[]): Fault {
    return JSON.parse(
      JSON.stringify(fault).replaceAll(/"(node[A-E])"/g, (_, id) => `"${nth(names, nodes.indexOf(id))}"`),
    );
  }

  /** The same fault with the node names in every order in which it is the first of its kind. */
  const firstsOf = (fault: Fault): readonly Fault[] =>
    permutations(nodes)
      .map((names) => permuted(fault, names))
      .filter((other) => isFirstOfEquals({ fault: other, process: 'client1', at: instant(0), seq: 0 }, alike));

  function permutations<T>(list: readonly T[]): readonly (readonly T[])[] {
    if (list.length === 0) return [[]];
    return list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
  }

  /** The order in which a side lists its processes means nothing. */
  const ordered = (fault: Fault): string =>
    JSON.stringify(fault, (_name, value) => (Array.isArray(value) ? [...value].sort() : value));

  /** What happened to clients and data, and when. */
  function pointsIn(scenario: Scenario): readonly string[] {
    const { trace: run, verdict } = runScenario(scenario, parts);
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
  const { scenario, lengths } = spaceOf({ ...regular({ lock: 'redlock' }), faults }, parts, { faultsMax: 2 });
  expect(scenario.faults).toEqual({});
  expect(lengths[0]).toBeLessThan(lengths[1]);
  expect(lengths[1]).toBeLessThan(lengths[2]);
  expect(scenario.settings.duration).toBeGreaterThan(2 * lengths[2] + 2 * scenario.settings.patience);
});
