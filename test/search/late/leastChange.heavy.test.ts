// The least change that would have saved a run: it saves when it is run, and one step less fails under some seed.
import { describe, expect, it, test } from 'vitest';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { Scenario, Setting } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';
import { finished } from '../../../src/search/explore/branch';
import { ChangeSearch, type LeastChange, rankChanges } from '../../../src/search/late/leastChange';
import { type Parameter, type ParameterName, parametersOf } from '../../../src/search/late/parameters';
import { harmOf, simulateOutcome } from '../../../src/search/late/runOutcome';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { byNight } from '../../support/nightly';

const { scenario } = storyVersionOf('20');
const seeds = Array.from({ length: byNight(4, 100) }, (_, seed) => seed);
const saving = new ChangeSearch(scenario, 'lost', parts, seeds);

function parameterOf({ of, name }: ParameterName): Parameter {
  const parameter = saving.parameters.find((one) => one.of === of && one.name === name);
  if (parameter === undefined) throw new Error(`There is no parameter ${of} ${name}.`);
  return parameter;
}

const searched = new Map<Parameter, readonly LeastChange[]>();

/** Searched once for each parameter. */
function changesBy(parameter: Parameter): readonly LeastChange[] {
  const changes = searched.get(parameter) ?? finished(saving.changesOf(parameter));
  searched.set(parameter, changes);
  return changes;
}

const changesOf = (name: ParameterName): readonly LeastChange[] => changesBy(parameterOf(name));

/** Judged anew: nothing is lost, and both clients write, or the storage refuses one, or one stops in time. */
function isSaved(changed: Scenario): boolean {
  const { trace, verdict } = runScenario(changed, parts);
  const { lock, data, measures, facts } = verdict;
  expect(trace.header.ended).not.toBe('bound');
  const isKept = data === 'safe' || data === 'refused';
  return (
    isKept &&
    (lock === 'held' || lock === 'expired' || lock === 'overlap') &&
    (measures.rounds === 2 ||
      facts.some(({ kind }) => kind.endsWith('rejected')) ||
      (measures.rounds === 1 && spansOf(trace).holds.some(({ end }) => end === 'lost')))
  );
}

const underEverySeed = (parameter: Parameter, value: Setting): boolean =>
  [scenario.seed, ...seeds].every((seed) => isSaved(parameter.with({ ...scenario, seed }, value)));

describe('a pause before the write (story 20)', () => {
  it('is saved by a version check, for every length tried', () => {
    const [check] = changesOf({ of: 'storage', name: 'check' }).filter(({ value }) => value === 'version');
    expect(check).toMatchObject({ value: 'version', isTwoInside: true, isConfirmed: true, reach: { isEvery: true } });
  });

  it('is saved by a longer TTL, which is a little longer under other seeds', () => {
    const [ttl] = changesOf({ of: 'lock', name: 'ttl' });
    expect(ttl).toMatchObject({ value: 2701, ownSeedValue: 2694, reach: { fault: 'pause', isEvery: false } });
    expect(ttl?.reach?.upTo).toBeGreaterThanOrEqual(2900);
  });

  it('is saved by a shorter pause, which is luck', () => {
    const [pause] = changesOf({ of: 'length', name: 'pause' });
    expect(pause).toMatchObject({ parameter: { isLuck: true }, reach: null });
    expect(Number(pause?.value)).toBeLessThan(2900);
  });

  it('is not saved by looking at the clock, since the client pauses after that', () => {
    expect(changesOf({ of: 'run', name: 'check' }).map(({ value }) => value)).not.toContain('before-write');
  });

  it('is not saved by what keeps everybody out, or everybody from writing', () => {
    const timeout = parameterOf({ of: 'lock', name: 'nodeTimeout' });
    expect(runScenario(timeout.with(scenario, 100), parts).verdict.data).toBe('safe');
    expect(changesOf(timeout).map(({ value }) => value)).not.toContain(100);
    const work = parameterOf({ of: 'run', name: 'work' });
    for (const { value, ownSeedValue } of changesOf(work))
      expect(isSaved(work.with(scenario, value ?? ownSeedValue))).toBe(true);
  });

  test('each change saves when it is run, under every seed or, so marked, under its own', () => {
    const all = saving.parameters.flatMap(changesBy);
    expect(all.length).toBeGreaterThan(4);
    for (const { parameter, value, ownSeedValue } of all) {
      expect(isSaved(parameter.with(scenario, ownSeedValue)), parameter.name).toBe(true);
      if (value !== null) expect(underEverySeed(parameter, value), parameter.name).toBe(true);
    }
    const ranks = rankChanges(all);
    expect(ranks[0]?.reach?.isEvery).toBe(true);
    expect(ranks.at(-1)?.parameter.isLuck).toBe(true);
  });

  test('a confirmed change is the least: every smaller one fails under some seed', () => {
    const parameter = parameterOf({ of: 'length', name: 'pause' });
    const [about] = changesOf({ of: 'length', name: 'pause' });
    if (about === undefined) throw new Error('No shorter pause saves it.');
    const { value, isConfirmed } = finished(saving.confirm(about));
    expect(isConfirmed).toBe(true);
    const step = byNight(17, 1);
    const longer = Array.from(
      { length: Math.ceil((2900 - Number(value)) / step) },
      (_, i) => Number(value) + 1 + i * step,
    );
    expect(longer.length * step).toBeGreaterThan(500);
    expect(longer.filter((length) => underEverySeed(parameter, length))).toEqual([]);
    expect(underEverySeed(parameter, Number(value))).toBe(true);
  });
});

