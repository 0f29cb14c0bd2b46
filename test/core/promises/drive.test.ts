// The promise driver in corner cases: what a program sees of quorums, tasks, sleeps and inboxes.
import { describe, expect, it } from 'vitest';
import {
  all,
  call,
  cancel,
  fork,
  join,
  listen,
  mark,
  mono,
  open,
  type Program,
  quorum,
  random,
  sleep,
  step,
  type Task,
  take,
  to,
} from '../../../src/core/model/effects/effect';
import { command, connectionClosed, ok, type Reply } from '../../../src/core/model/effects/request';
import { fromMs, toMs } from '../../../src/core/model/values/time';
import { Driver, drive } from '../../../src/core/promises/drive';
import { type Answers, FakeHost } from './fakeHost';

const get = command('GET', 'k');
const nodes = ['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE'] as const;

/** Runs a program in a world of its own. Returns its result and time, and what was seen. */
async function run<R>(program: (host: FakeHost) => Program<R>, answers?: Answers) {
  const host = new FakeHost(answers);
  const result = drive(program(host), host).then((value) => ({ value, atMs: toMs(host.mono()) }));
  result.catch(() => {});
  await host.pass();
  return { ...(await result), log: host.log };
}

const perNode =
  (replies: Partial<Record<string, Reply>>, afterMs: Partial<Record<string, number>> = {}): Answers =>
  ({ to: node }) => ({ reply: replies[node] ?? ok('OK'), afterMs: afterMs[node] ?? 20 });

describe('a quorum', () => {
  const ask = (need: number) =>
    function* (): Program<string> {
      const { replies, granted } = yield* quorum(
        nodes.map((node) => to(node, get, { timeout: fromMs(100) })),
        need,
      );
      return `${granted} of ${replies.filter((reply) => reply !== null).length}`;
    };

  it('goes on when it is reached; what comes later is late and changes nothing', async () => {
    const afterMs = { nodeA: 10, nodeB: 20, nodeC: 30, nodeD: 40, nodeE: 50 };
    const { value, atMs, log } = await run(ask(3), perNode({}, afterMs));
    expect([value, atMs]).toEqual(['3 of 3', 30]);
    expect(log.filter((line) => line.includes('late'))).toEqual(['40 late nodeD', '50 late nodeE']);
  });

  it('ends as soon as it can no longer be reached', async () => {
    const no = ok(null);
    const { value, atMs } = await run(ask(3), perNode({ nodeA: no, nodeB: no, nodeC: no }, { nodeD: 90, nodeE: 90 }));
    expect([value, atMs]).toEqual(['0 of 3', 20]);
  });

  it('counts a node that is silent as a no when its time is up', async () => {
    const { value, atMs } = await run(ask(3), (asked) =>
      asked.to > 'nodeB' ? null : { reply: ok('OK'), afterMs: 20 },
    );
    expect([value, atMs]).toEqual(['2 of 5', 100]);
  });

  it('that needs none, or more than there are, is decided when it is sent', async () => {
    expect(await run(ask(0))).toMatchObject({ value: '0 of 0', atMs: 0 });
    const { value, log } = await run(ask(6));
    expect(value).toBe('0 of 0');
    expect(log.filter((line) => line.includes('sent'))).toHaveLength(5);
  });

  it('of a program that was cancelled is late altogether', async () => {
    const { log } = await run(function* (host) {
      const asking = yield* fork(ask(3)());
      yield* cancel(asking);
      host.note('cancelled');
    });
    expect(log.slice(5)).toEqual(['0 cancelled', ...nodes.map((node) => `20 late ${node}`)]);
  });
});

it('all waits for every reply and keeps the order of the calls', async () => {
  const answers = perNode({ nodeA: ok('a'), nodeB: ok('b') }, { nodeA: 50, nodeB: 10 });
  const ran = await run(function* () {
    return yield* all([to('nodeA', get), to('nodeB', get)]);
  }, answers);
  expect(ran).toMatchObject({ value: [ok('a'), ok('b')], atMs: 50 });
});

it('all of nothing asks nobody and goes on', async () => {
  const ran = await run(function* () {
    return yield* all([]);
  });
  expect(ran).toMatchObject({ value: [], atMs: 0 });
});

it('one call answers with its reply, timeouts and closed connections included', async () => {
  const program = function* () {
    const answers = [yield* call('nodeA', get), yield* call('nodeB', get, { timeout: fromMs(5) })];
    return answers.map(({ kind }) => kind);
  };
  expect((await run(program, perNode({ nodeA: connectionClosed }))).value).toEqual(['closed', 'timeout']);
});

