// Masters and replicas: what has arrived, what is lost, which replica follows which master.
import { describe, expect, it } from 'vitest';
import { call, mono, type Program, sleep } from '../../../src/core/model/effects/effect';
import { command, type Request } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Settings } from '../../../src/core/model/scenario/scenario';
import { eventsOf, processId } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import { lines, play } from '../../support/play';

const at = (ms: number) => ({ kind: 'time', at: ms }) as const;
const set = (key: string, ms = 60_000) => command('SET', key, key, 'PX', ms);
const get = (key: string) => command('GET', key);

const failover = (ms: number, more: object = {}): Fault =>
  ({ kind: 'failover', process: 'nodeA', when: at(ms), ...more }) as Fault;
const crash = (process: ProcessId, ms: number, restartAfter: number | 'never'): Fault => ({
  kind: 'crash',
  process,
  when: at(ms),
  restartAfter,
});
const dark = (process: ProcessId, ms: number, restartAfter: number | 'never'): Fault => ({
  kind: 'power-loss',
  process,
  when: at(ms),
  restartAfter,
});
const cut = (from: ProcessId, to: ProcessId, ms: number, length: number | 'ever'): Fault => ({
  kind: 'cut',
  from: [from],
  to: [to],
  bothWays: true,
  when: at(ms),
  for: length,
});

it('an older replica that was promoted does not know what its master knew, and keeps the key', () => {
  const requests = [
    [100, set('a')],
    [200, command('DELEX', 'a', 'IFEQ', 'b')],
    [600, command('DELEX', 'a', 'IFEQ', 'a')],
    [700, command('SET', 'a', 'b', 'IFEQ', 'a')],
    [800, get('a')],
  ] as const;
  const faults = { over: failover(400) };
  const older = { versions: { replicas: 'older' } } as const;
  expect(asked({ requests, nodes: { replicas: 1 }, settings: older, faults }).answers).toEqual([
    'OK',
    0,
    'error',
    'error',
    'a',
  ]);
  expect(asked({ requests, nodes: { replicas: 1 }, faults }).answers).toEqual(['OK', 0, 1, null, null]);
});

interface Played {
  readonly requests: readonly (readonly [number, Request])[];
  readonly nodes?: Partial<Settings['nodes']>;
  readonly settings?: Partial<Settings>;
  readonly faults?: Record<string, Fault>;
}

/**
 * Sends a request at each time to the server that answers for node A. Returns the answers and the trace; a failure is
 * represented by its kind.
 */
function asked({ requests, nodes, settings, faults = {} }: Played) {
  const answers: unknown[] = [];
  const program = function* (): Program {
    for (const [ms, request] of requests) {
      yield* sleep(fromMs(ms) - (yield* mono()));
      const reply = yield* call('nodeA', request, { timeout: fromMs(1000) });
      answers.push(reply.kind === 'ok' ? reply.value : reply.kind);
    }
  };
  const trace = play({
    nodes: { replicas: 1, replicaLag: 50, ...nodes },
    settings: { clients: 1, ...settings },
    programs: { client1: program },
    faults,
  });
  return { answers, trace };
}

