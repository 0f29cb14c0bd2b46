// A key that vanishes from a Redis server: its effect on every lock there, how it is narrated, and when it is missed.
// test/conformance has the same fault on real servers.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { isRedis, nodeId, type ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { goneCauses } from '../../../src/core/model/trace/trace';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { english } from '../../../src/core/narrate/en/words';
import { narrate } from '../../../src/core/narrate/narrate';
import { chinese } from '../../../src/core/narrate/zh/words';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { requestTimesIn } from '../../../src/search/explore/requestTimes';
import { atStep } from '../../support/faultsAt';
import { type RunSetup, runOf } from '../../support/runOf';

type How = 'del' | 'flushall';

const vanish = (process: ProcessId = 'nodeA', how?: How): Fault => ({
  kind: 'key-vanishes',
  process,
  when: atStep('client1', 'work'),
  ...(how === undefined ? {} : { how }),
});

const setup = (faults: NonNullable<RunSetup['faults']>, more: Partial<RunSetup> = {}): RunSetup => ({
  lock: { id: 'single-node' },
  settings: { clients: 2, work: 900, think: 50, rounds: 1, duration: 12_000, patience: 9000, stagger: 200 },
  faults,
  ...more,
});

const onFirst = (count: number, how: How): NonNullable<RunSetup['faults']> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`flush${i}`, vanish(nodeId(i), how)]));

/** The locks on Redis, with the number of their nodes. */
const onRedis = [...parts.locks.values()].flatMap(({ id, fields, services }): (readonly [string, number])[] => {
  const count = services(defaultSettings, withDefaults(fields, {})).filter(isRedis).length;
  return count === 0 ? [] : [[id, count]];
});

describe('a lock on Redis', () => {
  test.each(onRedis)('%s lets another in when its %i nodes are flushed', (id, count) => {
    const { verdict, facts } = runOf(setup(onFirst(count, 'flushall'), { lock: { id } }));
    expect([verdict.lock, facts('overlap').length > 0]).toEqual(['overlap', true]);
    expect(verdict.chain.map(({ rule }) => rule)).toContain('vanished');
    expect(verdict.chain.map(({ rule }) => rule)).not.toContain('keyLost');
  });

  test.each(['eviction', 'del', 'flushall'] as const)('is told how its key went: %s', (how) => {
    const { verdict, trace } = runOf(setup({ gone: vanish('nodeA', how === 'eviction' ? undefined : how) }));
    const { values } = verdict.chain.find(({ rule }) => rule === 'vanished') ?? {};
    expect(values).toMatchObject({ process: 'nodeA', how });
    const [gone] = eventsOf(trace, 'entryGone');
    expect([gone?.peer, goneCauses[gone?.cause ?? 0]]).toEqual([-1, 'lost']);
  });
});

describe('Redlock', () => {
  const redlock = { lock: { id: 'redlock' } };

  test('holds when two of five are flushed, and the flush is told', () => {
    const { verdict } = runOf(setup(onFirst(2, 'flushall'), redlock));
    expect(verdict.outcome).toBe('held');
    expect(verdict.chain.filter(({ rule }) => rule === 'vanished')).toHaveLength(2);
  });

  test('does not hold when three are', () => {
    expect(runOf(setup(onFirst(3, 'flushall'), redlock)).verdict.lock).toBe('overlap');
  });
});

describe('where a client knows the lock under another name', () => {
  const own = { client1: { key: 'stock-v2' } } as const;

  test.each([
    ['its key vanishes', 1, ['stock-v2']],
    ['both keys vanish where both are there', 2, ['stock', 'stock-v2']],
  ])('%s', (_, clients, names) => {
    const faults = { gone: { ...vanish(), when: { ...atStep('client1', 'work'), plus: 400 } } };
    const { trace } = runOf(setup(faults, { settings: { clients, work: 900, stagger: 100, own } }));
    const gone = eventsOf(trace, 'entryGone').filter(({ cause }) => goneCauses[cause] === 'lost');
    expect(gone.map(({ entry }) => trace.strings[entry])).toEqual(names);
  });

  test('a search finds the places where it can', () => {
    const { trace } = runOf(setup({}, { settings: { clients: 1, rounds: 1, own } }));
    expect(requestTimesIn(trace).some(({ isLocked }) => isLocked)).toBe(true);
  });
});

test('a flush takes the counter too, and the next token is an old one', () => {
  const lock = { id: 'single-node', settings: { token: 'counter' } };
  const tokens = (how: How): readonly number[] => {
    const { trace } = runOf(setup({ gone: vanish('nodeA', how) }, { lock }));
    return eventsOf(trace, 'acquired').map(({ token }) => token);
  };
  expect(tokens('del')).toEqual([1, 2]);
  expect(tokens('flushall')).toEqual([1, 1]);
});

test('a replica hears of it as of a deletion, and does not have the key when it takes over', () => {
  const faults = {
    gone: vanish(),
    failover: { kind: 'failover', process: 'nodeA', when: { ...atStep('client1', 'work'), plus: 300 } },
  } as const;
  const { trace } = runOf(setup(faults, { nodes: { count: 1, replicas: 1 } }));
  const gone = eventsOf(trace, 'entryGone').map(({ process, peer, cause }) => [process, peer, goneCauses[cause]]);
  const [master, replica] = ['nodeA', 'replicaA1'].map((id) =>
    trace.header.processes.findIndex((process) => process.id === id),
  );
  expect(gone.slice(0, 2)).toEqual([
    [master, -1, 'lost'],
    [replica, -1, 'lost'],
  ]);
});

test('the keys of several names are not told as one', () => {
  const own = { client2: { key: 'stock-v2' } } as const;
  const { trace } = runOf(
    setup({ gone: vanish() }, { settings: { clients: 2, rounds: 1, work: 900, stagger: 0, own } }),
  );
  const said = narrate(trace, english).map(({ text }) => text);
  expect(said).toEqual(
    expect.arrayContaining([
      'Node A has reached maxmemory and evicts the lock’s keys.',
      'Client 1’s key stock is lost on node A.',
      'Client 2’s key stock-v2 is lost on node A.',
    ]),
  );
});

test('log and narration tell it in both languages', () => {
  const { trace } = runOf(setup({ gone: vanish() }));
  expect(narrate(trace, english).map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Node A has reached maxmemory and evicts the lock’s key.',
      'Client 1’s key stock is lost on node A.',
    ]),
  );
  expect(narrate(trace, chinese).map(({ text }) => text)).toContain('节点 A 内存达到上限，淘汰了锁的键。');
});

describe('where nothing can vanish', () => {
  const scenario = (fault: unknown, lock = 'single-node'): unknown => ({
    version: 2,
    seed: 1,
    lock: { id: lock },
    storage: { id: 'no-check' },
    settings: defaultSettings,
    faults: { gone: fault },
  });

  test.each(['client1', 'storage'])('%s is refused', (process) => {
    const parsed = parseScenario(scenario({ ...vanish(), process }), parts);
    expect(parsed.ok ? null : parsed.problems[0]?.message.en).toContain('Only a server that keeps the lock can have');
  });

  test('a fault without a key is missed, and does nothing', () => {
    const parsed = parseScenario(scenario({ ...vanish(), when: { kind: 'time', at: 0 } }), parts);
    if (!parsed.ok) throw new Error('The fault is refused.');
    const trace = simulate(parsed.scenario, parts);
    expect(trace.header.missed['gone']?.en).toContain('had no such key');
    expect(eventsOf(trace, 'faultStruck')).toEqual([]);
    expect(judge(trace, parts).facts.map(({ kind }) => kind)).toContain('fault-missed');
  });
});
