// Sentinels, as Redis documents them: which server is down for one of them and for enough of them, who is elected,
// which replica takes over, what clients learn, and what happens to the old master.
import { describe, expect, it, test } from 'vitest';
import { call, type Program, sleep } from '../../../src/core/model/effects/effect';
import { command, type Request } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { MinReplicasSettings, SentinelSettings, Settings } from '../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../src/core/model/trace/trace';
import { eventsOf, processId, textOf } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import '../../../src/core/run/parts';
import { commands } from '../../../src/core/sim/redis/commands';
import { readingCommands } from '../../../src/core/sim/sentinel/guard';
import { play } from '../../support/play';

const at = (ms: number) => ({ kind: 'time', at: ms }) as const;
const crash = (process: ProcessId, ms: number, restartAfter: number | 'never' = 'never'): Fault => ({
  kind: 'crash',
  process,
  when: at(ms),
  restartAfter,
});
const pause = (process: ProcessId, ms: number, length: number): Fault => ({
  kind: 'pause',
  process,
  when: at(ms),
  for: length,
});
const cut = (from: readonly ProcessId[], to: readonly ProcessId[], ms: number, length: number | 'ever'): Fault => ({
  kind: 'cut',
  from,
  to,
  bothWays: true,
  when: at(ms),
  for: length,
});
const set = (key: string): Request => command('SET', key, key, 'PX', 60_000);
const get = (key: string): Request => command('GET', key);

interface Played {
  readonly requests?: readonly (readonly [number, Request])[];
  readonly of2?: readonly (readonly [number, Request])[];
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly sentinels?: SentinelSettings;
  readonly minReplicas?: MinReplicasSettings;
  readonly nodes?: Partial<Settings['nodes']>;
  readonly duration?: number;
  readonly loss?: number;
  readonly seed?: number;
}

function run({
  requests = [],
  of2 = [],
  faults = {},
  sentinels,
  minReplicas,
  nodes,
  duration = 6000,
  loss = 0,
  seed = 1,
}: Played) {
  const answers: string[][] = [[], []];
  const asking = (i: number, all: typeof requests) =>
    function* (): Program {
      let now = 0;
      for (const [ms, request] of all) {
        yield* sleep(fromMs(ms - now));
        now = ms;
        const reply = yield* call('nodeA', request, { timeout: fromMs(100) });
        // The clock goes on while the client waits.
        now += reply.kind === 'timeout' ? 100 : 20;
        answers[i]?.push(
          reply.kind === 'ok' ? String(reply.value) : reply.kind === 'error' ? reply.message : reply.kind,
        );
      }
    };
  const trace = play({
    programs: { client1: asking(0, requests), client2: asking(1, of2) },
    nodes: { count: 1, replicas: 1, replicaLag: 2, ...nodes },
    settings: {
      latency: 10,
      duration,
      loss,
      sentinels: { count: 3, downAfter: 1000, failoverTimeout: 5000, ...sentinels },
      ...(minReplicas && { minReplicas }),
    },
    faults,
    seed,
  });
  return { trace, answers };
}

/** `sentinel1 +sdown nodeA`, in order. */
const said = (trace: Trace): readonly string[] =>
  eventsOf(trace, 'step')
    .filter(({ process }) => processId(trace, process).startsWith('sentinel'))
    .map(({ process, text }) => `${processId(trace, process)} ${textOf(trace, text)}`);
const count = (trace: Trace, event: string): number => said(trace).filter((one) => one.includes(` ${event}`)).length;
const promoted = (trace: Trace): readonly string[] =>
  eventsOf(trace, 'promoted').map(({ process, lost }) => `${processId(trace, process)} −${lost}`);

