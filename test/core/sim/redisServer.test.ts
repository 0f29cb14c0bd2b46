// The simulated Redis server as a process: expiry, disk, waiting clients, failover.
import { describe, expect, it } from 'vitest';
import { call, cancel, fork, open, type Program, sleep, take } from '../../../src/core/model/effects/effect';
import { command, type Request, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Settings } from '../../../src/core/model/scenario/scenario';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import { lines, play } from '../../support/play';

const at = (ms: number) => ({ kind: 'time', at: ms }) as const;

/** Sends a request at each time. Returns the answers; a failure is represented by its kind. */
function session(answers: unknown[], ...requests: readonly (readonly [number, Request, ProcessId?])[]) {
  return function* (): Program {
    let clock = 0;
    for (const [ms, request, to] of requests) {
      yield* sleep(fromMs(ms - clock));
      clock = ms;
      const reply = yield* call(to ?? 'nodeA', request, { timeout: fromMs(50) });
      answers.push(reply.kind === 'ok' ? reply.value : reply.kind === 'error' ? reply.message : reply.kind);
      clock += reply.kind === 'timeout' ? 50 : 20;
    }
  };
}

const set = (value: string, ms = 60_000) => command('SET', 'k', value, 'NX', 'PX', ms);
const get = command('GET', 'k');

describe('a key with a TTL', () => {
  it('is gone when the wall clock of its node says so, within the millisecond after', () => {
    const trace = play({ programs: { client1: session([], [0, set('a', 100)]) } });
    expect(lines(trace, ['entrySet', 'entryGone'])).toEqual(['10.0 nodeA entrySet', '111.0 nodeA entryGone']);
  });

  it('is gone at once when that clock jumps past it, and stays when it is set back', () => {
    const gone = (by: number) =>
      lines(
        play({
          programs: { client1: session([], [0, set('a', 1000)]) },
          faults: { ntp: { kind: 'clock-jump', process: 'nodeA', when: at(100), by } },
        }),
        ['entryGone'],
      );
    expect(gone(5000)).toEqual(['100.0 nodeA entryGone']);
    expect(gone(-500)).toEqual(['1511.0 nodeA entryGone']);
  });

  it('goes sooner on a clock that runs fast, and a slew moves it by what it corrects', () => {
    const gone = (fault: Fault) =>
      lines(play({ programs: { client1: session([], [0, set('a', 1000)]) }, faults: { fault } }), ['entryGone']);
    expect(gone({ kind: 'clock-drift', process: 'nodeA', when: at(0), ppm: 100_000, for: 'ever' })).toEqual([
      '920.0 nodeA entryGone',
    ]);
    expect(gone({ kind: 'clock-slew', process: 'nodeA', when: at(100), by: 200, over: 400 })).toEqual([
      '811.0 nodeA entryGone',
    ]);
  });

  it('lives on the clock of its node, not of the client', () => {
    const answers: Value[] = [];
    play({
      settings: { own: { client1: { clock: { offset: 100_000 } } } },
      programs: { client1: session(answers, [0, set('a', 200)], [100, get], [300, get]) },
    });
    expect(answers).toEqual(['OK', 'a', null]);
  });
});

describe('what a restarted node remembers', () => {
  type Nodes = Partial<Settings['nodes']>;
  const killed: Fault = { kind: 'crash', process: 'nodeA', when: at(3000), restartAfter: 200 };
  const dark: Fault = { kind: 'power-loss', process: 'nodeA', when: at(3000), restartAfter: 200 };
  it.each<[string, Nodes, Fault, Value[]]>([
    ['nothing without a file', {}, killed, [null, null]],
    ['everything written, when only the process was killed', { persistence: 'everysec' }, killed, ['old', 'new']],
    [
      'what was fsynced, after power loss: everysec loses what came after the last flush',
      { persistence: 'everysec' },
      dark,
      ['old', null],
    ],
    [
      'what was written more than a second before, on a healthy disk',
      { persistence: 'everysec' },
      { ...dark, when: at(3500) },
      ['old', 'new'],
    ],
    [
      'not even that on a slow disk, where a flush takes a second',
      { persistence: 'everysec', disk: 'slow' },
      { ...dark, when: at(3500) },
      ['old', null],
    ],
    ['everything, when each write waits for the disk', { persistence: 'always' }, dark, ['old', 'new']],
    ['not even that, when the disk lies', { persistence: 'always', disk: 'lies' }, dark, [null, null]],
    [
      'everything, when the disk lies but keeps its power',
      { persistence: 'always', disk: 'lies' },
      killed,
      ['old', 'new'],
    ],
  ])('%s', (_, nodes, fault, expected) => {
    const answers: Value[] = [];
    const key = (name: string) => command('SET', name, name, 'PX', 60_000);
    const trace = play({
      nodes,
      programs: {
        client1: session(
          answers,
          [0, key('old')],
          [2500, key('new')],
          [4000, command('GET', 'old')],
          [4100, command('GET', 'new')],
        ),
      },
      faults: { fault },
    });
    expect(answers.slice(2)).toEqual(expected);
    expect(eventsOf(trace, 'started').map((e) => e.kept)).toEqual([expected.filter((value) => value !== null).length]);
    const lost = eventsOf(trace, 'entryGone').filter((e) => e.cause === 2);
    expect(lost).toHaveLength(expected.filter((value) => value === null).length);
  });

  it('a key whose deletion was not on the disk is back again', () => {
    const answers: Value[] = [];
    const trace = play({
      nodes: { persistence: 'everysec' },
      programs: { client1: session(answers, [0, set('a')], [2900, command('DEL', 'k')], [4000, get]) },
      faults: { fault: { kind: 'power-loss', process: 'nodeA', when: at(3000), restartAfter: 200 } },
    });
    expect(answers).toEqual(['OK', 1, 'a']);
    expect(lines(trace, ['entrySet'])).toEqual(['10.0 nodeA entrySet', '3200.0 nodeA entrySet']);
  });

  it('a key that ran out while the node was away does not come back', () => {
    const answers: Value[] = [];
    play({
      nodes: { persistence: 'always' },
      programs: { client1: session(answers, [0, set('a', 1000)], [1500, get]) },
      faults: { fault: { kind: 'crash', process: 'nodeA', when: at(500), restartAfter: 800 } },
    });
    expect(answers).toEqual(['OK', null]);
  });
});

