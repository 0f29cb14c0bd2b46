// The attacks on the playground's locks: the result of each, and that each row opens as described.
import { describe, expect, test } from 'vitest';
import { own as english } from '../../../src/content/texts/en/own';
import { own as chinese } from '../../../src/content/texts/zh/own';
import { injectionRules } from '../../../src/core/faults';
import { quickVerdict } from '../../../src/core/judge/judge';
import { type AttackId, attackIds } from '../../../src/core/model/links/attackId';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { isClient } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { severityOf } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { simulate } from '../../../src/core/sim/simulate';
import { attackRows, isSurvived } from '../../../src/sandbox/own/attackRows';
import { attacksOn } from '../../../src/sandbox/own/attacks';
import type { AttackRow } from '../../../src/sandbox/own/ownCalls';
import { withFaults } from '../../../src/search/explore/branch';
import { spaceOf } from '../../../src/search/explore/space';
import { surveyOf } from '../../../src/search/explore/surveyOf';
import { regular, type SpaceSetup } from '../../search/explore/spaces';

const rowsOf = (setup: SpaceSetup | Scenario): readonly AttackRow[] => [
  ...attackRows('version' in setup ? setup : regular(setup), parts),
];

type Result = 'held' | 'survived' | 'broken' | 'no target';

const resultOf = ({ outcome, isSurvived }: AttackRow): Result =>
  outcome === null ? 'no target' : outcome === 'held' ? 'held' : isSurvived ? 'survived' : 'broken';

/** The attacks by their results. */
function resultsOf(setup: SpaceSetup): Partial<Record<Result, readonly AttackId[]>> {
  const found: { [F in Result]?: AttackId[] } = {};
  for (const row of rowsOf(setup)) found[resultOf(row)] = [...(found[resultOf(row)] ?? []), row.id];
  return found;
}

const oneNode = { lock: 'single-node', nodes: 1 } as const;

describe('a key on one node that never expires', () => {
  const setup = { ...oneNode, lockSettings: { expiry: 'none' } };

  test('is left behind by a holder that dies, and then nobody gets in any more', () => {
    const dies = rowsOf(setup).find(({ id }) => id === 'holder-dies');
    expect(dies).toMatchObject({ isSurvived: false, outcome: 'stuck' });
  });

  test('does not mind a pause, nor any clock', () => {
    expect(resultsOf(setup).held).toEqual(
      expect.arrayContaining(['pause-each-step', 'sleep', 'client-clock', 'node-clock']),
    );
  });
});

describe('SET NX PX on one node, with a value of its own and a release in Lua', () => {
  const late = ['pause-each-step', 'sleep', 'late-requests', 'cut', 'slow-network'] as const;
  const forgets = ['node-clock', 'crash-without-keys', 'failover'] as const;
  const held = ['lost-replies', 'client-clock', 'crash-with-keys', 'holder-dies'] as const;
  const inOrder = (ids: readonly AttackId[]) => attackIds.filter((id) => ids.includes(id));

  test('is broken by whatever makes a holder late or a node forget, where nothing compares what is written', () => {
    expect(resultsOf(oneNode)).toEqual({ broken: inOrder([...late, ...forgets]), held: inOrder(held) });
  });

  test('lets two in for the same reasons where the storage compares versions, and no update is lost', () => {
    expect(resultsOf({ ...oneNode, check: 'version' })).toEqual({
      survived: inOrder([...late, ...forgets]),
      held: inOrder(held),
    });
  });
});

describe('Redlock on five nodes, with a version check', () => {
  const rows = rowsOf({ lock: 'redlock', check: 'version' });
  const result = (id: AttackId) => rows.filter((row) => row.id === id).map(resultOf)[0];

  test('lets two in when a node comes back without its keys, and not when it has them', () => {
    expect(result('crash-without-keys')).toBe('survived');
    expect(result('crash-with-keys')).toBe('held');
  });

  test('lets two in when a replica without the key takes over', () => {
    expect(result('failover')).toBe('survived');
  });

  test('only where the holder had just its quorum, since one node that forgets is outvoted', () => {
    for (const id of ['crash-without-keys', 'failover', 'node-clock'])
      expect(Object.values(rows.find((row) => row.id === id)?.scenario.faults ?? {})[0], id).toMatchObject({
        kind: 'cut',
        from: ['client1'],
        to: ['nodeD', 'nodeE'],
      });
  });

  test('takes a known number of runs where nothing breaks, and less than half of them where it does', () => {
    const runs = rows.reduce((sum, row) => sum + row.runs, 0);
    expect(runs).toBe(428);
    expect(rowsOf({ lock: 'redlock' }).reduce((sum, row) => sum + row.runs, 0)).toBeLessThan(runs / 2);
  });
});

describe('a lock with a fencing token', () => {
  const setup = { lock: 'token-lock', nodes: 1, check: 'fencing' };

  test('may lose an update to a writer that wakes while another is at work', () => {
    expect(rowsOf(setup)[0]).toMatchObject({ id: 'pause-each-step', isSurvived: false, outcome: 'lost' });
  });

  test('loses none to it where a read counts as seen', () => {
    const row = rowsOf({ ...setup, checkSettings: { readsLeaveToken: true } })[0];
    expect(row).toMatchObject({ id: 'pause-each-step', isSurvived: true });
  });
});