describe('a master that dies', () => {
  it('is replaced once enough sentinels find it down and one is elected, and clients are told', () => {
    const { trace, answers } = run({
      requests: [
        [100, set('a')],
        [4000, get('a')],
      ],
      faults: { dies: crash('nodeA', 500) },
    });
    expect(promoted(trace)).toEqual(['replicaA1 −0']);
    expect(['+sdown nodeA', '+elected-leader', '+switch-master'].map((event) => count(trace, event))).toEqual([
      3, 1, 3,
    ]);
    expect(count(trace, '+odown')).toBeGreaterThan(0);
    const [first] = eventsOf(trace, 'promoted');
    expect(first?.at).toBeGreaterThan(fromMs(1000));
    expect(first?.at).toBeLessThan(fromMs(2300));
    expect(answers[0]).toEqual(['OK', 'a']);
  });

  it('loses what its replica did not get, and that is counted', () => {
    const { trace } = run({
      requests: [
        [100, set('a')],
        [200, set('b')],
      ],
      nodes: { replicaLag: 5000 },
      faults: { dies: crash('nodeA', 500) },
    });
    expect(promoted(trace)).toEqual(['replicaA1 −2']);
  });

  it('follows the new one when it comes back, and loses what it had alone', () => {
    const { trace } = run({
      requests: [[100, set('a')]],
      nodes: { persistence: 'always', replicaLag: 3000 },
      faults: { dies: crash('nodeA', 500, 4000) },
      duration: 20_000,
    });
    expect(promoted(trace)).toEqual(['replicaA1 −1']);
    expect(count(trace, '+convert-to-slave nodeA')).toBeGreaterThan(0);
    const lost = eventsOf(trace, 'entryGone').filter(({ process }) => processId(trace, process) === 'nodeA');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.at).toBeGreaterThan(fromMs(12_000));
  });

  it('is replaced by the replica that has the most, and the others follow that one', () => {
    const { trace, answers } = run({
      requests: [
        [300, set('a')],
        [4500, get('a')],
      ],
      nodes: { replicas: 3 },
      faults: { behind: cut(['nodeA'], ['replicaA1', 'replicaA3'], 100, 3000), dies: crash('nodeA', 600) },
    });
    expect(promoted(trace)).toEqual(['replicaA2 −0']);
    expect(count(trace, '+slave-reconf-sent')).toBe(2);
    expect(answers[0]).toEqual(['OK', 'a']);
    const have = eventsOf(trace, 'entrySet').map(({ process }) => processId(trace, process));
    expect(new Set(have)).toEqual(new Set(['nodeA', 'replicaA1', 'replicaA2', 'replicaA3']));
  });

  it('is not replaced without a replica, without the quorum, or without a majority', () => {
    const dies = crash('nodeA', 500);
    const alone = run({ nodes: { replicas: 0 }, faults: { dies } }).trace;
    expect([promoted(alone), count(alone, '-failover-abort-no-good-slave')]).toEqual([[], 1]);
    const strict = run({ sentinels: { quorum: 4 }, faults: { dies } }).trace;
    expect([promoted(strict), count(strict, '+odown'), count(strict, '+sdown nodeA')]).toEqual([[], 0, 3]);
    const others = { second: crash('sentinel2', 400), third: crash('sentinel3', 400) };
    const minority = run({ sentinels: { quorum: 1 }, faults: { ...others, dies }, duration: 9000 }).trace;
    expect([promoted(minority), count(minority, '+odown')]).toEqual([[], 1]);
    expect(count(minority, '-failover-abort-not-elected')).toBe(1);
  });

  it('is replaced later when the first try came to nothing: after twice the failover timeout', () => {
    const faults = { dies: crash('nodeA', 500), away: crash('replicaA1', 400, 6000) };
    const { trace } = run({ sentinels: { failoverTimeout: 3000 }, faults, duration: 12_000 });
    expect(count(trace, '+try-failover')).toBeGreaterThan(1);
    expect(eventsOf(trace, 'promoted')[0]?.at).toBeGreaterThan(fromMs(7000));
  });
});

test('a sentinel that was away hears of the new master from the others', () => {
  const { trace } = run({ faults: { dies: crash('nodeA', 500), away: crash('sentinel3', 300, 4000) }, duration: 9000 });
  expect(said(trace)).toContain('sentinel3 +switch-master replicaA1');
});

test('clients that no sentinel reaches stay with the old master, which goes on: two masters', () => {
  const side = ['client1', 'nodeA', 'sentinel1'] as const;
  const { trace, answers } = run({
    requests: [[4000, set('mine')]],
    of2: [[4000, set('theirs')]],
    faults: { split: cut(side, ['client2', 'replicaA1', 'sentinel2', 'sentinel3'], 500, 'ever') },
  });
  expect(promoted(trace)).toEqual(['replicaA1 −0']);
  expect(answers).toEqual([['OK'], ['OK']]);
});

test('one sentinel with a quorum of 1 and a cable of its own replaces a master that all others see', () => {
  const faults = { cable: cut(['sentinel1'], ['nodeA'], 500, 'ever') };
  expect(promoted(run({ faults }).trace)).toEqual([]);
  expect(promoted(run({ faults, sentinels: { quorum: 1 } }).trace)).toEqual(['replicaA1 −0']);
});

describe('a sentinel whose time jumps', () => {
  const tilted = (faults: Played['faults']) => run({ faults: { dies: crash('nodeA', 500), ...faults } }).trace;
  const jump = (process: ProcessId): Fault => ({ kind: 'clock-jump', process, by: 5000, when: at(400) });

  it('does nothing but watch, and the others need their majority without it', () => {
    const one = tilted({ first: jump('sentinel1') });
    expect([count(one, '+tilt'), promoted(one)]).toEqual([1, ['replicaA1 −0']]);
    expect(said(one).filter((event) => event.startsWith('sentinel1 +sdown'))).toEqual([]);
    const two = tilted({ first: jump('sentinel1'), second: jump('sentinel2') });
    expect([count(two, '+tilt'), promoted(two)]).toEqual([2, []]);
  });

  it('sees a pause of its own in the same way', () => {
    expect(count(tilted({ stops: pause('sentinel1', 600, 2500) }), '+tilt')).toBe(1);
    expect(count(tilted({ stops: pause('sentinel1', 600, 1500) }), '+tilt')).toBe(0);
  });
});