it('is not saved by work that is over before the fault strikes, which then strikes nobody (story 59)', () => {
  const { scenario: told } = storyVersionOf('59');
  const saving = new ChangeSearch(told, 'overlap', parts, []);
  const work = saving.parameters.find(({ of, name }) => of === 'run' && name === 'work');
  if (work === undefined) throw new Error('Work has no length.');
  expect(simulateOutcome(work.with(told, 420), parts)).toMatchObject({ lock: 'held', data: 'safe' });
  expect(finished(saving.changesOf(work))).toEqual([]);
});

it('is not saved by a pause that is short enough for the others to wait, where the lock lasts for 30 s', () => {
  const { settings, lock } = scenario;
  const long: Scenario = {
    ...scenario,
    lock: { ...lock, settings: { ...lock.settings, ttl: 30_000 } },
    settings: { ...settings, duration: 60_000 },
    faults: { pause: { ...scenario.faults.pause, for: 40_000 } as Scenario['faults'][string] },
  };
  const run = runScenario(long, parts);
  const asked = harmOf(run.verdict);
  if (asked === null) throw new Error('The run does no harm.');
  const saving = new ChangeSearch(long, asked, parts, []);
  const lengths = saving.parameters.filter(({ of, name }) => of === 'length' && name === 'pause');
  expect([
    asked,
    lengths.flatMap((parameter) => finished(saving.changesOf(parameter)).map(({ value }) => value)),
  ]).toEqual(['lost', []]);
});

describe('a fault that is over at once', () => {
  const values = (faults: Scenario['faults'], of: ParameterName['of']) =>
    parametersOf({ ...scenario, faults }, parts)
      .filter((parameter) => parameter.of === of)
      .map((parameter) => parameter.values);

  it('is weaker if a message is delayed by less, and saves the run then (story 22)', () => {
    const told = storyVersionOf('22').scenario;
    const delayed = new ChangeSearch(told, 'lost', parts, seeds.slice(0, 4));
    const [parameter] = delayed.parameters.filter(({ of }) => of === 'length');
    if (parameter === undefined) throw new Error('A delay has no strength.');
    const [change] = finished(delayed.changesOf(parameter));
    expect(isSaved(parameter.with(told, change?.ownSeedValue ?? 0))).toBe(true);
    expect(isSaved(parameter.with(told, Number(change?.ownSeedValue) + 1))).toBe(false);
  });

  it('is weaker if a clock jumps back by less, and never jumps forward', () => {
    const jump = (by: number): Scenario['faults'] => ({
      jump: { kind: 'clock-jump', process: 'nodeA', when: { kind: 'time', at: 100 }, by },
    });
    expect(values(jump(-500), 'length')).toEqual([{ kind: 'numbers', current: -500, min: -500, max: -1, step: 1 }]);
    expect(values(jump(500), 'length')).toEqual([{ kind: 'numbers', current: 500, min: 1, max: 500, step: 1 }]);
  });
});

it('may be saved by what the server keeps, or by what the connection does', () => {
  const names = parametersOf(scenario, parts).flatMap(({ of, name }) => (of === 'run' ? [name] : []));
  expect(names).toContain('nodes.persistence');
  expect(names).toContain('connection.resends');
  // A deadline that nobody has set is not made shorter.
  expect(names).not.toContain('connection.deadline');
});

describe('a client that stops in time', () => {
  const cut = {
    kind: 'cut',
    when: { kind: 'time', at: 3000 },
    from: ['client1'],
    to: ['service'],
    bothWays: true,
    for: 60_000,
  };
  const drift = { kind: 'clock-drift', process: 'client2', when: { kind: 'time', at: 0 }, ppm: 200_000, for: 'ever' };
  const given = {
    ...scenario,
    seed: 42,
    lock: { id: 'kubernetes-lease', settings: { leaseDuration: 11, renewDeadline: 10_000, release: 'never' } },
    storage: { id: 'no-check' },
    settings: {
      ...scenario.settings,
      nodes: { ...scenario.settings.nodes, count: 1 },
      clients: 2,
      latency: 10,
      stagger: 500,
      think: 500,
      rounds: 1,
      work: 60_000,
      duration: 200_000,
      patience: 120_000,
    },
    faults: { drift, cut },
  };

  const parsed = parseScenario(given, parts);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const changesUnder = (others: readonly number[], called: string): readonly LeastChange[] => {
    const some = new ChangeSearch(parsed.scenario, 'overlap', parts, others);
    return some.parameters
      .filter(({ name }) => name === called)
      .flatMap((parameter) => finished(some.changesOf(parameter)));
  };

  it('is saved by a longer lease: under its own seed by 13 s, under another, too, by 14 s', () => {
    expect(changesUnder([], 'leaseDuration')).toMatchObject([{ ownSeedValue: 13, value: 13 }]);
    expect(changesUnder([11], 'leaseDuration')).toMatchObject([{ ownSeedValue: 13, value: 14 }]);
  });

  it('marks what holds for its own seed alone', () => {
    const [alone] = changesUnder([], 'retryPeriod');
    expect(alone?.value).toBe(alone?.ownSeedValue);
    expect(changesUnder([11, 20, 37, 41, 48, 50], 'retryPeriod')).toMatchObject([
      { ownSeedValue: alone?.value, value: null },
    ]);
  });
});