describe('a task', () => {
  it('runs before its parent goes on, and answers whoever joins it', async () => {
    const { value, atMs, log } = await run(function* (host) {
      const task = yield* fork(sleeper(host, 'child', 30));
      host.note('parent');
      yield* sleep(fromMs(10));
      return [yield* join(task), yield* join(task)];
    });
    expect([value, atMs]).toEqual([['child', 'child'], 30]);
    expect(log.slice(0, 2)).toEqual(['0 child begins', '0 parent']);
  });

  it('goes on when the program that forked it is over', async () => {
    const { atMs, log } = await run(function* (host) {
      yield* fork(sleeper(host, 'child', 30));
    });
    expect(atMs).toBe(0);
    expect(log.at(-1)).toBe('30 child ends');
  });

  it('that is cancelled performs what stands in its finally, and whoever joins it hears nothing', async () => {
    const { value, atMs, log } = await run(function* (host) {
      const task = yield* fork(cleaner(host));
      yield* sleep(fromMs(10));
      yield* cancel(task);
      yield* cancel(task);
      host.note('cancelled twice');
      return yield* join(task);
    });
    expect([value, atMs]).toEqual([undefined, 40]);
    expect(log).toEqual(['10 sleep aborted', '10 cancelled twice', '40 cleaned']);
  });

  it('that is cancelled by a child that it is starting goes no further', async () => {
    const self: { task?: Task } = {};
    const { log } = await run(function* (host) {
      self.task = yield* fork(
        (function* (): Program {
          try {
            yield* sleep(fromMs(10));
            yield* fork(
              (function* (): Program {
                if (self.task) yield* cancel(self.task);
              })(),
            );
            host.note('went on');
          } finally {
            yield* sleep(fromMs(20));
            host.note('cleaned');
          }
        })(),
      );
    });
    expect(log).toEqual(['30 cleaned']);
  });

  it('is numbered, and its steps say so', async () => {
    const { log } = await run(function* () {
      yield* step('one');
      yield* fork(
        (function* (): Program {
          yield* step('two');
        })(),
      );
      yield* step('three');
    });
    expect(log).toEqual(['0 step one of 0', '0 step two of 1', '0 step three of 0']);
  });

  it('that is killed takes the tasks with it that are tied to it, and cleans nothing up', async () => {
    const host = new FakeHost();
    const driver = new Driver(host);
    const { task } = driver.start(
      (function* (): Program {
        yield* fork(cleaner(host), { tied: true });
        yield* fork(sleeper(host, 'free', 30));
        yield* sleep(fromMs(50));
        host.note('went on');
      })(),
    );
    host.after(fromMs(10), () => driver.kill(task));
    await host.pass();
    expect(host.log).toEqual(['0 free begins', '10 sleep aborted', '10 sleep aborted', '30 free ends']);
  });

  it('that its host kills in the midst of its code does nothing more', async () => {
    const host = new FakeHost();
    const driver = new Driver({
      ...host,
      step: (label) => {
        host.note(label);
        if (label === 'deadly') driver.kill(task);
      },
    });
    const { task } = driver.start(
      (function* (): Program {
        yield* sleep(fromMs(10));
        yield* step('deadly');
        yield* step('after');
        yield* call('nodeA', command('GET', 'key'));
      })(),
    );
    await host.pass();
    expect(host.log).toEqual(['10 deadly']);
  });

  function* sleeper(host: FakeHost, name: string, ms: number): Program<string> {
    host.note(`${name} begins`);
    yield* sleep(fromMs(ms));
    host.note(`${name} ends`);
    return name;
  }

  function* cleaner(host: FakeHost): Program {
    try {
      yield* sleep(fromMs(1000));
    } finally {
      yield* sleep(fromMs(30));
      host.note('cleaned');
    }
  }
});

describe('a host that counts effects', () => {
  const effects: string[] = [];
  class Counting extends FakeHost {
    readonly beforeEffect = (): void => void effects.push(`${effects.length + 1}`);
  }
  function* child(): Program {
    yield* step('in the child');
  }
  function* program(): Program<number> {
    yield* step('first');
    yield* fork(child());
    const before = yield* mono();
    yield* sleep(5);
    return (yield* mono()) - before;
  }

  it('is told of each before it is performed, those of forked programs too', async () => {
    const host = new Counting();
    const result = drive(program(), host);
    await host.pass();
    expect(effects).toHaveLength(6);
    expect([await result, host.log]).toEqual([5, ['0 step first of 0', '0 step in the child of 1']]);
  });

  it('may end the program there, and nothing more of it is performed', async () => {
    let count = 0;
    class Ending extends FakeHost {
      readonly beforeEffect = (): void => {
        if (++count === 3) driver.kill(started.task);
      };
    }
    const host = new Ending();
    const driver = new Driver(host);
    const started: { task: Parameters<Driver['kill']>[0] } = { task: null as never };
    started.task = driver.start(
      (function* (): Program {
        yield* sleep(fromMs(1));
        yield* step('one');
        yield* step('two');
        yield* step('three');
      })(),
    ).task;
    await host.pass();
    expect([count, host.log]).toEqual([3, ['1 step one of 0']]);
  });
});

