// A call as its sender sees it, and the link over which it travels.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CutFault } from '../../../src/core/faults/cut';
import type { PauseFault } from '../../../src/core/faults/pause';
import type { SuspendFault } from '../../../src/core/faults/suspend';
import { all, call, fork, mono, type Program, quorum, sleep, step, to } from '../../../src/core/model/effects/effect';
import { command, type Reply } from '../../../src/core/model/effects/request';
import { nodeId } from '../../../src/core/model/scenario/processId';
import { eventsOf, textOf } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import { lines, play } from '../../support/play';
import { nobodyActsWhileStopped } from '../../support/rules/processes';
import { brokenRules } from '../../support/rules/rule';

const set = (value: string) => command('SET', 'k', value, 'NX', 'PX', 5000);
const get = command('GET', 'k');

/** A program that makes calls and keeps the replies. */
const asks = (replies: Reply[], ...requests: Parameters<typeof call>[1][]) =>
  function* (): Program {
    for (const request of requests) replies.push(yield* call('nodeA', request, { timeout: fromMs(50) }));
  };

const cutOf = (length: number): CutFault => ({
  kind: 'cut',
  when: { kind: 'time', at: 0 },
  from: ['client1'],
  to: ['nodeA'],
  bothWays: true,
  for: length,
});

type StopFault = PauseFault | SuspendFault;

const stopOf = (length: number): SuspendFault => ({
  kind: 'suspend',
  process: 'client1',
  when: { kind: 'time', at: 100 },
  for: length,
});

describe('a call', () => {
  it('takes the way there and the way back', () => {
    const replies: Reply[] = [];
    let took = 0;
    play({
      programs: {
        *client1() {
          const from = yield* mono();
          replies.push(yield* call('nodeA', set('mine')));
          took = (yield* mono()) - from;
        },
      },
    });
    expect(replies).toEqual([{ kind: 'ok', value: 'OK' }]);
    expect(took).toBe(fromMs(20));
  });

  it('that timed out was applied all the same, and its answer is late', () => {
    const replies: Reply[] = [];
    const trace = play({
      programs: { client1: asks(replies, set('mine'), get) },
      faults: { slow: { kind: 'delay', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 }, by: 60 } },
    });
    expect(replies[0]).toEqual({ kind: 'timeout' });
    // The second answer travels behind the first one on the same connection, and arrives at 80. Its own timeout is at
    // 100.
    expect(replies[1]).toEqual({ kind: 'ok', value: 'mine' });
    expect(lines(trace, ['timedOut', 'late', 'received'], ['client1'])).toEqual([
      '50.0 client1 timedOut',
      '80.0 client1 late',
      '80.0 client1 received',
    ]);
  });

  it('that a timeout gives up on with its connection can be overtaken by the next', () => {
    const run = (reconnect: boolean) => {
      const replies: Reply[] = [];
      play({
        programs: {
          *client1() {
            yield* call('nodeA', set('mine'), { timeout: fromMs(50), reconnect });
            replies.push(yield* call('nodeA', command('DEL', 'k')));
            yield* sleep(fromMs(500));
            replies.push(yield* call('nodeA', get));
          },
        },
        faults: { slow: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }, by: 200 } },
      });
      return replies.map((reply) => (reply.kind === 'ok' ? reply.value : reply.kind));
    };
    expect(run(false)).toEqual([1, null]);
    expect(run(true)).toEqual([0, 'mine']);
  });

  it('whose request is lost leaves no trace at the server', () => {
    const replies: Reply[] = [];
    const trace = play({
      programs: { client1: asks(replies, set('mine'), get) },
      faults: { lost: { kind: 'lose', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 } } },
    });
    expect(replies).toEqual([{ kind: 'timeout' }, { kind: 'ok', value: null }]);
    expect(eventsOf(trace, 'lost').map((e) => e.cause)).toEqual([0]);
  });

  it('waits for all, or for as many as are needed, or until they can no longer come', () => {
    const counts: number[] = [];
    const answered: number[] = [];
    const faults = Object.fromEntries(
      [2, 3, 4].map((i) => [
        `cut${i}`,
        { kind: 'cut', when: { kind: 'time', at: 0 }, from: ['client1'], to: [nodeId(i)], bothWays: true, for: 'ever' },
      ]),
    ) as never;
    const nodes = Array.from({ length: 5 }, (_, i) => nodeId(i));
    const calls = nodes.map((node) => to(node, set('mine'), { timeout: fromMs(100) }));
    play({
      nodes: { count: 5 },
      programs: {
        *client1() {
          const two = yield* quorum(calls, 2);
          counts.push(two.granted, two.replies.filter((r) => r === null).length);
          answered.push(yield* mono());
          const three = yield* quorum(
            nodes.map((node) => to(node, get, { timeout: fromMs(100) })),
            3,
          );
          counts.push(three.granted);
          const every = yield* all(nodes.map((node) => to(node, get, { timeout: fromMs(100) })));
          counts.push(every.filter((r) => r.kind === 'ok').length);
        },
      },
      faults,
    });
    expect(counts).toEqual([2, 3, 2, 2]);
    expect(answered).toEqual([fromMs(20)]);
  });
});

