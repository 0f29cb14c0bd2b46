// What a pause, a suspension and a crash do to code and to everything that waits for it.
import { describe, expect, it } from 'vitest';
import type { SuspendFault } from '../../../src/core/faults/suspend';
import {
  all,
  call,
  cancel,
  fork,
  join,
  mono,
  now,
  open,
  type Program,
  sleep,
  step,
  take,
  to,
} from '../../../src/core/model/effects/effect';
import { command, type Reply } from '../../../src/core/model/effects/request';
import type { Fault, When } from '../../../src/core/model/scenario/fault';
import { nodeId } from '../../../src/core/model/scenario/processId';
import type { Settings } from '../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../src/core/model/trace/trace';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { fromMs, toMs, wallEpoch } from '../../../src/core/model/values/time';
import { lines, play } from '../../support/play';

const get = command('GET', 'k');
const pause = (when: When, ms: number): Fault => ({ kind: 'pause', process: 'client1', when, for: ms });

describe('a pause', () => {
  it('stops the code where it is, and what was sent travels on', () => {
    const trace = play({
      programs: { client1: calls(2) },
      faults: { gc: pause({ kind: 'time', at: 5 }, 100) },
    });
    expect(lines(trace, ['arrived', 'received', 'resumed', 'sent'], ['client1'])).toEqual([
      '0.0 client1 sent',
      '20.0 client1 arrived',
      '105.0 client1 resumed',
      '105.0 client1 received',
      '105.0 client1 sent',
      '125.0 client1 arrived',
      '125.0 client1 received',
    ]);
  });

  it('at a step falls between two lines that take no time', () => {
    const times: number[] = [];
    play({
      programs: {
        *client1() {
          times.push(toMs(yield* mono()));
          yield* step('between');
          times.push(toMs(yield* mono()));
        },
      },
      faults: { gc: pause({ kind: 'step', process: 'client1', step: 'between', nth: 1 }, 30) },
    });
    expect(times).toEqual([0, 30]);
  });

  it('before the nth request cuts a round of requests in two', () => {
    const sent = (side: 'before' | 'after', nth: number) => {
      const trace = play({
        nodes: { count: 3 },
        programs: {
          *client1() {
            yield* all([0, 1, 2].map((i) => to(nodeId(i), get)));
          },
        },
        faults: { gc: pause({ kind: 'request', to: 'nodeB', side, nth }, 30) },
      });
      return lines(trace, ['sent'], ['client1']).map((line) => line.split(' ')[0]);
    };
    expect(sent('before', 1)).toEqual(['0.0', '30.0', '30.0']);
    expect(sent('after', 1)).toEqual(['0.0', '0.0', '30.0']);
    expect(sent('before', 2)).toEqual(['0.0', '0.0', '0.0']);
  });

  it.each([
    ['timers', 'timeout'],
    ['messages', 'ok'],
  ] as const)('that outlives a timeout and a reply: with %s first the caller sees %s', (wakesTo, kind) => {
    const replies: Reply[] = [];
    play({
      settings: { own: { client1: { wakesTo } } },
      programs: {
        *client1() {
          replies.push(yield* call('nodeA', get, { timeout: fromMs(50) }));
        },
      },
      faults: { gc: pause({ kind: 'time', at: 5 }, 100) },
    });
    expect(replies.map((r) => r.kind)).toEqual([kind]);
  });

  it('that strikes while it lasts makes it longer; one that ends earlier does not', () => {
    const trace = play({
      programs: { client1: calls(1) },
      faults: {
        long: pause({ kind: 'time', at: 5 }, 100),
        short: pause({ kind: 'time', at: 20 }, 10),
        longer: pause({ kind: 'time', at: 50 }, 100),
      },
    });
    expect(lines(trace, ['paused', 'resumed'])).toEqual(['5.0 client1 paused', '150.0 client1 resumed']);
  });

  it('of a server makes requests wait at its door', () => {
    const trace = play({
      programs: { client1: calls(1) },
      faults: { stop: { kind: 'pause', process: 'nodeA', when: { kind: 'time', at: 5 }, for: 100 } },
    });
    expect(lines(trace, ['arrived', 'received'])).toEqual([
      '10.0 nodeA arrived',
      '105.0 nodeA received',
      '115.0 client1 arrived',
      '115.0 client1 received',
    ]);
  });
});

