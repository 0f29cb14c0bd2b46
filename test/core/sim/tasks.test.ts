// Corner cases of tasks and effects: fork, join, cancel, quorums.
import { describe, expect, it } from 'vitest';
import {
  all,
  call,
  cancel,
  fork,
  mono,
  open,
  type Program,
  quorum,
  sleep,
  step,
  type Task,
  take,
  to,
} from '../../../src/core/model/effects/effect';
import { command, type Reply } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { fromMs, toMs } from '../../../src/core/model/values/time';
import { lines, play } from '../../support/play';

const at = (ms: number) => ({ kind: 'time', at: ms }) as const;
const get = command('GET', 'k');

/** Runs the program of one client, which notes what happens and when. */
function notes(program: (note: (what: string) => Program) => Program, faults: Record<string, Fault> = {}): string[] {
  const log: string[] = [];
  const note = function* (what: string): Program {
    log.push(`${toMs(yield* mono())} ${what}`);
  };
  play({ settings: { clients: 1 }, programs: { client1: () => program(note) }, faults });
  return log;
}

describe('a task that is cancelled', () => {
  it('while it takes from an inbox no longer minds its timeout', () => {
    const log = notes(function* (note) {
      const taker = yield* fork(
        (function* (): Program {
          try {
            const inbox = yield* open('nodeA', 'news');
            yield* take(inbox, fromMs(100));
          } finally {
            yield* sleep(fromMs(500));
            yield* note('cleaned');
          }
        })(),
      );
      yield* sleep(fromMs(50));
      yield* cancel(taker);
    });
    expect(log).toEqual(['550 cleaned']);
  });

  it('twice is left to its cleaning up', () => {
    const log = notes(function* (note) {
      const task = yield* fork(cleaner(note));
      yield* cancel(task);
      yield* sleep(fromMs(10));
      yield* cancel(task);
      yield* note('cancelled twice');
    });
    expect(log).toEqual(['10 cancelled twice', '30 cleaned']);
  });

  it('by a child that it is starting goes no further', () => {
    const log = notes(function* (note) {
      const self: { task?: Task } = {};
      self.task = yield* fork(parent(self, note));
      yield* sleep(fromMs(100));
      yield* note('over');
    });
    function* parent(self: { task?: Task }, note: (what: string) => Program): Program {
      try {
        yield* sleep(fromMs(10));
        yield* fork(cancels(self));
        yield* note('went on');
      } finally {
        yield* sleep(fromMs(20));
        yield* note('cleaned');
      }
    }
    function* cancels({ task }: { task?: Task }): Program {
      if (task) yield* cancel(task);
    }
    expect(log).toEqual(['30 cleaned', '100 over']);
  });

  it('after a pause has cut its calls in two: the rest goes out first, and all answers are late', () => {
    const trace = play({
      settings: { clients: 1 },
      nodes: { count: 3 },
      programs: {
        *client1() {
          const asking = yield* fork(
            (function* (): Program {
              yield* all((['nodeA', 'nodeB', 'nodeC'] as const).map((node) => to(node, get)));
            })(),
          );
          yield* cancel(asking);
        },
      },
      faults: {
        gc: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'request', to: 'nodeB', side: 'before', nth: 1 },
          for: 50,
        },
      },
    });
    // The pause stops the parent too, right after it has forked the task.
    expect(lines(trace, ['sent'], ['client1'])).toEqual(['0.0 client1 sent', '50.0 client1 sent', '50.0 client1 sent']);
    expect(lines(trace, ['late'])).toHaveLength(3);
  });

  function* cleaner(note: (what: string) => Program): Program {
    try {
      yield* sleep(fromMs(1000));
    } finally {
      yield* sleep(fromMs(30));
      yield* note('cleaned');
    }
  }
});