describe('a node that is not there', () => {
  it('refuses connections when its process is dead, and says nothing when its machine is dark', () => {
    const run = (kind: 'crash' | 'power-loss') => {
      const answers: Value[] = [];
      const trace = play({
        programs: { client1: session(answers, [0, get], [200, get]) },
        faults: { fault: { kind, process: 'nodeA', when: at(15), restartAfter: 'never' } },
      });
      return [answers, lines(trace, ['closed', 'timedOut', 'lost'])];
    };
    // The first answer left before the crash.
    expect(run('crash')).toEqual([
      [null, 'closed'],
      ['210.0 client1 lost', '220.0 client1 closed'],
    ]);
    expect(run('power-loss')).toEqual([
      [null, 'timeout'],
      ['210.0 client1 lost', '250.0 client1 timedOut'],
    ]);
  });

  it('closes the calls that are under way when its process dies', () => {
    const answers: Value[] = [];
    const trace = play({
      programs: { client1: session(answers, [0, get]) },
      faults: { fault: { kind: 'crash', process: 'nodeA', when: at(5), restartAfter: 'never' } },
    });
    expect(answers).toEqual(['closed']);
    expect(lines(trace, ['closed', 'timedOut'])).toEqual(['15.0 client1 closed']);
  });
});

describe('who has subscribed', () => {
  const valueIn = (reply: { readonly kind: string; readonly value?: Value }): Value => reply.value ?? reply.kind;

  it('is pushed what is published, once however often it asked, until it unsubscribes', () => {
    const heard: Value[] = [];
    const counted: unknown[] = [];
    const trace = play({
      programs: {
        *client1() {
          yield* open('nodeA', 'news');
          const inbox = yield* open('nodeA', 'news');
          heard.push(valueIn(yield* take(inbox, fromMs(200))));
          heard.push(valueIn(yield* take(inbox, fromMs(200))));
          yield* call('nodeA', command('UNSUBSCRIBE', 'news'));
          heard.push(valueIn(yield* take(inbox, fromMs(1000))));
        },
        client2: session(counted, [100, command('PUBLISH', 'news', 'one')], [400, command('PUBLISH', 'news', 'two')]),
      },
    });
    expect(heard).toEqual(['one', 'timeout', 'timeout']);
    expect(counted).toEqual([1, 0]);
    expect(lines(trace, ['waiting', 'woken'])).toEqual([
      '10.0 nodeA waiting',
      '30.0 nodeA waiting',
      '110.0 nodeA woken',
    ]);
  });

  it('hears nothing of what an earlier subscription had left', () => {
    const heard: Value[] = [];
    play({
      programs: {
        *client1() {
          yield* open('nodeA', 'news');
          yield* sleep(fromMs(300));
          yield* call('nodeA', command('UNSUBSCRIBE', 'news'));
          const inbox = yield* open('nodeA', 'news');
          heard.push(valueIn(yield* take(inbox, fromMs(400))));
        },
        client2: session([], [100, command('PUBLISH', 'news', 'one')], [500, command('PUBLISH', 'news', 'two')]),
      },
    });
    expect(heard).toEqual(['two']);
  });
});