describe('what is under way to a replica', () => {
  it('gets there, though its master is dead by then', () => {
    const faults = { kill: crash('nodeA', 30, 'never'), over: failover(100) };
    expect(
      asked({
        requests: [
          [0, set('a')],
          [200, get('a')],
        ],
        faults,
      }).answers,
    ).toEqual(['OK', 'a']);
  });

  it('gets there, though the link is cut by then; what is written meanwhile is sent when it is whole', () => {
    const faults = { cut: cut('nodeA', 'replicaA1', 30, 200) };
    const { trace } = asked({
      requests: [
        [0, set('a')],
        [50, set('b')],
      ],
      faults,
    });
    expect(lines(trace, ['replicated'])).toEqual(['60.0 replicaA1 replicated', '280.0 replicaA1 replicated']);
  });

  it('counts for WAIT only when the master hears of it', () => {
    const wait = command('WAIT', 1, 150);
    const run = (faults: Record<string, Fault>) =>
      asked({
        requests: [
          [0, set('a')],
          [100, wait],
          [400, wait],
        ],
        faults,
      }).answers;
    expect(run({})).toEqual(['OK', 1, 1]);
    expect(run({ cut: cut('nodeA', 'replicaA1', 50, 250) })).toEqual(['OK', 0, 1]);
    expect(run({ kill: crash('replicaA1', 90, 'never') })).toEqual(['OK', 0, 0]);
  });

  it('counts as connected for as long as its connection is kept', () => {
    const info = command('INFO', 'replication');
    const connected = (ms: number, faults: Record<string, Fault>, settings = {}) =>
      /connected_slaves:(\d)/.exec(String(asked({ requests: [[ms, info]], faults, settings }).answers[0]))?.[1];
    const silent = { cut: cut('nodeA', 'replicaA1', 10, 'ever') };
    const left = { failover: failover(10, { cutOff: ['client1'] }) };
    expect(connected(100, {})).toBe('1');
    expect(connected(100, { kill: crash('replicaA1', 10, 'never') })).toBe('0');
    expect(connected(100, { kill: crash('replicaA1', 10, 50) })).toBe('1');
    const long = { duration: 70_000 };
    for (const faults of [silent, left]) {
      expect(connected(60_000, faults, long)).toBe('1');
      expect(connected(60_100, faults, long)).toBe('0');
    }
    // The master that it has left hears of that when the cut ends.
    const healed = { cut: cut('nodeA', 'replicaA1', 5, 100), failover: failover(10, { cutOff: ['client1'] }) };
    expect(connected(50, healed)).toBe('1');
  });

  it('waits while the replica is paused', () => {
    const pause: Fault = { kind: 'pause', process: 'replicaA1', when: at(30), for: 100 };
    const { trace } = asked({ requests: [[0, set('a')]], faults: { pause } });
    expect(lines(trace, ['replicated', 'resumed'])).toEqual(['130.0 replicaA1 resumed', '130.0 replicaA1 replicated']);
  });
});

it('a replica knows whose a key is that took the place of an expired one in one command', () => {
  // The clock jumps at the instant at which the second SET arrives, before the server has looked for expired keys.
  const jump: Fault = { kind: 'clock-jump', process: 'nodeA', when: at(40), by: 5000 };
  const again = command('SET', 'a', 'b', 'NX');
  const { trace } = asked({
    requests: [
      [0, set('a', 1000)],
      [30, again],
    ],
    faults: { jump },
  });
  expect(
    eventsOf(trace, 'entrySet').map(({ process, peer }) => [processId(trace, process), processId(trace, peer)]),
  ).toEqual([
    ['nodeA', 'client1'],
    ['nodeA', 'client1'],
    ['replicaA1', 'client1'],
    ['replicaA1', 'client1'],
  ]);
});

describe('a failover', () => {
  const requests = [
    [0, set('a')],
    [300, set('b')],
    [600, get('a')],
    [700, get('b')],
  ] as const;

  it.each<[string, Record<string, Fault>, unknown[]]>([
    [
      'to a second replica, when the first has died in its turn',
      { one: failover(200), two: failover(500) },
      ['a', 'b'],
    ],
    [
      'back to the old master, which has come back as a replica',
      {
        one: failover(200),
        back: { kind: 'restart', process: 'nodeA', when: at(250) },
        two: failover(500, { promote: 'nodeA' as never }),
      },
      ['a', 'b'],
    ],
    [
      'to a replica that is paused does not happen',
      {
        p: { kind: 'pause', process: 'replicaA2', when: at(190), for: 50 },
        one: failover(200, { promote: 'replicaA2' }),
      },
      ['a', 'b'],
    ],
  ])('%s', (_, faults, expected) => {
    expect(asked({ requests, nodes: { replicas: 2 }, faults }).answers.slice(2)).toEqual(expected);
  });

  it('leaves the other replicas what they have, until the whole of the new master arrives', () => {
    // The second replica had the key, and the first one did not. It is promoted while a full copy of the first one is
    // under way.
    const faults = { cut: cut('nodeA', 'replicaA1', 0, 'ever'), one: failover(200), two: failover(220) };
    const { answers, trace } = asked({
      requests: [
        [0, set('a')],
        [400, get('a')],
      ],
      nodes: { replicas: 2 },
      faults,
    });
    expect(answers).toEqual(['OK', 'a']);
    expect(lines(trace, ['promoted'])).toEqual(['200.0 replicaA1 promoted', '220.0 replicaA2 promoted']);
  });

  it('takes from the other replicas what the new master never had', () => {
    const faults = { cut: cut('nodeA', 'replicaA1', 0, 'ever'), one: failover(200) };
    const { trace } = asked({ requests: [[0, set('a')]], nodes: { replicas: 2 }, faults });
    expect(lines(trace, ['entrySet', 'entryGone'])).toEqual([
      '10.0 nodeA entrySet',
      '60.0 replicaA2 entrySet',
      '200.0 nodeA entryGone',
      '250.0 replicaA2 entryGone',
    ]);
  });

  it('of a master that is cut off does not make a replica of it when it restarts: it has not heard of it', () => {
    const faults = { split: failover(100, { cutOff: ['client1'] }), again: crash('nodeA', 150, 10) };
    expect(
      asked({
        requests: [
          [200, set('b')],
          [300, get('b')],
        ],
        faults,
      }).answers,
    ).toEqual(['OK', 'b']);
  });
});