test('a master that is paused for longer than down-after is replaced though it lives', () => {
  const { trace } = run({ faults: { stops: pause('nodeA', 500, 3000) }, duration: 14_000 });
  expect(promoted(trace)).toEqual(['replicaA1 −0']);
  expect(count(trace, '-sdown nodeA')).toBe(3);
  expect(count(trace, '+convert-to-slave nodeA')).toBeGreaterThan(0);
  expect(promoted(run({ faults: { stops: pause('nodeA', 500, 800) } }).trace)).toEqual([]);
});

describe('a master that counts its replicas', () => {
  const split = { split: cut(['nodeA'], ['replicaA1'], 1000, 4000) };
  const asked = [900, 1500, 4500, 7500].map((ms) => [ms, set('a')] as const);
  const minReplicas = { toWrite: 1, maxLag: 1 };
  const noReplicas = 'NOREPLICAS Not enough good replicas to write.';

  it('refuses writes once none has reported for longer than the lag, and not before', () => {
    const { answers } = run({ requests: asked, faults: split, minReplicas, sentinels: { count: 0 }, duration: 9000 });
    expect(answers[0]).toEqual(['OK', 'OK', noReplicas, 'OK']);
  });

  it('answers reads all the same, and wants as many as it is told', () => {
    const { answers } = run({
      requests: [
        [900, set('a')],
        [4500, get('a')],
      ],
      faults: split,
      minReplicas: { toWrite: 2, maxLag: 1 },
      nodes: { replicas: 2 },
      sentinels: { count: 0 },
    });
    expect(answers[0]).toEqual(['OK', 'a']);
    const none = run({ requests: [[100, set('a')]], minReplicas: { toWrite: 2, maxLag: 1 }, sentinels: { count: 0 } });
    expect(none.answers[0]).toEqual([noReplicas]);
  });
});

test('a server that is killed while its machine sleeps and its link is cut closes its connections once the link is whole', () => {
  const { trace } = run({
    faults: {
      sleeps: { kind: 'suspend', process: 'replicaA1', when: at(100), for: 800 },
      deaf: cut(['sentinel1'], ['replicaA1'], 50, 2000),
      dies: crash('replicaA1', 500),
    },
  });
  expect(said(trace)).toContain('sentinel1 +sdown replicaA1');
});

test('a sentinel that hears of a newer failover gives up its own', () => {
  for (let seed = 0; seed < 40; seed++) {
    const sentinels = { quorum: 1, downAfter: 100, failoverTimeout: 2000 };
    const { trace } = run({
      sentinels,
      seed,
      duration: 25_000,
      loss: 0.05,
      nodes: { replicas: 2, replicaLag: 'never' },
    });
    const masters = new Map<string, string>();
    for (const text of trace.strings) {
      const [, master, epoch] = /hello \S+ (\S+) (\d+)$/.exec(text) ?? [];
      if (master === undefined || epoch === undefined) continue;
      expect(masters.get(epoch) ?? master).toBe(master);
      masters.set(epoch, master);
    }
  }
});

test('a replica refuses writes', () => {
  const { trace, answers } = run({
    requests: [[15_000, set('a')]],
    faults: {
      stops: pause('nodeA', 500, 3000),
      deaf: cut(['client1'], ['sentinel1', 'sentinel2', 'sentinel3'], 100, 'ever'),
    },
    duration: 17_000,
  });
  expect(count(trace, '+convert-to-slave nodeA')).toBeGreaterThan(0);
  expect(answers[0]).toEqual(["READONLY You can't write against a read only replica."]);
});

test('every command either reads or writes', () => {
  const ofNode = ['SUBSCRIBE', 'UNSUBSCRIBE', 'WAIT', 'INFO'];
  const reading = [...commands.keys()].filter((name) => readingCommands.has(name));
  expect([...reading, ...ofNode].sort()).toEqual([...readingCommands].sort());
  const writing = [...commands.keys()].filter((name) => !readingCommands.has(name)).sort();
  expect(writing).toMatchInlineSnapshot(`
    [
      "BLPOP",
      "DEL",
      "DELEX",
      "EXPIRE",
      "FLUSHALL",
      "GETSET",
      "HDEL",
      "HINCRBY",
      "HSET",
      "INCR",
      "INCRBY",
      "LPOP",
      "LPUSH",
      "PERSIST",
      "PEXPIRE",
      "PEXPIREAT",
      "RPUSH",
      "SET",
      "SETNX",
    ]
  `);
});

test('the same seed gives the same run, and another one another election', () => {
  const dies = { dies: crash('nodeA', 500) };
  expect(said(run({ faults: dies }).trace)).toEqual(said(run({ faults: dies }).trace));
  const leaders = new Set(
    Array.from({ length: 12 }, (_, seed) =>
      said(run({ faults: dies, seed }).trace).find((one) => one.includes('+elected')),
    ),
  );
  expect(leaders.size).toBeGreaterThan(1);
});