describe('who blocks on a node', () => {
  const pop = (seconds: number) => command('BLPOP', 'list', seconds);
  it('BLPOP: one waiter wakes for one item, first come first served', () => {
    const [one, two]: unknown[][] = [[], []];
    const wait = (answers: unknown[], from: number) =>
      function* (): Program {
        yield* sleep(fromMs(from));
        const reply = yield* call('nodeA', pop(1));
        answers.push(reply.kind === 'ok' ? reply.value : reply.kind);
      };
    const trace = play({
      settings: { clients: 3 },
      programs: {
        client1: wait(one as unknown[], 0),
        client2: wait(two as unknown[], 1),
        client3: session([], [100, command('LPUSH', 'list', 'x')]),
      },
    });
    expect([one, two]).toEqual([[['list', 'x']], [null]]);
    expect(lines(trace, ['waiting', 'woken', 'entrySet', 'entryGone'])).toEqual([
      '10.0 nodeA waiting',
      '11.0 nodeA waiting',
      '110.0 nodeA entrySet',
      '110.0 nodeA entryGone',
      '110.0 nodeA woken',
    ]);
  });

  it('BLPOP: a waiter that died takes no item', () => {
    const answers: Value[] = [];
    play({
      programs: {
        *client1() {
          yield* call('nodeA', pop(0));
        },
        client2: session(answers, [100, command('LPUSH', 'list', 'x')], [200, command('LLEN', 'list')]),
      },
      faults: { kill: { kind: 'crash', process: 'client1', when: at(50), restartAfter: 'never' } },
    });
    expect(answers).toEqual([1, 1]);
  });

  it('WAIT answers how many replicas have the write, at once or when its time is up', () => {
    const acked = (nodes: Partial<Settings['nodes']>, need: number) => {
      const answers: Value[] = [];
      const trace = play({
        nodes,
        programs: { client1: session(answers, [0, set('a')], [20, command('WAIT', need, 20)]) },
      });
      return [answers[1], lines(trace, ['received'], ['client1'])[1]];
    };
    expect(acked({ replicas: 2, replicaLag: 5 }, 2)).toEqual([2, '40.0 client1 received']);
    expect(acked({ replicas: 2, replicaLag: 5 }, 3)).toEqual([2, '60.0 client1 received']);
    expect(acked({ replicas: 1, replicaLag: 'never' }, 1)).toEqual([0, '60.0 client1 received']);
    expect(acked({ replicas: 1, replicaLag: 15 }, 1)).toEqual([1, '50.0 client1 received']);
  });
});

describe('a failover', () => {
  const failover = (ms: number, more: object = {}): Fault =>
    ({ kind: 'failover', process: 'nodeA', when: at(ms), ...more }) as Fault;
  const afterwards = (replicaLag: number | 'never', fault: Fault, nodes: Partial<Settings['nodes']> = {}) => {
    const answers: Value[] = [];
    const trace = play({
      nodes: { replicas: 1, replicaLag, ...nodes },
      programs: { client1: session(answers, [0, set('a')], [200, get]) },
      faults: { fault },
    });
    return { answers, trace };
  };

  it('loses what had not reached the replica', () => {
    const { answers, trace } = afterwards(50, failover(30));
    expect(answers).toEqual(['OK', null]);
    expect(eventsOf(trace, 'promoted').map((e) => e.lost)).toEqual([1]);
  });

  it('keeps what had', () => {
    const { answers, trace } = afterwards(5, failover(30));
    expect(answers).toEqual(['OK', 'a']);
    expect(eventsOf(trace, 'promoted').map((e) => e.lost)).toEqual([0]);
  });

  it('promotes the replica that it is told to', () => {
    const { trace } = afterwards(5, failover(30, { promote: 'replicaA2' }), { replicas: 2 });
    expect(lines(trace, ['promoted'])).toEqual(['30.0 replicaA2 promoted']);
  });

  it('of a master that is only cut off leaves two masters, each with its clients', () => {
    const answers: Value[] = [];
    play({
      nodes: { replicas: 1, replicaLag: 5 },
      programs: {
        client1: session(answers, [100, set('behind')]),
        client2: session(answers, [200, set('front')], [300, get]),
      },
      faults: { split: failover(50, { cutOff: ['client1'] }) },
    });
    expect(answers).toEqual(['OK', 'OK', 'front']);
  });

  it('the promoted replica judges expiry by its own clock', () => {
    const answers: Value[] = [];
    play({
      nodes: { replicas: 1, replicaLag: 5 },
      settings: { own: { replicaA1: { clock: { offset: 60_000 } } } },
      programs: { client1: session(answers, [0, set('a', 30_000)], [200, get]) },
      faults: { fault: failover(100) },
    });
    expect(answers).toEqual(['OK', null]);
  });
});

describe('a run', () => {
  it('ends when nothing is left to happen, when its time is over, or when it has written too much', () => {
    const busy = function* (): Program {
      for (;;) yield* call('nodeA', get);
    };
    // The cancelled sleep would end long after the run.
    const putsOff = function* (): Program {
      const later = function* (): Program {
        yield* sleep(fromMs(1_000_000));
      };
      yield* cancel(yield* fork(later()));
    };
    expect(play({ programs: { client1: session([], [0, get]) } }).header.ended).toBe('quiet');
    expect(play({ programs: { client1: busy } }).header.ended).toBe('duration');
    expect(play({ programs: { client1: putsOff } }).header.ended).toBe('quiet');
    expect(play({ programs: { client1: busy }, settings: { latency: 0 } }).header.ended).toBe('bound');
  });

  it('names the faults that find no target', () => {
    const trace = play({
      programs: {},
      faults: { gone: { kind: 'pause', process: 'client7', when: at(1), for: 1 } },
    });
    expect(Object.keys(trace.header.missed)).toEqual(['gone']);
  });
});
