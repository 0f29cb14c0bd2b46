// Processes that pause, crash, sleep and start again, where two of these coincide.
import { describe, expect, it } from 'vitest';
import { call, mono, now, type Program, sleep, step } from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Trace } from '../../../src/core/model/trace/trace';
import { eventsOf, textOf } from '../../../src/core/model/trace/traceReader';
import { fromMs, toMs, wallEpoch } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { spansOf } from '../../../src/core/spans/spans';
import { lines, play, scenarioOf } from '../../support/play';

const at = (ms: number) => ({ kind: 'time', at: ms }) as const;
const set = command('SET', 'k', 'v', 'PX', 60_000);

const steps = (trace: Trace): string[] =>
  eventsOf(trace, 'step').map((event) => `${toMs(event.at)} ${textOf(trace, event.text)}`);

/** When each fault began and ended, in ms. */
const spans = (trace: Trace): Record<string, readonly [number | null, number | null]> =>
  Object.fromEntries(spansOf(trace).faults.map(({ name, from, to }) => [name, [from && toMs(from), to && toMs(to)]]));

function* walk(): Program {
  for (let i = 1; i <= 3; i++) {
    yield* sleep(fromMs(50));
    yield* step(`step ${i}`);
  }
}

describe('a process that a fault of time 0 strikes', () => {
  it.each<[string, Fault, string[]]>([
    ['killed, never begins', { kind: 'crash', process: 'client1', when: at(0), restartAfter: 'never' }, []],
    [
      'killed and started at once, begins once',
      { kind: 'crash', process: 'client1', when: at(0), restartAfter: 0 },
      ['50 step 1', '100 step 2', '150 step 3'],
    ],
    [
      'restarted, begins once',
      { kind: 'restart', process: 'client1', when: at(0) },
      ['50 step 1', '100 step 2', '150 step 3'],
    ],
  ])('%s', (_, fault, expected) => {
    expect(steps(play({ settings: { clients: 1 }, programs: { client1: walk }, faults: { fault } }))).toEqual(expected);
  });
});

describe('a start', () => {
  const startsOf = (faults: Record<string, Fault>) => lines(play({ programs: {}, faults }), ['crashed', 'started']);
  const crash = (ms: number, restartAfter: number | 'never'): Fault => ({
    kind: 'crash',
    process: 'nodeA',
    when: at(ms),
    restartAfter,
  });

  it('belongs to its crash: who was started and killed again since stays down', () => {
    const restart: Fault = { kind: 'restart', process: 'nodeA', when: at(50) };
    expect(startsOf({ first: crash(10, 100), restart, last: crash(80, 'never') })).toEqual([
      '10.0 nodeA crashed',
      '50.0 nodeA started',
      '80.0 nodeA crashed',
    ]);
  });

  it('does not come of a crash that found nobody alive', () => {
    expect(startsOf({ first: crash(10, 'never'), second: crash(20, 5) })).toEqual(['10.0 nodeA crashed']);
  });

  it('of the process does not come while its machine has no power', () => {
    const dark: Fault = { kind: 'power-loss', process: 'nodeA', when: at(20), restartAfter: 200 };
    expect(startsOf({ killed: crash(10, 50), dark })).toEqual([
      '10.0 nodeA crashed',
      '20.0 nodeA crashed',
      '220.0 nodeA started',
    ]);
  });
});

it('the power takes from a dead process what had only been written', () => {
  const killed: Fault = { kind: 'crash', process: 'nodeA', when: at(100), restartAfter: 'never' };
  const dark: Fault = { kind: 'power-loss', process: 'nodeA', when: at(200), restartAfter: 100 };
  const program = function* (): Program {
    yield* call('nodeA', set);
  };
  const trace = play({ nodes: { persistence: 'everysec' }, programs: { client1: program }, faults: { killed, dark } });
  expect(lines(trace, ['entrySet', 'entryGone', 'started'])).toEqual([
    '10.0 nodeA entrySet',
    '200.0 nodeA entryGone',
    '300.0 nodeA started',
  ]);
  expect(eventsOf(trace, 'started').map(({ kept }) => kept)).toEqual([0]);
});

