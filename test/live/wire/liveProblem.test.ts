// Scenarios that cannot run on real servers get a reason in words, and all others can run.
import { describe, expect, it } from 'vitest';
import { redisLocks } from '../../../src/core/locks/redisLocks';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { liveProblem } from '../../../src/live/wire/liveProblem';

const scenarioOf = (lock: string, parts: Partial<Scenario> = {}): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: lock },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
  ...parts,
});

const postgres = { hasPostgres: true };

describe('a scenario', () => {
  it('runs live with every lock that lives in Redis or in rows', () => {
    const able = [...parts.locks.keys()].filter((id) => liveProblem(scenarioOf(id), parts) === null);
    expect(able).toEqual([...redisLocks.map(({ id }) => id), 'sql-row', 'shedlock-table', 'no-lock']);
  });

  it.each([
    ['zookeeper-node', 'no ZooKeeper'],
    ['zookeeper-sequential', 'no ZooKeeper'],
    ['chubby', 'no Chubby'],
    ['etcd', 'no etcd'],
    ['consul', 'no Consul'],
    ['sql-advisory', 'DATABASE_URL'],
  ])('with %s says what is missing', (lock, words) => {
    const problem = liveProblem(scenarioOf(lock), parts);
    expect(problem?.en).toContain(words);
    expect(problem?.zh).not.toBe('');
  });

  it('with advisory locks runs on Postgres', () => {
    expect(liveProblem(scenarioOf('sql-advisory'), parts, postgres)).toBeNull();
  });

  it('with the pool of a driver does not, even on Postgres', () => {
    const lock = { id: 'sql-advisory', settings: { pooler: 'driver' } };
    expect(liveProblem(scenarioOf('sql-advisory', { lock }), parts, postgres)?.en).toContain('only simulated');
  });

  it('with a commit after the release runs on Postgres alone', () => {
    const problemOf = (commitAfter: number, host = {}) => {
      const storage = { id: 'same-database', settings: { commitAfter } };
      return liveProblem(scenarioOf('sql-row', { storage }), parts, { hasPostgres: false, ...host });
    };
    expect(problemOf(200)?.en).toContain('DATABASE_URL');
    expect([problemOf(0), problemOf(200, postgres)]).toEqual([null, null]);
  });

  it('with sentinels runs live, unless a fault is beyond real ones', () => {
    const sentinels = { count: 3 };
    const problemOf = (faults: Scenario['faults'], more: object = {}) =>
      liveProblem(scenarioOf('redlock', { settings: { ...defaultSettings, sentinels, ...more }, faults }), parts)?.en;
    const [when, process] = [{ kind: 'time', at: 1 }, 'sentinel1'] as const;
    const cut = { kind: 'cut', when, from: [process], to: ['nodeA'], bothWays: true, for: 'ever' } as const;
    const crash = { kind: 'crash', process, when, restartAfter: 'never' } as const;
    expect(problemOf({ cut, crash })).toBeUndefined();
    expect(problemOf({}, { minReplicas: { toWrite: 1 } })).toBeUndefined();
    const beyond = 'Real sentinels can be';
    expect(problemOf({ jump: { kind: 'clock-jump', process, when, by: 100 } })).toContain(beyond);
    expect(problemOf({ jump: { kind: 'clock-jump', process: 'nodeA', when, by: 100 } })).toBeUndefined();
    expect(
      problemOf({ lost: { kind: 'lose', message: { from: process, to: 'nodeA', leg: 'request', nth: 1 } } }),
    ).toContain(beyond);
    expect(problemOf({}, { own: { sentinel1: { clock: { offset: 5 } } } })).toContain(beyond);
  });

  it('with a slow disk does not run live where it would lose more than a healthy one', () => {
    const nodes = { ...defaultSettings.nodes, persistence: 'everysec', disk: 'slow' } as const;
    const problemOf = (lock: string, more: object = {}) =>
      liveProblem(scenarioOf(lock, { settings: { ...defaultSettings, nodes: { ...nodes, ...more } } }), parts);
    expect(problemOf('redlock')?.en).toContain('cannot be made slow');
    expect(problemOf('redlock')?.zh).toContain('无法让真实的磁盘变慢');
    expect(problemOf('redlock', { disk: 'honest' })).toBeNull();
    expect(problemOf('redlock', { disk: 'lies' })).toBeNull();
    expect(problemOf('redlock', { persistence: 'always' })).toBeNull();
    expect(problemOf('redlock', { persistence: 'none' })).toBeNull();
    // They do not use Redis.
    expect([problemOf('sql-row'), problemOf('no-lock')]).toEqual([null, null]);
  });

  it('that lasts longer than a live run may does not run live', () => {
    const problemOf = (duration: number) =>
      liveProblem(scenarioOf('redlock', { settings: { ...defaultSettings, duration } }), parts);
    expect(problemOf(120_000)).toBeNull();
    expect(problemOf(120_001)?.en).toContain('at most 2 min');
  });

  it('that wants messages before timers after a pause does not run live', () => {
    const settings = { ...defaultSettings, own: { client1: { wakesTo: 'messages' as const } } };
    expect(liveProblem(scenarioOf('redlock', { settings }), parts)?.en).toContain('Client 1');
  });
});
