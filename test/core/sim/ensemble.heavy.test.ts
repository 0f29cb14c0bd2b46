// A lock service with several members: one leads, a write counts when a majority has it, and nobody is served without
// a majority or a leader.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Setting } from '../../../src/core/model/scenario/scenario';
import type { Ms } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { spansOf } from '../../../src/core/spans/spans';
import { crashAt } from '../../support/faultsAt';
import { outcomesOf, type Run, type RunSetup, runOf } from '../../support/runOf';

type Settings = Readonly<Record<string, Setting>>;

/** Sessions of about a second, as the server counts them. */
const locks: readonly (readonly [string, Settings])[] = [
  ['zookeeper-node', { sessionTimeout: 900, tickTime: 100 }],
  ['zookeeper-sequential', { sessionTimeout: 900, tickTime: 100 }],
  ['chubby', { sessionTimeout: 1000, lockDelay: 0, grace: 5000 }],
  ['etcd', { lease: 1000 }],
  ['consul', { ttl: 500, lockDelay: 0, retryDelay: 100, monitorRetries: 20, monitorRetryTime: 100 }],
];

const at = (time: Ms) => ({ kind: 'time', at: time }) as const;
const crash = (process: ProcessId, time: Ms, restartAfter: Ms | 'never' = 'never'): Fault => ({
  kind: 'crash',
  process,
  when: at(time),
  restartAfter,
});
const powerLoss = (process: ProcessId, time: Ms): Fault => ({
  kind: 'power-loss',
  process,
  when: at(time),
  restartAfter: 'never',
});
const pause = (process: ProcessId, time: Ms, length: Ms): Fault => ({
  kind: 'pause',
  process,
  when: at(time),
  for: length,
});
const cut = (from: readonly ProcessId[], to: readonly ProcessId[], time: Ms, length: Ms | 'ever'): Fault => ({
  kind: 'cut',
  from,
  to,
  bothWays: true,
  when: at(time),
  for: length,
});

const leadersOf = ({ trace }: Run): readonly (readonly [ProcessId | undefined, number, number | null])[] =>
  spansOf(trace).leaders.map(({ process, from, to }) => [
    trace.header.processes[process]?.id,
    from / 1000,
    to === null ? null : to / 1000,
  ]);

describe.each(locks)('%s', (id, settings) => {
  const setup = (faults: RunSetup['faults'], own: Settings = {}, more: RunSetup['settings'] = {}): RunSetup => ({
    lock: { id, settings: { ...settings, members: '3', ...own } },
    settings: { work: 300, think: 50, rounds: 2, duration: 20_000, patience: 12_000, ...more },
    ...(faults ? { faults } : {}),
  });

  test('an absent number of members is one, and such a run has no other processes', () => {
    const processes = (own: Settings) => runOf({ lock: { id, settings: own } }).trace.header.processes.map((p) => p.id);
    expect(processes(settings)).toEqual(processes({ ...settings, members: '1' }));
    expect(processes({ ...settings, members: '5' })).toContain('memberE');
  });

  test('the lock holds though the leader crashes, loses power, is paused or is cut off', () => {
    const others: ProcessId[] = ['memberB', 'memberC'];
    for (const fault of [
      crash('memberA', 350),
      powerLoss('memberA', 350),
      pause('memberA', 350, 3000),
      cut(['memberA'], others, 350, 'ever'),
      cut(['memberA', 'client1'], [...others, 'client2'], 350, 4000),
    ])
      expect(outcomesOf(setup({ fault }, {}, { whenLost: 'at-once' }))).toEqual(['held']);
  });

  test('five members live without two, and not without three', () => {
    const two = { one: crash('memberA', 350), two: crash('memberB', 350) };
    expect(outcomesOf(setup(two, { members: '5' }, { whenLost: 'at-once' }))).toEqual(['held']);
    const { verdict } = runOf(setup({ ...two, three: crash('memberC', 360) }, { members: '5' }));
    expect(verdict.outcome).toBe('unavailable');
    expect(verdict.chain.filter(({ rule }) => rule === 'crashed').map(({ values }) => values)).toContainEqual(
      expect.objectContaining({ process: 'memberA' }),
    );
  });

  test('a session of a dead client lives for its whole time again at the next leader', () => {
    const { trace } = runOf(
      setup({ dies: crashAt('client1', 'work'), fault: pause('memberA', 600, 9000) }, {}, { rounds: 1 }),
    );
    const key = spansOf(trace).entries.find(({ isLock }) => isLock);
    expect(key?.cause).toBe('expired');
    expect(key?.to).toBeGreaterThan(2_400_000);
    // etcd adds the election timeout.
    expect(key?.to).toBeLessThan(id === 'etcd' ? 4_100_000 : 3_200_000);
  });

  test('a leader that is away for less than an election goes on', () => {
    const run = runOf(setup({ fault: pause('memberA', 350, 900) }));
    expect(leadersOf(run)).toEqual([['memberA', 0, null]]);
    expect(run.verdict.outcome).toBe('held');
  });

  test('the leader alone cannot make a write count', () => {
    const faults = { one: crash('memberB', 0), two: crash('memberC', 0) };
    const { trace, verdict } = runOf(setup(faults, {}, { patience: 3000 }));
    expect(spansOf(trace).entries).toEqual([]);
    expect(verdict.outcome).toBe('unavailable');
  });
});

const etcd = (faults: RunSetup['faults'], own: Settings = {}): RunSetup => ({
  lock: { id: 'etcd', settings: { lease: 1000, members: '3', ...own } },
  settings: { latency: 5, work: 300, think: 50, rounds: 3, duration: 20_000, patience: 12_000 },
  ...(faults ? { faults } : {}),
});