describe('a connection', () => {
  const asks = (answers: string[], fromAt = 0) =>
    function* (): Program {
      yield* sleep(fromMs(fromAt));
      const reply = yield* call('nodeA', set);
      answers.push(`${toMs(yield* mono())} ${reply.kind}`);
    };

  it('ends with the process at its end: the next life does not serve what was sent to the last', () => {
    const answers: string[] = [];
    const trace = play({
      programs: { client1: asks(answers) },
      faults: { restart: { kind: 'restart', process: 'nodeA', when: at(5) } },
    });
    expect(answers).toEqual(['15 closed']);
    expect(lines(trace, ['arrived', 'entrySet', 'lost'])).toEqual(['10.0 client1 lost']);
  });

  it('of a new life does not wait behind what the old life had sent, which still arrives', () => {
    const answers: string[] = [];
    const trace = play({
      programs: { client1: asks(answers) },
      faults: {
        late: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }, by: 500 },
        restart: { kind: 'crash', process: 'client1', when: at(20), restartAfter: 10 },
      },
    });
    expect(answers).toEqual(['50 ok']);
    expect(lines(trace, ['arrived']).filter((line) => line.includes('nodeA'))).toEqual([
      '40.0 nodeA arrived',
      '510.0 nodeA arrived',
    ]);
  });

  it('to a server that was started again does not wait behind what was sent to the server before', () => {
    const answers: string[] = [];
    const twice = function* (): Program {
      yield* asks(answers, 100)();
      yield* asks(answers)();
    };
    play({
      programs: { client1: twice },
      faults: {
        late: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }, by: 2000 },
        restart: { kind: 'restart', process: 'nodeA', when: at(105) },
      },
    });
    expect(answers).toEqual(['115 closed', '135 ok']);
  });

  it('that is made while the machine is dark and gets there after its start is as good as any', () => {
    const answers: string[] = [];
    const dark: Fault = { kind: 'power-loss', process: 'nodeA', when: at(5), restartAfter: 95 };
    play({ programs: { client1: asks(answers, 95) }, faults: { dark } });
    expect(answers).toEqual(['115 ok']);
  });

  it('that the dark machine did not hear is reset when its kernel sends it again, 200, 400, 800 … ms later', () => {
    const run = (length: number): readonly string[] => {
      const answers: string[] = [];
      const dark: Fault = { kind: 'power-loss', process: 'nodeA', when: at(5), restartAfter: length };
      play({ programs: { client1: asks(answers, 20) }, faults: { dark } });
      return answers;
    };
    expect([100, 300, 1000].map(run)).toEqual([['240 closed'], ['440 closed'], ['1640 closed']]);
  });
});

describe('a fault that lasts', () => {
  const pause = (ms: number, length: number): Fault => ({
    kind: 'pause',
    process: 'client1',
    when: at(ms),
    for: length,
  });

  it.each<[string, Record<string, Fault>, Record<string, readonly [number, number | null]>]>([
    ['a pause', { a: pause(10, 100) }, { a: [10, 110] }],
    [
      'pauses that overlap',
      { a: pause(10, 100), b: pause(50, 20), c: pause(60, 90) },
      { a: [10, 110], b: [50, 70], c: [60, 150] },
    ],
    [
      'a pause that a crash cuts short, and one that finds nobody alive',
      {
        a: pause(10, 100),
        kill: { kind: 'crash', process: 'client1', when: at(40), restartAfter: 'never' },
        b: pause(60, 10),
      },
      { a: [10, 40], kill: [40, null], b: [60, 60] },
    ],
    ['a suspension', { a: { kind: 'suspend', process: 'client1', when: at(10), for: 30 } }, { a: [10, 40] }],
    [
      'a slew, and one that takes its place',
      {
        a: { kind: 'clock-slew', process: 'client1', when: at(10), by: 20, over: 100 },
        b: { kind: 'clock-slew', process: 'client1', when: at(50), by: -10, over: 100 },
      },
      { a: [10, 50], b: [50, 150] },
    ],
    [
      'a slew too steep for its time',
      { a: { kind: 'clock-slew', process: 'client1', when: at(10), by: -100, over: 1 } },
      { a: [10, 210] },
    ],
    ['a drift', { a: { kind: 'clock-drift', process: 'client1', when: at(10), ppm: 7, for: 30 } }, { a: [10, 40] }],
    [
      'a cut',
      { a: { kind: 'cut', from: ['client1'], to: ['nodeA'], bothWays: true, when: at(10), for: 30 } },
      { a: [10, 40] },
    ],
    [
      'a slow link',
      { a: { kind: 'slow', from: ['client1'], to: ['nodeA'], bothWays: true, by: 5, when: at(10), for: 30 } },
      { a: [10, 40] },
    ],
  ])('says when it is over: %s', (_, faults, expected) => {
    expect(spans(play({ programs: { client1: walk }, settings: { duration: 1000 }, faults }))).toEqual(expected);
  });
});