test.each(['no-check', 'version'])('no lock at all is broken before any fault happens (%s)', (check) => {
  const rows = rowsOf({ lock: 'no-lock', check });
  expect(rows.map(({ id }) => id)).toEqual(attackIds);
  for (const row of rows) expect(row).toMatchObject({ isSurvived: false, runs: 1, scenario: { faults: {} } });
});

test('a service has no node that forgets and no replica, and that is told', () => {
  expect(resultsOf({ lock: 'zookeeper-node', check: 'version' })['no target']).toEqual([
    'crash-without-keys',
    'failover',
  ]);
});

test('nothing is simulated before it is asked for', () => {
  const unused = { ...parts, locks: new Map() };
  expect(attacksOn(regular(oneNode), unused).map(({ id }) => id)).toEqual(attackIds);
});

test('an attack stops at its first break', () => {
  const scenario = regular(oneNode);
  const row = rowsOf(scenario)[0];
  const pauses = [...(attacksOn(scenario, parts)[0]?.scenarios ?? [])];
  expect(row?.scenario).toEqual(pauses[(row?.runs ?? 0) - 1]);
  expect(row?.runs).toBeLessThan(pauses.length);
});

test.each([
  ['an update lost is broken behind any check', 'held', 'lost', true, false, 'broken'],
  ['so is an email that was sent twice', 'held', 'twice', true, false, 'broken'],
  ['a lock that nobody gets any more', 'stuck', 'safe', true, false, 'broken'],
  ['two inside, and nothing compares', 'overlap', 'lucky', false, false, 'broken'],
  ['two inside, and the storage compares', 'overlap', 'refused', true, false, 'survived'],
  ['two inside without a fault', 'overlap', 'refused', true, true, 'broken'],
  ['a write refused without a fault', 'held', 'refused', true, true, 'broken'],
  ['a late write by luck', 'held', 'lucky', false, false, 'survived'],
  ['nobody gets through', 'unavailable', 'safe', false, false, 'broken'],
  ['a run that was cut off', 'unknown', 'safe', false, false, 'broken'],
  ['all is in order', 'held', 'safe', false, true, 'survived'],
] as const)('%s', (_title, lock, data, isChecked, isFaultless, result) => {
  const outcome = severityOf({ lock, data });
  expect(isSurvived(outcome, { isChecked, isFaultless })).toBe(result === 'survived');
});

/** The worst result of a pause before any effect of a client, with every strength and at every place. */
function worstPause(scenario: Scenario): 'broken' | 'not' {
  const space = spaceOf(scenario, parts);
  const { survey } = surveyOf(space.scenario, parts, space.lengths);
  const isBroken = injectionRules.pause
    .placements(survey)
    .filter(({ process }) => isClient(process))
    .some(({ fault }) => {
      const { lock, data } = quickVerdict(simulate(withFaults(space.scenario, [fault]), parts), parts);
      return ['overlap', 'stuck'].includes(lock) || ['lost', 'torn', 'twice'].includes(data);
    });
  return isBroken ? 'broken' : 'not';
}

test.each([
  ['a TTL', { lockSettings: { ttl: 500 } }, 'broken'],
  ['no expiry', { lockSettings: { expiry: 'none' } }, 'not'],
  [
    'a check of the validity before the write',
    { lockSettings: { ttl: 500 }, settings: { check: 'each-step' } },
    'broken',
  ],
] as const)('a pause at each place and of each length finds no more: %s', (_title, setup, worst) => {
  const scenario = regular({ ...oneNode, ...setup });
  expect(worstPause(scenario)).toBe(worst);
  expect(rowsOf(scenario).map(resultOf)[0] === 'broken').toBe(worst === 'broken');
});

test('each attack has words in both languages', () => {
  for (const { attacks } of [english, chinese]) expect(Object.keys(attacks.names)).toEqual(attackIds);
});

describe('every row opens as it is told', () => {
  const families = [
    'single-node',
    'setnx-expire',
    'redisson',
    'redlock',
    'shedlock',
    'zookeeper-node',
    'etcd',
    'sql-row',
  ];
  // Above, Redlock is attacked behind a version check.
  const rows = families.flatMap((lock, seed) =>
    (lock === 'redlock' ? ['no-check'] : ['no-check', 'version']).map((check) => ({
      lock,
      check,
      seed,
      nodes: lock === 'redlock' ? 3 : 1,
    })),
  );

  test.each(rows)('$lock, $check', ({ seed, ...setup }) => {
    const scenario = { ...regular(setup), seed };
    for (const row of rowsOf(scenario)) {
      if (row.outcome === null) continue;
      const { verdict } = runScenario(row.scenario, parts);
      expect(verdict.outcome, row.id).toBe(row.outcome);
      expect(row.scenario.seed).toBe(seed);
      expect(parseScenario(row.scenario, parts), row.id).toMatchObject({ ok: true, scenario: row.scenario });
      const isChecked = setup.check === 'version';
      const isFaultless = Object.keys(row.scenario.faults).length === 0;
      expect(isSurvived(verdict.outcome, { isChecked, isFaultless }), row.id).toBe(row.isSurvived);
      if (isChecked) expect(row.outcome, row.id).not.toBe('lost');
    }
  });
});