describe('a suspended machine', () => {
  it('has a monotonic clock that stood still and a wall clock that did not', () => {
    const seen: number[] = [];
    play({
      programs: {
        *client1() {
          yield* step('asleep');
          seen.push(toMs(yield* mono()), toMs((yield* now()) - wallEpoch));
          yield* sleep(fromMs(10));
          seen.push(toMs(yield* mono()), toMs((yield* now()) - wallEpoch));
        },
      },
      faults: {
        lid: {
          kind: 'suspend',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'asleep', nth: 1 },
          for: 500,
        },
      },
    });
    expect(seen).toEqual([0, 500, 10, 510]);
  });

  it('does not wake from a sleep that it slept through', () => {
    const trace = play({
      programs: {
        *client1() {
          yield* sleep(fromMs(100));
          yield* step('awake');
        },
      },
      faults: { lid: { kind: 'suspend', process: 'client1', when: { kind: 'time', at: 50 }, for: 500 } },
    });
    expect(lines(trace, ['step'], ['client1'])).toEqual(['600.0 client1 step']);
  });
});

describe('a virtual machine that is stopped and moved', () => {
  const moved = (more: Partial<SuspendFault> = {}): SuspendFault => ({
    kind: 'suspend',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'stopped', nth: 1 },
    for: 500,
    wallClock: 'stands',
    ...more,
  });
  const readings = (fault: Fault, own: Settings['own'] = {}): { seen: number[]; trace: Trace } => {
    const seen: number[] = [];
    const look = function* (): Program {
      seen.push(toMs(yield* mono()), toMs((yield* now()) - wallEpoch));
    };
    const trace = play({
      programs: {
        *client1() {
          yield* step('stopped');
          yield* look();
          yield* sleep(fromMs(300));
          yield* look();
        },
      },
      settings: { own },
      faults: { moved: fault },
    });
    return { seen, trace };
  };

  it('has two clocks that stood still', () => {
    const { seen, trace } = readings(moved());
    expect(seen).toEqual([0, 0, 300, 300]);
    expect(eventsOf(trace, 'clockSet').map(({ at, by }) => [toMs(at), toMs(by)])).toEqual([[500, -500]]);
  });

  it('gets the time from NTP after a while, and its monotonic clock stays behind', () => {
    const { seen, trace } = readings(moved({ ntpAfter: 200 }));
    expect(seen).toEqual([0, 0, 300, 800]);
    expect(lines(trace, ['clockSet', 'faultEnded', 'resumed'])).toEqual([
      '500.0 client1 clockSet',
      '500.0 client1 faultEnded',
      '500.0 client1 resumed',
      '700.0 client1 clockSet',
    ]);
  });

  it('keeps its own offset and drift, and stands still whatever they are', () => {
    const own = { client1: { clock: { offset: 50, ppm: 100_000 } } };
    const { seen } = readings(moved({ ntpAfter: 0 }), own);
    expect(seen.slice(0, 2)).toEqual([0, 50]);
    expect(seen[2]).toBeCloseTo(300, 2);
    expect(seen[3]).toBeCloseTo(50 + 550 + 300, 2);
  });

  it('has been stopped once where two stops overlap, and a lid that closes meanwhile stops no wall clock', () => {
    const at = (ms: number): Pick<SuspendFault, 'when'> => ({ when: { kind: 'time', at: ms } });
    const { wallClock: _, ...lid } = moved({ ...at(0), for: 1000 });
    const trace = play({
      programs: { client1: calls(0) },
      faults: { lid, first: moved(at(100)), second: moved({ ...at(300), for: 400, ntpAfter: 0 }) },
    });
    expect(eventsOf(trace, 'clockSet').map(({ at: when, by }) => [toMs(when), toMs(by)])).toEqual([
      [700, -600],
      [700, 600],
    ]);
  });

  it('that dies meanwhile starts again with the right time', () => {
    const seen: number[] = [];
    const trace = play({
      programs: {
        *client1() {
          seen.push(toMs((yield* now()) - wallEpoch));
          yield* sleep(fromMs(1000));
        },
      },
      faults: {
        moved: moved({ when: { kind: 'time', at: 100 }, for: 500, ntpAfter: 0 }),
        kill: { kind: 'crash', process: 'client1', when: { kind: 'time', at: 300 }, restartAfter: 100 },
      },
    });
    expect(seen).toEqual([0, 400]);
    expect(eventsOf(trace, 'clockSet')).toEqual([]);
  });

  it('keeps the keys of a server alive for as long as it was stopped, until NTP ends them', () => {
    const found: unknown[] = [];
    const keep = (ntpAfter: SuspendFault['ntpAfter'] & {}) =>
      play({
        programs: {
          *client1() {
            yield* call('nodeA', command('SET', 'k', 'v', 'PX', 600));
            yield* sleep(fromMs(1200));
            found.push(yield* call('nodeA', get));
          },
        },
        faults: { moved: moved({ process: 'nodeA', when: { kind: 'time', at: 100 }, for: 900, ntpAfter }) },
      });
    const gone = (trace: Trace): readonly number[] => eventsOf(trace, 'entryGone').map(({ at }) => toMs(at));
    expect(gone(keep('never'))).toEqual([1511]);
    expect(gone(keep(50))).toEqual([1050]);
    expect(found).toMatchObject([
      { kind: 'ok', value: 'v' },
      { kind: 'ok', value: null },
    ]);
  });
});

