// The lock whose value is a fencing token, against nodes that answer from a table, and in the runs of the article and
// the stories.
import { describe, expect, test } from 'vitest';
import { tokenLock } from '../../src/locks/tokenLock';
import { reasons } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { connectionClosed, ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { defaultSettings } from '../../src/model/scenario';
import { readEvents } from '../../src/model/traceReader';
import { DrivenWorld, silence } from '../support/drive';
import { outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;

function acquire(settings: Settings, replies: Readonly<Record<string, Reply>> = {}) {
  const table: Readonly<Record<string, Reply>> = {
    INCR: ok(34),
    lockWithToken: ok(1),
    countAndLock: ok(35),
    compareAndDelete: ok(1),
    ...replies,
  };
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const reply = table[command] ?? timedOut;
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
  });
  const context = {
    me: 'client1' as const,
    nodes: ['nodeA', 'nodeB'] as const,
    key: 'stock',
    settings: withDefaults(tokenLock.fields, settings),
    hold: 1,
  };
  const answer = world.run(tokenLock.acquire(context));
  return { world, context, answer, texts: world.sent.map(({ to, text }) => `${to} ${text}`) };
}

describe('acquire', () => {
  const asked: readonly (readonly [string, readonly string[], number])[] = [
    ['before', ['nodeA INCR stock:token', 'nodeA lockWithToken stock 34 3000'], 34],
    ['elsewhere', ['nodeB INCR stock:token', 'nodeA lockWithToken stock 34 3000'], 34],
    ['inside', ['nodeA countAndLock stock stock:token 3000'], 35],
  ];
  test.each(asked)('with the token counted %s', (counter, texts, token) => {
    const { answer, texts: sent } = acquire({ counter });
    expect(sent).toEqual(texts);
    expect(answer).toMatchObject({ kind: 'held', validFor: 2_980_000, token, owner: String(token) });
  });

  test('waits with the token that it has while an older one holds the lock', () => {
    const { answer, texts } = acquire({ tries: 3 }, { lockWithToken: ok(0) });
    expect(texts).toEqual(['nodeA INCR stock:token', ...Array(3).fill('nodeA lockWithToken stock 34 3000')]);
    expect(answer).toEqual({ kind: 'refused', reason: 'held' });
  });

  test('gives up at once where a newer one holds it: it slept', () => {
    const { answer, texts } = acquire({ tries: 3 }, { lockWithToken: ok(-1) });
    expect(texts).toHaveLength(2);
    expect(answer).toEqual({ kind: 'refused', reason: 'slept' });
  });

  const refusals: readonly (readonly [string, string, Reply, string])[] = [
    ['before', 'INCR', timedOut, 'error'],
    ['before', 'lockWithToken', connectionClosed, 'error'],
    ['inside', 'countAndLock', ok(0), 'held'],
    ['inside', 'countAndLock', timedOut, 'error'],
  ];
  test.each(refusals)('counted %s, %s answered with %j: refused, %s', (counter, command, reply, reason) => {
    expect(acquire({ counter }, { [command]: reply }).answer).toEqual({ kind: 'refused', reason });
  });
});

test.each([
  [ok(1), 'none'],
  [ok(0), 'not-owner'],
  [timedOut, 'error'],
] as const)('release deletes the key only while it has the token: %j is %s', (reply, reason) => {
  const { world, context, answer } = acquire({}, { compareAndDelete: reply });
  expect(world.run(tokenLock.release(context, answer as Held))).toBe(reason);
  expect(world.sent.at(-1)?.text).toBe('compareAndDelete stock 34');
});

test('the counter has a node of its own where it is said to, and the lock is on one all the same', () => {
  const services = (counter: string) =>
    tokenLock.services(defaultSettings, withDefaults(tokenLock.fields, { counter }));
  expect(services('before')).toEqual(['nodeA']);
  expect(services('elsewhere')).toEqual(['nodeA', 'nodeB']);
  expect(runOf({ lock: { id: 'token-lock', settings: { counter: 'elsewhere' } } }).trace.header.quorum).toBe(1);
});

describe('in the stories’ runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'token-lock', settings });
  const fenced = { id: 'fencing' };

  test('35: held, with two requests for an acquisition', () => {
    const run = runOf({ lock: lock(), storage: fenced, settings: { clients: 1 } });
    expect(run.verdict.outcome).toBe('held');
    expect(run.requests('client1')).toHaveLength(3);
  });

  test('35: a node that is down: unavailable', () => {
    const down: Told = {
      lock: lock(),
      settings: { patience: 2000, duration: 6000 },
      faults: { down: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 50 }, restartAfter: 4000 } },
    };
    expect(outcomesOf(down)).toEqual(['unavailable']);
  });

  test('35: whoever slept after its token learns it from the newer one that stands there', () => {
    const slept: Told = {
      lock: lock(),
      settings: { work: 600 },
      faults: { sleep: pauseAt('client1', 'lock', 500) },
    };
    expect(outcomesOf(slept)).toEqual(['held']);
    const first = [...readEvents(runOf(slept).trace)].find((event) => event.kind === 'refused');
    expect(reasons[first?.kind === 'refused' ? first.reason : 0]).toBe('slept');
  });

  test.each([
    ['before', 'lost-update'],
    ['elsewhere', 'overlap'],
  ])('35b: the node restarts empty; counted %s: %s', (counter, outcome) => {
    const forgetful: Told = {
      lock: lock({ counter, tries: 5 }),
      storage: fenced,
      settings: { work: 600 },
      faults: {
        pause: pauseAt('client1', 'write', 1200),
        restart: {
          kind: 'restart',
          process: 'nodeA',
          when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
        },
      },
    };
    expect(outcomesOf(forgetful)).toEqual([outcome]);
  });

  test.each([
    ['before', 'lock', 'lost-update'],
    ['inside', 'incr-and-lock', 'overlap'],
  ])('35c: client 1 sleeps, client 2 locks, reads and pauses; counted %s: %s', (counter, step, outcome) => {
    const overtaken: Told = {
      lock: lock({ counter, ttl: 1500, tries: 12, retryDelay: 150, retryJitter: 20 }),
      storage: fenced,
      settings: { own: { client2: { start: 100 } } },
      faults: { sleep: pauseAt('client1', step, 1900), pause: pauseAt('client2', 'write', 2200) },
    };
    expect(outcomesOf(overtaken)).toEqual([outcome]);
  });
});