describe('the disk of a replica', () => {
  it.each<[string, number, unknown]>([
    ['has after a second what it was told', 1600, 'a'],
    ['has not what is younger', 900, null],
  ])('%s', (_, lostAt, expected) => {
    // It comes back alone, and its master is dead. It only has what is on its own disk.
    const faults = {
      kill: crash('nodeA', lostAt, 'never'),
      dark: dark('replicaA1', lostAt, 50),
      over: failover(lostAt + 100),
    };
    const requests = [
      [0, set('a')],
      [lostAt + 500, get('a')],
    ] as const;
    expect(asked({ requests, nodes: { persistence: 'everysec' }, faults }).answers).toEqual(['OK', expected]);
  });
});

describe('a key that is past at a replica', () => {
  const early = {
    settings: { own: { replicaA1: { clock: { offset: 500 } } } },
    requests: [[0, set('a', 1000)]],
  } as const;

  it('is gone for whoever may ask, by the clock of the replica, and once', () => {
    const { trace } = asked(early);
    expect(lines(trace, ['entryGone'])).toEqual(['511.0 replicaA1 entryGone', '1011.0 nodeA entryGone']);
  });

  it('is there again when that clock is set back before its master has freed it', () => {
    const back: Fault = { kind: 'clock-jump', process: 'replicaA1', when: at(600), by: -500 };
    const { trace } = asked({ ...early, faults: { back } });
    expect(lines(trace, ['entrySet', 'entryGone'], ['replicaA1'])).toEqual([
      '60.0 replicaA1 entrySet',
      '511.0 replicaA1 entryGone',
      '600.0 replicaA1 entrySet',
      '1011.0 replicaA1 entryGone',
    ]);
  });
});

describe('a server that is paused', () => {
  const pause = (ms: number, length: number): Fault => ({ kind: 'pause', process: 'nodeA', when: at(ms), for: length });

  it('writes nothing to its disk until it runs again', () => {
    const run = (faults: Record<string, Fault>) =>
      lines(asked({ requests: [[0, set('a')]], nodes: { replicas: 0, persistence: 'everysec' }, faults }).trace, [
        'synced',
      ]);
    expect(run({})).toEqual(['1000.0 nodeA synced']);
    expect(run({ stop: pause(500, 3000) })).toEqual(['4000.0 nodeA synced']);
  });

  it('tells its replicas nothing until it runs again', () => {
    const faults = { cut: cut('nodeA', 'replicaA1', 0, 100), stop: pause(80, 200) };
    const { trace } = asked({ requests: [[0, set('a')]], faults });
    expect(lines(trace, ['replicated', 'resumed'])).toEqual(['280.0 nodeA resumed', '330.0 replicaA1 replicated']);
  });

  it('has no key that is past, though it cannot free it', () => {
    const { answers, trace } = asked({
      requests: [
        [0, set('a', 100)],
        [150, get('a')],
      ],
      nodes: { replicas: 0 },
      faults: { stop: pause(50, 500) },
    });
    expect(lines(trace, ['entryGone', 'resumed'])).toEqual(['111.0 nodeA entryGone', '550.0 nodeA resumed']);
    expect(answers).toEqual(['OK', null]);
  });
});

it('BLPOP waits on the clock of the server: a machine that sleeps does not count', () => {
  const lid: Fault = { kind: 'suspend', process: 'nodeA', when: at(500), for: 2000 };
  const { trace } = asked({ requests: [[0, command('BLPOP', 'list', 0.9)]], nodes: { replicas: 0 }, faults: { lid } });
  expect(lines(trace, ['received'], ['nodeA'])).toEqual(['2910.0 nodeA received']);
});