describe('who leads', () => {
  test('the next after the election time, and the one that comes back follows', () => {
    expect(leadersOf(runOf(etcd({ fault: crash('memberA', 350, 3000) })))).toEqual([
      ['memberA', 0, 350],
      ['memberB', 1350, null],
    ]);
  });

  test('nobody without a majority; then again after the election time', () => {
    const faults = { one: crash('memberA', 350, 5000), two: crash('memberC', 400) };
    expect(leadersOf(runOf(etcd(faults)))).toEqual([
      ['memberA', 0, 350],
      ['memberA', 6350, null],
    ]);
  });

  test('a leader cut off from the majority steps down, also where nobody takes its place', () => {
    const faults = { one: crash('memberC', 300), two: cut(['memberA'], ['memberB'], 350, 'ever') };
    expect(leadersOf(runOf(etcd(faults)))).toEqual([['memberA', 0, 1350]]);
  });

  test('never one that lacks what counts', () => {
    // Member B misses everything that is written before 2 s, and is alone with C when A dies.
    const faults = { cut: cut(['memberB'], ['memberA', 'memberC'], 0, 2000), fault: crash('memberA', 1990) };
    expect(leadersOf(runOf(etcd(faults)))[1]?.[0]).toBe('memberC');
  });

  test('no leader: the fault is an election of a length that one can choose', () => {
    const fault: Fault = { kind: 'no-leader', process: 'service', when: at(350), for: 700 };
    expect(leadersOf(runOf(etcd({ fault })))).toEqual([
      ['memberA', 0, 350],
      ['memberA', 1050, null],
    ]);
  });
});

describe('what a client meets', () => {
  test('a killed leader refuses its connection, a machine without power is silent', () => {
    const firstAnswer = (fault: Fault): string => {
      const { times } = runOf(etcd({ fault }));
      return times('closed', 'client2').some((time) => time < 1350) ? 'closed' : 'silent';
    };
    expect(firstAnswer(crash('memberA', 350))).toBe('closed');
    expect(firstAnswer(powerLoss('memberA', 350))).toBe('silent');
  });

  test('a client that reaches the old leader alone is refused, while the others are served', () => {
    const side: ProcessId[] = ['memberB', 'memberC', 'client2', 'storage'];
    const run = runOf(etcd({ fault: cut(['memberA', 'client1'], side, 100, 6000) }));
    const answers = run.trace.strings.filter((text) => text === 'etcdserver: no leader');
    expect(answers).toHaveLength(1);
    expect(run.times('acquired', 'client2')[0]).toBeLessThan(4000);
    expect(run.verdict.lock).toBe('held');
  });

  test('a cut between a client and the leader stops this client alone', () => {
    const run = runOf(etcd({ fault: cut(['client1'], ['memberA'], 0, 5000) }));
    expect(run.times('acquired', 'client1')[0]).toBeGreaterThan(5000);
    expect(run.times('acquired', 'client2')[0]).toBeLessThan(1000);
  });

  test('a cut from a member that does not lead changes nothing', () => {
    const run = runOf(etcd({ fault: cut(['client1'], ['memberC'], 0, 5000) }));
    expect(run.times('acquired', 'client1')).toEqual(runOf(etcd(undefined)).times('acquired', 'client1'));
  });

  test('what the old leader had sent to the next one counts, though its client was told nothing', () => {
    // The answers of both members are lost, so member A never learns that they have the write.
    const deaf = cut(['memberB', 'memberC'], ['memberA'], 78, 'ever');
    const { trace, times } = runOf(etcd({ deaf: { ...deaf, bothWays: false } as Fault, fault: crash('memberA', 90) }));
    expect(times('entrySet', 'service')[0]).toBe(1078);
    expect(spansOf(trace).entries[0]?.owner).toBe(0);
  });
});

test('what was lost is sent again, but not by a leader that is paused', () => {
  const lose = (to: ProcessId): Fault => ({ kind: 'lose', message: { from: 'memberA', to, leg: 'request', nth: 1 } });
  const alone = (faults: RunSetup['faults']): Run => {
    const setup = etcd(faults, { nodeTimeout: 5000 });
    return runOf({ ...setup, settings: { ...setup.settings, clients: 1, rounds: 1 } });
  };
  const faults = { b: lose('memberB'), c: lose('memberC') };
  const resent = ({ times }: Run) => times('sent', 'memberA').filter((time) => time > 60 && time < 1060);
  // The first write is sent at 55 ms.
  expect(resent(alone(faults))).toEqual([1055, 1055]);
  expect(alone(faults).verdict.outcome).toBe('held');
  expect(resent(alone({ ...faults, pause: pause('memberA', 500, 900) }))).toEqual([]);
});

describe('its members in a scenario', () => {
  const problemOf = (fault: Fault, members: string): string | undefined => {
    const scenario = {
      version: 2,
      seed: 1,
      lock: { id: 'etcd', settings: { members } },
      storage: { id: 'no-check' },
      settings: defaultSettings,
      faults: { fault },
    };
    const parsed = parseScenario(scenario, parts);
    if (parsed.ok) expect(simulate(parsed.scenario, parts).header.missed).toEqual({});
    return parsed.ok ? undefined : parsed.problems[0]?.message.en;
  };

  test('a fault of a process needs a member where there are several', () => {
    expect(problemOf(pause('service', 100, 10), '1')).toBeUndefined();
    expect(problemOf(pause('memberA', 100, 10), '3')).toBeUndefined();
    expect(problemOf(pause('service', 100, 10), '3')).toContain('needs one of them: Member A, Member B, Member C.');
    expect(problemOf(pause('memberA', 100, 10), '1')).toContain('There is no Member A in this scenario');
    expect(problemOf(pause('memberD', 100, 10), '3')).toContain('There is no Member D in this scenario');
  });
});
