// A lock service without a leader for a while: each service refuses in its own way, ends no session meanwhile, and
// gives each its whole time afterwards. Real servers have no such fault here, so it has no case on real Redis.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { defaultSettings, type Setting } from '../../../src/core/model/scenario/scenario';
import type { Ms } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { spansOf } from '../../../src/core/spans/spans';
import { crashAt, pauseAt } from '../../support/faultsAt';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

const noLeader = (at: Ms, length: Ms): Fault => ({
  kind: 'no-leader',
  process: 'service',
  when: { kind: 'time', at },
  for: length,
});

type Settings = Readonly<Record<string, Setting>>;

/** Sessions of a second, as the server counts them. */
const locks: readonly (readonly [string, Settings])[] = [
  ['zookeeper-node', { sessionTimeout: 900, tickTime: 100 }],
  ['zookeeper-sequential', { sessionTimeout: 900, tickTime: 100 }],
  ['chubby', { sessionTimeout: 1000, lockDelay: 0 }],
  ['etcd', { lease: 1000, election: 100 }],
  ['consul', { ttl: 500, lockDelay: 0, retryDelay: 100, monitorRetries: 20, monitorRetryTime: 100 }],
];

describe.each(locks)('%s', (id, settings) => {
  const setup = (faults: RunSetup['faults'], more: RunSetup['settings'] = {}): RunSetup => ({
    lock: { id, settings },
    settings: { work: 300, think: 50, rounds: 2, duration: 20_000, patience: 12_000, ...more },
    ...(faults ? { faults } : {}),
  });

  test('holds through a short election, and through one that is longer than its sessions', () => {
    expect(outcomesOf(setup({ election: noLeader(350, 200) }))).toEqual(['held']);
    expect(outcomesOf(setup({ election: noLeader(350, 3000) }, { whenLost: 'at-once' }))).toEqual(['held']);
  });

  test('no session ends meanwhile, and a lost one lives for its whole time again', () => {
    const crashed = { crash: crashAt('client1', 'work'), election: noLeader(600, 3000) };
    const { trace } = runOf(setup(crashed, { rounds: 1 }));
    const key = spansOf(trace).entries.find(({ isLock }) => isLock);
    expect(key?.cause).toBe('expired');
    expect(key?.to).toBeGreaterThan(4_400_000);
    expect(key?.to).toBeLessThan(5_100_000);
  });

  test('a service that is paused meanwhile has not noticed', () => {
    const paused = { pause: pauseAt('client1', 'work', 10), election: noLeader(400, 200) };
    const stop: Fault = { kind: 'pause', process: 'service', when: { kind: 'time', at: 350 }, for: 400 };
    const { trace } = runOf(setup({ ...paused, stop }, { rounds: 1 }));
    expect(trace.strings.filter((text) => /leader|NO_MASTER|ConnectionLoss/.test(text))).toEqual([]);
  });
});

test('of two that overlap the later end counts', () => {
  const setup: RunSetup = {
    lock: { id: 'etcd', settings: { lease: 1000 } },
    settings: { duration: 20_000, patience: 12_000 },
    faults: { one: noLeader(0, 1000), two: noLeader(500, 2500) },
  };
  const { times, verdict } = runOf(setup);
  expect(times('acquired', 'client1')[0]).toBeGreaterThan(3000);
  expect(times('faultEnded', 'service')).toEqual([1000, 3000]);
  expect(verdict.outcome).toBe('held');
});

test('the cause is told', () => {
  const setup: RunSetup = {
    lock: { id: 'etcd', settings: { lease: 1000 } },
    settings: { duration: 20_000, patience: 4000 },
    faults: { election: noLeader(0, 6000) },
  };
  const { verdict } = runOf(setup);
  expect(verdict.outcome).toBe('unavailable');
  expect(verdict.chain.find(({ rule }) => rule === 'leaderless')?.values).toEqual({
    process: 'service',
    at: 0,
    micros: 6_000_000,
  });
});

describe('where there is no leader to lose', () => {
  const scenario = (lock: string, process: string): unknown => ({
    version: 2,
    seed: 1,
    lock: { id: lock },
    storage: { id: 'no-check' },
    settings: defaultSettings,
    faults: { election: { ...noLeader(100, 500), process } },
  });
  const problemOf = (lock: string, process: string): string | undefined => {
    const parsed = parseScenario(scenario(lock, process), parts);
    return parsed.ok ? undefined : parsed.problems[0]?.message.en;
  };

  test('a process that is no lock service is refused', () => {
    expect(problemOf('redlock', 'nodeA')).toContain('Only a lock service can be without a leader; Redis A is not one.');
    expect(problemOf('etcd', 'client1')).toContain('Only a lock service can be without a leader; Client 1 is not one.');
  });

  test('a database is one server: the fault is missed, with the reason', () => {
    const parsed = parseScenario(scenario('sql-row', 'service'), parts);
    if (!parsed.ok) throw new Error('The fault is refused.');
    const { missed } = simulate(parsed.scenario, parts).header;
    expect(missed['election']?.en).toContain('it has no leader to lose');
  });
});
