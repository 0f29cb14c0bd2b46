// A call as its sender sees it, and the link that it travels on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, call, mono, type Program, quorum, sleep, to } from '../../src/model/effect';
import { command, type Reply } from '../../src/model/request';
import { nodeId } from '../../src/model/scenario';
import { fromMs } from '../../src/model/time';
import { eventsOf } from '../../src/model/traceReader';
import { lines, play } from '../support/play';

const set = (value: string) => command('SET', 'k', value, 'NX', 'PX', 5000);
const get = command('GET', 'k');

/** A program that makes calls and keeps their replies. */
const asks = (replies: Reply[], ...requests: Parameters<typeof call>[1][]) =>
  function* (): Program {
    for (const request of requests) replies.push(yield* call('nodeA', request, { timeout: fromMs(50) }));
  };

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
    // The second answer travels behind the first on the same connection: at 80, by its own timeout at 100.
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

  it('that is cut loses what is sent, not what is under way, and is whole afterwards', () => {
    const replies: Reply[] = [];
    play({
      programs: { client1: asks(replies, set('mine'), get, get) },
      faults: {
        cut: { kind: 'cut', when: { kind: 'time', at: 5 }, from: ['client1'], to: ['nodeA'], bothWays: false, for: 30 },
      },
    });
    expect(replies.map((r) => r.kind)).toEqual(['ok', 'timeout', 'ok']);
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