describe('a link', () => {
  it('keeps the order of a connection whatever the latencies are', () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const values: unknown[] = [];
        play({
          seed,
          settings: { latency: { min: 1, p50: 20, p99: 200, max: 400 } },
          programs: {
            *client1() {
              const increments = Array.from({ length: 20 }, () => to(nodeId(0), command('INCR', 'n')));
              for (const reply of yield* all(increments)) values.push(reply.kind === 'ok' ? reply.value : reply);
            },
          },
        });
        expect(values).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      }),
      { numRuns: 20 },
    );
  });

  it('has a latency of its own in each direction', () => {
    const trace = play({
      settings: { own: { client1: { latencyTo: { nodeA: 30 } }, nodeA: { latency: 5 } } },
      programs: { client1: asks([], get) },
    });
    expect(lines(trace, ['arrived'])).toEqual(['30.0 nodeA arrived', '35.0 client1 arrived']);
  });

  it('loses about the share that it is told to', () => {
    const trace = play({
      settings: { loss: 0.2, latency: 1 },
      programs: {
        *client1() {
          for (let i = 0; i < 1000; i++) yield* call('nodeA', get, { timeout: fromMs(5) });
        },
      },
    });
    const share = eventsOf(trace, 'lost').length / eventsOf(trace, 'sent').length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
  });

  it('does not reshuffle the others when one message is moved', () => {
    const arrivals = (faults: object) => {
      const trace = play({
        settings: { latency: { min: 1, p50: 20, p99: 200, max: 400 } },
        nodes: { count: 3 },
        programs: {
          *client1() {
            yield* all([0, 1, 2].map((i) => to(nodeId(i), get)));
          },
        },
        faults: faults as never,
      });
      return lines(trace, ['arrived'], ['nodeB', 'nodeC']);
    };
    const moved = { late: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }, by: 7 } };
    expect(arrivals(moved)).toEqual(arrivals({}));
  });

  it('that is cut holds up what is sent, not what is under way', () => {
    const replies: Reply[] = [];
    const trace = play({
      programs: { client1: asks(replies, set('mine'), get) },
      faults: { cut: { ...cutOf(30), when: { kind: 'time', at: 5 }, bothWays: false } },
    });
    expect(replies.map((r) => r.kind)).toEqual(['ok', 'timeout']);
    // Sent at 20 ms, and again 200 ms later.
    expect(lines(trace, ['stalled', 'resent'])).toEqual(['20.0 client1 stalled', '220.0 client1 resent']);
  });

  it.each<[number, readonly string[]]>([
    [150, ['200.0 client1 resent', '210.0 nodeA arrived']],
    [250, ['400.0 client1 resent', '410.0 nodeA arrived']],
    [500, ['800.0 client1 resent', '810.0 nodeA arrived']],
    [2000, ['3200.0 client1 resent', '3210.0 nodeA arrived']],
  ])('is tried 200, 400, 800 … ms after the first time: a cut of %i ms', (length, expected) => {
    const trace = play({
      programs: { client1: asks([], set('mine')) },
      faults: { cut: { ...cutOf(length), bothWays: false } },
    });
    expect(lines(trace, ['resent', 'arrived'], ['client1', 'nodeA']).slice(0, 2)).toEqual(expected);
  });

  // 100 ms of the first 200 have passed when the machine falls asleep, and 100 are left when it wakes at 1,000 ms.
  it.each<[string, StopFault, string]>([
    ['goes on', { ...stopOf(900), kind: 'pause' }, '200.0 client1 resent'],
    ['stands still while its machine sleeps', stopOf(900), '1100.0 client1 resent'],
    ['stands still while its machine is moved', { ...stopOf(900), wallClock: 'stands' }, '1100.0 client1 resent'],
  ])('whose sender is stopped: its kernel %s', (_, stop, expected) => {
    const trace = play({
      programs: { client1: asks([], set('mine')) },
      faults: { cut: { ...cutOf(150), bothWays: false }, stop },
    });
    expect(lines(trace, ['resent'])).toEqual([expected]);
    expect(brokenRules(trace, [nobodyActsWhileStopped])).toEqual([]);
  });

  it('is not sent again by a machine that loses its power in its sleep', () => {
    const trace = play({
      programs: { client1: asks([], set('mine')) },
      faults: {
        cut: { ...cutOf(150), bothWays: false },
        stop: stopOf(900),
        dark: { kind: 'power-loss', process: 'client1', when: { kind: 'time', at: 500 }, restartAfter: 'never' },
      },
    });
    expect(lines(trace, ['resent', 'lost'])).toEqual(['500.0 client1 lost']);
  });

  it('keeps the order of what waits, and of what is sent after the cut', () => {
    const trace = play({
      programs: {
        *client1() {
          yield* call('nodeA', command('SET', 'k', 'first'), { timeout: fromMs(50) });
          yield* sleep(fromMs(100));
          yield* call('nodeA', command('SET', 'k', 'second'), { timeout: fromMs(1000) });
        },
      },
      faults: { cut: { ...cutOf(100), bothWays: false } },
    });
    expect(eventsOf(trace, 'entrySet').map(({ value }) => textOf(trace, value))).toEqual(['first', 'second']);
  });

  it('lets a write arrive after its sender has died', () => {
    const trace = play({
      programs: { client1: asks([], set('mine')) },
      faults: {
        cut: { ...cutOf(300), bothWays: false },
        kill: { kind: 'crash', process: 'client1', when: { kind: 'time', at: 50 }, restartAfter: 'never' },
      },
    });
    expect(lines(trace, ['entrySet'])).toEqual(['410.0 nodeA entrySet']);
  });

  it('does not let it arrive when the machine of its sender has lost its power', () => {
    const trace = play({
      programs: { client1: asks([], set('mine')) },
      faults: {
        cut: { ...cutOf(300), bothWays: false },
        dark: { kind: 'power-loss', process: 'client1', when: { kind: 'time', at: 50 }, restartAfter: 'never' },
      },
    });
    expect(lines(trace, ['entrySet', 'lost'])).toEqual(['50.0 client1 lost']);
  });

  it('loses what waits when the library closes the connection', () => {
    const trace = play({
      programs: {
        *client1() {
          yield* call('nodeA', set('mine'), { timeout: fromMs(50), reconnect: true });
        },
      },
      faults: { cut: { ...cutOf(100), bothWays: false } },
    });
    expect(lines(trace, ['entrySet', 'lost'])).toEqual(['50.0 client1 lost']);
  });

  it('is not sent by a process that was paused while it opened the connection anew', () => {
    const trace = play({
      programs: {
        *client1() {
          yield* fork(
            (function* (): Program {
              yield* call('nodeA', get, { timeout: null });
              yield* step('told');
            })(),
          );
          yield* sleep(fromMs(5));
          yield* call('nodeA', set('mine'), { timeout: fromMs(50), reconnect: 'first' });
        },
      },
      faults: {
        stop: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'told', nth: 1 },
          for: 100,
        },
      },
    });
    expect(lines(trace, ['sent', 'closed', 'paused', 'resumed'], ['client1'])).toEqual([
      '0.0 client1 sent',
      '5.0 client1 closed',
      '5.0 client1 paused',
      '105.0 client1 resumed',
      '105.0 client1 sent',
    ]);
  });

  it('ends the connection at the end of its life, and tells the sender', () => {
    const replies: Reply[] = [];
    const trace = play({
      settings: { connectionLife: 1000 },
      programs: {
        *client1() {
          replies.push(yield* call('nodeA', set('mine'), { timeout: null }));
        },
      },
      faults: { cut: { ...cutOf(5000), bothWays: false } },
    });
    expect(replies.map((r) => r.kind)).toEqual(['closed']);
    expect(lines(trace, ['lost', 'closed', 'entrySet'])).toEqual(['1000.0 client1 lost', '1000.0 client1 closed']);
  });

  it('holds up the news that a server has died, too', () => {
    const trace = play({
      programs: {
        *client1() {
          yield* call('nodeA', get, { timeout: fromMs(5000) });
        },
      },
      faults: {
        slow: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }, by: 50 },
        cut: { ...cutOf(300), from: ['nodeA'], to: ['client1'], when: { kind: 'time', at: 5 }, bothWays: false },
        kill: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 20 }, restartAfter: 'never' },
      },
    });
    // The close was sent at 20 ms, and again 200 and 400 ms later.
    expect(lines(trace, ['closed'])).toEqual(['430.0 client1 closed']);
  });

  it('that is slow adds to what is sent meanwhile', () => {
    const trace = play({
      programs: { client1: asks([], get, get) },
      faults: {
        slow: {
          kind: 'slow',
          when: { kind: 'time', at: 0 },
          from: ['client1'],
          to: ['nodeA'],
          bothWays: true,
          by: 7,
          for: 30,
        },
      },
    });
    expect(lines(trace, ['received'], ['client1'])).toEqual(['34.0 client1 received', '54.0 client1 received']);
  });
});