describe('a crashed client', () => {
  it('forgets everything and begins again', () => {
    const trace = play({
      programs: { client1: calls(2) },
      faults: { kill: { kind: 'crash', process: 'client1', when: { kind: 'time', at: 25 }, restartAfter: 100 } },
    });
    expect(
      lines(trace, ['crashed', 'started', 'sent', 'lost'], ['client1', 'nodeA']).filter(
        (l) => !l.includes('nodeA sent'),
      ),
    ).toEqual([
      '0.0 client1 sent',
      '20.0 client1 sent',
      '25.0 client1 crashed',
      '40.0 nodeA lost',
      '125.0 client1 started',
      '125.0 client1 sent',
      '145.0 client1 sent',
    ]);
  });
});

describe('programs beside programs', () => {
  it('run at the same time, are waited for, and clean up when they are cancelled', () => {
    const log: string[] = [];
    const at = function* (label: string): Program {
      log.push(`${toMs(yield* mono())} ${label}`);
    };
    play({
      programs: {
        *client1() {
          const child = yield* fork(worker('a', 30));
          const other = yield* fork(worker('b', 1000));
          yield* at(`joined ${yield* join(child)}`);
          yield* cancel(other);
          yield* at('done');
        },
      },
    });
    function* worker(name: string, ms: number): Program<string> {
      try {
        yield* sleep(fromMs(ms));
        yield* at(`${name} worked`);
        return name;
      } finally {
        yield* call('nodeA', command('DEL', name));
        yield* at(`${name} cleaned`);
      }
    }
    expect(log).toEqual(['30 a worked', '50 a cleaned', '50 joined a', '50 done', '70 b cleaned']);
  });

  it('take what a server pushes, and learn when its connection is closed', () => {
    const got: Reply[] = [];
    const trace = play({
      programs: {
        *client1() {
          const inbox = yield* open('nodeA', 'news');
          got.push(yield* take(inbox, fromMs(1000)), yield* take(inbox, fromMs(30)), yield* take(inbox));
        },
        *client2() {
          yield* sleep(fromMs(100));
          yield* call('nodeA', command('PUBLISH', 'news', 'hello'));
        },
      },
      faults: { kill: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 500 }, restartAfter: 'never' } },
    });
    expect(got).toEqual([{ kind: 'ok', value: 'hello' }, { kind: 'timeout' }, { kind: 'closed' }]);
    expect(eventsOf(trace, 'sent').filter((e) => e.leg === 2)).toHaveLength(1);
  });
});

function calls(count: number) {
  return function* (): Program {
    for (let i = 0; i < count; i++) yield* call('nodeA', get);
  };
}