describe('a task', () => {
  it('does not outlive its process, though the same news would have woken it too', () => {
    const asker = function* (name: string): Program {
      yield* call('nodeA', get);
      yield* step(name);
    };
    const trace = play({
      settings: { clients: 1 },
      programs: {
        *client1() {
          yield* fork(asker('one'));
          yield* fork(asker('two'));
        },
      },
      faults: {
        kill: { kind: 'crash', process: 'nodeA', when: at(5), restartAfter: 'never' },
        restart: {
          kind: 'crash',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'one', nth: 1 },
          restartAfter: 0,
        },
      },
    });
    const tasks = eventsOf(trace, 'step').map(({ task }) => task);
    // The first life reaches its first step, and the second one asks again.
    expect(tasks).toEqual([1, 4, 5]);
  });

  it('that a pause has stopped goes on before those that an earlier pause had stopped', () => {
    const log = notes(
      function* (note) {
        yield* fork(asker('one', note));
        yield* fork(asker('two', note));
      },
      {
        first: { kind: 'pause', process: 'client1', when: { kind: 'effect', process: 'client1', nth: 3 }, for: 10 },
        second: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'one', nth: 1 },
          for: 10,
        },
      },
    );
    function* asker(name: string, note: (what: string) => Program): Program {
      yield* step(name);
      yield* note(name);
    }
    expect(log).toEqual(['20 one', '20 two']);
  });
});

describe('an effect', () => {
  it('is counted once, though a pause before it puts it off', () => {
    const pauseAt = (nth: number): Fault => ({
      kind: 'pause',
      process: 'client1',
      when: { kind: 'effect', process: 'client1', nth },
      for: 10,
    });
    const log = notes(
      function* (note) {
        yield* note('a');
        yield* note('b');
        yield* note('c');
      },
      { one: pauseAt(2), two: pauseAt(3) },
    );
    expect(log).toEqual(['0 a', '10 b', '20 c']);
  });
});

describe('a quorum', () => {
  const run = (need: number): [string, string[]] => {
    let said = '';
    const trace = play({
      settings: { clients: 1 },
      nodes: { count: 3 },
      programs: {
        *client1() {
          const calls = (['nodeA', 'nodeB', 'nodeC'] as const).map((node) => to(node, command('INCR', 'n')));
          const { replies, granted } = yield* quorum(calls, need);
          said = `${toMs(yield* mono())}: ${granted} of ${replies.filter((reply: Reply | null) => reply !== null).length}`;
        },
      },
      faults: {
        far: { kind: 'slow', from: ['client1'], to: ['nodeC'], bothWays: false, by: 100, when: at(0), for: 'ever' },
      },
    });
    return [said, lines(trace, ['received', 'late'], ['client1'])];
  };

  it('that needs none, or more than there are, is decided when it is sent', () => {
    expect(run(0)[0]).toBe('0: 0 of 0');
    expect(run(4)[0]).toBe('0: 0 of 0');
  });

  it('goes on when it is reached; what comes later is late', () => {
    expect(run(2)).toEqual(['20: 2 of 2', ['20.0 client1 received', '20.0 client1 received', '120.0 client1 late']]);
  });
});

it('requests are counted by whom they reach: after a failover, the replica', () => {
  const asks = function* (): Program {
    for (let i = 0; i < 4; i++) {
      yield* call('nodeA', get, { timeout: fromMs(100) });
      yield* sleep(fromMs(30));
    }
  };
  const trace = play({
    settings: { clients: 1 },
    nodes: { replicas: 1 },
    programs: { client1: asks },
    faults: {
      over: { kind: 'failover', process: 'nodeA', when: at(45) },
      gc: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'request', to: 'replicaA1', side: 'before', nth: 2 },
        for: 500,
      },
    },
  });
  expect(lines(trace, ['sent', 'paused'], ['client1'])).toEqual([
    '0.0 client1 sent',
    '50.0 client1 sent',
    '100.0 client1 paused',
    '600.0 client1 sent',
    '650.0 client1 sent',
  ]);
});