describe('a program that throws', () => {
  it('is heard by whoever runs it', async () => {
    const throws = function* (): Program {
      yield* sleep(10);
      throw new Error('broken');
    };
    await expect(run(throws)).rejects.toThrow('broken');
    await expect(
      run(function* () {
        yield* fork(throws());
        yield* sleep(fromMs(100));
      }),
    ).rejects.toThrow('broken');
  });

  it('leaves other programs of the same process alone', async () => {
    const host = new FakeHost();
    const driver = new Driver(host);
    const other = driver.start(
      (function* (): Program<string> {
        yield* sleep(fromMs(20));
        return 'well';
      })(),
    );
    const broken = driver.start(
      (function* (): Program {
        yield* sleep(fromMs(10));
        throw new Error('broken');
      })(),
    );
    const heard = expect(broken.result).rejects.toThrow('broken');
    await host.pass();
    await heard;
    expect(await other.result).toBe('well');
  });
});

describe('a program that is cancelled from outside', () => {
  it('cleans up, and answers that it has returned nothing', async () => {
    const host = new FakeHost();
    const driver = new Driver(host);
    const { task, result } = driver.start(
      (function* (): Program<string> {
        try {
          yield* sleep(fromMs(100));
          return 'through';
        } finally {
          yield* call('nodeA', command('DEL', 'k'));
        }
      })(),
    );
    host.after(fromMs(10), () => driver.cancel(task));
    await host.pass();
    expect(await result).toBeUndefined();
    expect(host.log).toEqual(['10 sleep aborted', '10 sent nodeA DEL k', '30 granted nodeA']);
  });
});

describe('an inbox', () => {
  it('gives what came in its order, a timeout, and that its connection was closed for ever', async () => {
    const { value, log } = await run(function* (host) {
      const inbox = yield* open('nodeA', 'news');
      host.push('news', ok('one'));
      host.push('news', ok('two'));
      const answers = [yield* take(inbox), yield* take(inbox), yield* take(inbox, fromMs(30))];
      host.after(fromMs(5), () => host.push('news', connectionClosed));
      answers.push(yield* take(inbox), yield* take(inbox));
      return answers.map((reply) => (reply.kind === 'ok' ? reply.value : reply.kind));
    });
    expect(value).toEqual(['one', 'two', 'timeout', 'closed', 'closed']);
    expect(log).toEqual(['0 open nodeA news', '35 close nodeA news']);
  });

  it('is closed from the first if the server did not confirm it', async () => {
    const { value } = await run(function* () {
      const inbox = yield* open('nodeA', 'nobody');
      return [inbox.closed, yield* take(inbox)];
    });
    expect(value).toEqual([true, connectionClosed]);
  });

  it('keeps what came for a taker that was cancelled meanwhile', async () => {
    const { value } = await run(function* (host) {
      const inbox = yield* listen('nodeA', 'news');
      const taker = yield* fork(
        (function* (): Program {
          yield* take(inbox);
        })(),
      );
      yield* cancel(taker);
      host.push('news', ok('one'));
      yield* sleep(1);
      return yield* take(inbox);
    });
    expect(value).toEqual(ok('one'));
  });

  it('is one for each topic for those who listen; who subscribes again gets a new one', async () => {
    const { value, log } = await run(function* () {
      const heard = [yield* listen('nodeA', 'news'), yield* listen('nodeA', 'news')];
      const opened = yield* open('nodeA', 'news');
      return [heard[0] === heard[1], opened === heard[0]];
    });
    expect(value).toEqual([true, false]);
    expect(log).toEqual(['0 open nodeA news', '0 close nodeA news']);
  });
});

it('clocks, draws and marks are answered on the spot', async () => {
  const { value } = await run(function* () {
    const before = yield* mono();
    yield* sleep(fromMs(7));
    const hold = yield* mark({ mark: 'acquiring' });
    const again = yield* mark({ mark: 'acquiring' });
    return [toMs((yield* mono()) - before), yield* random('retry', 10), hold, again];
  });
  expect(value).toEqual([7, 5, 1, 2]);
});
