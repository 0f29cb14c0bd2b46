// The attacks on the playground's locks: the result of each, and that each row opens as described.
import { describe, expect, test } from 'vitest';
import { own as english } from '../../../src/content/texts/en/own';
import { own as chinese } from '../../../src/content/texts/zh/own';
import { injectionRules } from '../../../src/core/faults';
import { twoFactsOf } from '../../../src/core/judge/judge';
import { type AttackId, attackIds } from '../../../src/core/model/attackId';
import { parseScenario } from '../../../src/core/model/parse/parseScenario';
import { isClient } from '../../../src/core/model/processId';
import type { Scenario } from '../../../src/core/model/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { simulate } from '../../../src/core/sim/simulate';
import { attackFateRows } from '../../../src/sandbox/own/attackFateRows';
import { type AttackFate, attackFateOf } from '../../../src/sandbox/own/attackFates';
import { attacksOn } from '../../../src/sandbox/own/attacks';
import type { AttackFateRow } from '../../../src/sandbox/own/session';
import { withFaults } from '../../../src/search/explore/branch';
import { spaceOf } from '../../../src/search/explore/space';
import { surveyOf } from '../../../src/search/explore/surveyOf';
import { regular, type SpaceSetup } from '../../search/explore/spaces';

const rowsOf = (setup: SpaceSetup | Scenario): readonly AttackFateRow[] => [
  ...attackFateRows('version' in setup ? setup : regular(setup), parts),
];

type Fates = Partial<Record<AttackFate, readonly AttackId[]>>;

/** The attacks by their results. */
function fatesOf(setup: SpaceSetup): Fates {
  const found: { [F in AttackFate]?: AttackId[] } = {};
  for (const { fate, id } of rowsOf(setup)) found[fate] = [...(found[fate] ?? []), id];
  return found;
}

const oneNode = { lock: 'single-node', nodes: 1 } as const;

describe('a key on one node that never expires', () => {
  const setup = { ...oneNode, lockSettings: { expiry: 'none' } };

  test('is left behind by a holder that dies, and then nobody gets in any more', () => {
    const dies = rowsOf(setup).find(({ id }) => id === 'holder-dies');
    expect(dies).toMatchObject({ fate: 'broken', outcome: 'stuck' });
  });

  test('does not mind a pause, nor any clock', () => {
    expect(fatesOf(setup).held).toEqual(
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
    expect(fatesOf(oneNode)).toEqual({ broken: inOrder([...late, ...forgets]), held: inOrder(held) });
  });

  test('lets two in for the same reasons where the storage compares versions, and no update is lost', () => {
    expect(fatesOf({ ...oneNode, check: 'version' })).toEqual({
      amber: inOrder([...late, ...forgets]),
      held: inOrder(held),
    });
  });
});

describe('Redlock on five nodes, with a version check', () => {
  const rows = rowsOf({ lock: 'redlock', check: 'version' });
  const fate = (id: AttackId) => rows.find((row) => row.id === id)?.fate;

  test('lets two in when a node comes back without its keys, and not when it has them', () => {
    expect(fate('crash-without-keys')).toBe('amber');
    expect(fate('crash-with-keys')).toBe('held');
  });

  test('lets two in when a replica without the key takes over', () => {
    expect(fate('failover')).toBe('amber');
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
    expect(rowsOf(setup)[0]).toMatchObject({ id: 'pause-each-step', fate: 'broken', outcome: 'lost' });
  });

  test('loses none to it where a read counts as seen', () => {
    const row = rowsOf({ ...setup, checkSettings: { readsLeaveToken: true } })[0];
    expect(row).toMatchObject({ id: 'pause-each-step', fate: 'amber' });
  });
});

test.each(['no-check', 'version'])('no lock at all is broken before any fault happens (%s)', (check) => {
  const rows = rowsOf({ lock: 'no-lock', check });
  expect(rows.map(({ id }) => id)).toEqual(attackIds);
  for (const row of rows) expect(row).toMatchObject({ fate: 'broken', runs: 1, scenario: { faults: {} } });
});

test('a service has no node that forgets and no replica, and that is told', () => {
  expect(fatesOf({ lock: 'zookeeper-node', check: 'version' })['not-applicable']).toEqual([
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
  ['two inside, and the storage compares', 'overlap', 'refused', true, false, 'amber'],
  ['two inside without a fault', 'overlap', 'refused', true, true, 'broken'],
  ['a write refused without a fault', 'held', 'refused', true, true, 'broken'],
  ['a late write by luck', 'held', 'lucky', false, false, 'amber'],
  ['nobody gets through', 'unavailable', 'safe', false, false, 'unavailable'],
  ['a run that was cut off', 'unknown', 'safe', false, false, 'undecided'],
  ['all is in order', 'held', 'safe', false, true, 'held'],
] as const)('%s', (_title, lock, data, isChecked, isFaultless, fate) => {
  expect(attackFateOf({ lock, data }, { isChecked, isFaultless })).toBe(fate);
});

/** The worst result of a pause before any effect of a client, with every strength and at every place. */
function worstPause(scenario: Scenario): 'broken' | 'not' {
  const space = spaceOf(scenario, parts);
  const { survey } = surveyOf(space.scenario, parts, space.lengths);
  const isBroken = injectionRules.pause
    .placements(survey)
    .filter(({ process }) => isClient(process))
    .some(({ fault }) => {
      const { lock, data } = twoFactsOf(simulate(withFaults(space.scenario, [fault]), parts), parts);
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
  expect(rowsOf(scenario)[0]?.fate === 'broken').toBe(worst === 'broken');
});

test('each attack and each fate has words in both languages', () => {
  const rows = rowsOf(oneNode);
  for (const { attackFates } of [english, chinese]) {
    expect(Object.keys(attackFates.names)).toEqual(attackIds);
    for (const { fate } of rows) expect(attackFates.fates[fate]).not.toBe('');
  }
  expect(Object.keys(chinese.attackFates.fates).sort()).toEqual(Object.keys(english.attackFates.fates).sort());
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
      const { verdict } = runScenario(row.scenario, parts);
      expect(verdict.outcome, row.id).toBe(row.outcome);
      expect(row.scenario.seed).toBe(seed);
      expect(parseScenario(row.scenario, parts), row.id).toMatchObject({ ok: true, scenario: row.scenario });
      if (row.fate === 'not-applicable') continue;
      const isChecked = setup.check === 'version';
      const isFaultless = Object.keys(row.scenario.faults).length === 0;
      expect(attackFateOf(verdict, { isChecked, isFaultless }), row.id).toBe(row.fate);
      if (isChecked) expect(row.outcome, row.id).not.toBe('lost');
    }
  });
});