describe('a clock', () => {
  const readings = (faults: Record<string, Fault>, process: ProcessId = 'client1') => {
    const seen: number[] = [];
    play({
      programs: {
        *[process](): Program {
          for (let i = 0; i < 4; i++) {
            seen.push(toMs(yield* mono()), toMs((yield* now()) - wallEpoch));
            yield* sleep(fromMs(100));
          }
        },
      },
      faults,
    });
    return seen;
  };

  it('never runs back nor stands still, however it is corrected', () => {
    const back: Fault = { kind: 'clock-slew', process: 'client1', when: at(0), by: -1_000_000, over: 1 };
    expect(readings({ back })).toEqual([0, 0, 100, 100, 200, 200, 300, 300]);
    const drift = (i: number): Fault => ({
      kind: 'clock-drift',
      process: 'client1',
      when: at(i),
      ppm: -200_000,
      for: 'ever',
    });
    const many = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((i) => [`d${i}`, drift(i)]));
    expect(readings(many)).toEqual([0, 0, 100, 100, 200, 200, 300, 300]);
  });

  it('runs again when its process is killed while the machine sleeps', () => {
    const sleepy: Fault = { kind: 'suspend', process: 'client1', when: at(10), for: 10_000 };
    const restart: Fault = { kind: 'restart', process: 'client1', when: at(60) };
    const trace = play({ settings: { clients: 1 }, programs: { client1: walk }, faults: { sleepy, restart } });
    expect(steps(trace)).toEqual(['110 step 1', '160 step 2', '210 step 3']);
  });
});

describe('a fault without its target', () => {
  const missed = (fault: Fault, nodes = {}) => {
    const trace = play({ programs: { client1: walk }, nodes, faults: { fault } });
    return [trace.header.missed['fault']?.en, eventsOf(trace, 'faultStruck').length];
  };
  const failover = (more: object = {}): Fault =>
    ({ kind: 'failover', process: 'nodeA', when: at(10), ...more }) as Fault;

  it.each<[string, Fault, object, RegExp]>([
    [
      'a step of a server',
      { kind: 'pause', process: 'nodeA', when: { kind: 'step', process: 'nodeA', step: 'ask', nth: 1 }, for: 1 },
      {},
      /Only clients run the steps/,
    ],
    ['a failover without replicas', failover(), {}, /no replica/],
    [
      'a failover to the replica of another',
      failover({ promote: 'replicaB1' }),
      { count: 2, replicas: 1 },
      /not a replica of Redis A/,
    ],
    [
      'a link of a process with itself',
      { kind: 'cut', from: ['client1'], to: ['client1'], bothWays: true, when: at(1), for: 'ever' },
      {},
      /both ends/,
    ],
  ])('is left out with the reason: %s', (_, fault, nodes, reason) => {
    expect(missed(fault, nodes)).toEqual([expect.stringMatching(reason), 0]);
  });

  it('a failover that finds no replica up is one, and leaves the master alone', () => {
    const down: Fault = { kind: 'crash', process: 'replicaA1', when: at(5), restartAfter: 'never' };
    const trace = play({ programs: {}, nodes: { replicas: 1 }, faults: { down, failover: failover() } });
    expect(trace.header.missed['failover']?.en).toBe('No replica was up to replace Redis A.');
    expect(lines(trace, ['crashed', 'faultStruck'])).toEqual(['5.0 replicaA1 faultStruck', '5.0 replicaA1 crashed']);
  });
});

it('a fault after the end is not waited for', () => {
  const late: Fault = { kind: 'pause', process: 'client1', when: at(21_000), for: 10 };
  const { header } = play({ programs: { client1: walk }, faults: { late } });
  expect([header.ended, header.endedAt]).toEqual(['quiet', fromMs(150)]);
});

it('a client whose list names nodes that are no longer there asks those that are', () => {
  const scenario = scenarioOf({
    nodes: { count: 3 },
    settings: { clients: 1, own: { client1: { nodes: ['nodeB', 'nodeE'] } } },
  });
  const trace = simulate({ ...scenario, lock: { id: 'redlock' } }, parts);
  const asked = eventsOf(trace, 'sent').map(({ peer }) => trace.header.processes[peer]?.id);
  expect([...new Set(asked)]).toEqual(['nodeB', 'client1', 'storage']);
});

describe('a client', () => {
  const thinks = (settings: Parameters<typeof scenarioOf>[0]['settings'], faults: Record<string, Fault> = {}) => {
    const scenario = scenarioOf({ settings: { clients: 3, stagger: 250, ...settings }, faults });
    const trace = simulate({ ...scenario, lock: { id: 'single-node' } }, parts);
    return lines(trace, ['step'], ['client3'])[0];
  };
  const restart = (ms: number): Fault => ({ kind: 'crash', process: 'client3', when: at(ms), restartAfter: 100 });

  it('starts at its time, in place of its stagger', () => {
    expect(thinks({})).toBe('500.0 client3 step');
    expect(thinks({ own: { client3: { start: 70 } } })).toBe('70.0 client3 step');
    expect(thinks({ own: { client3: { start: 0 } } })).toBe('0.0 client3 step');
  });

  it('that is restarted starts at its time, or at once when that has come', () => {
    expect(thinks({}, { early: restart(50) })).toBe('500.0 client3 step');
    expect(thinks({}, { late: restart(450) })).toBe('550.0 client3 step');
  });
});
