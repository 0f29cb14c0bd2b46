// The lock on one node against a node that answers from a table: what it sends in each of its settings, and what it
// concludes from the answers.
import { describe, expect, test } from 'vitest';
import { singleNode } from '../../src/locks/singleNode';
import { forever } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { connectionClosed, ok, type Reply, timedOut } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { toMs } from '../../src/model/time';
import { DrivenWorld, silence, type Table } from '../support/drive';

type Settings = Readonly<Record<string, Setting>>;
type Replies = Readonly<Record<string, Reply>>;

const granted: Replies = {
  SET: ok('OK'),
  DEL: ok(1),
  GET: ok('80000000'),
  INCR: ok(34),
  WAIT: ok(1),
  compareAndDelete: ok(1),
};

const contextOf = (settings: Settings) => ({
  me: 'client1' as const,
  nodes: ['nodeA', 'nodeB'] as const,
  key: 'stock',
  settings: withDefaults(singleNode.fields, settings),
  hold: 1,
});

function acquire(settings: Settings, replies: Replies = {}, atStep: Table['atStep'] = () => {}) {
  const context = contextOf(settings);
  const world = new DrivenWorld({
    answer: ({ request }) => {
      const reply = { ...granted, ...replies }[request.command];
      if (reply === undefined) throw new Error(`The table has no answer to ${request.command}.`);
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
    atStep,
  });
  return { context, world, answer: world.run(singleNode.acquire(context)) };
}

function release(settings: Settings, replies: Replies = {}) {
  const { context, world, answer } = acquire(settings, replies);
  const reason = world.run(singleNode.release(context, answer as Held));
  return { reason, sent: world.sent.slice(1).map(({ text }) => text), steps: world.steps.slice(1) };
}

const texts = (world: DrivenWorld): readonly string[] => world.sent.map(({ text }) => text);
const error: Reply = { kind: 'error', message: 'ERR of the test' };

describe('acquire', () => {
  const sets: readonly (readonly [Settings, string])[] = [
    [{}, 'SET stock 80000000 NX PX 3000'],
    [{ ttl: 500 }, 'SET stock 80000000 NX PX 500'],
    [{ value: 'fixed' }, 'SET stock 1 NX PX 3000'],
    [{ expiry: 'none' }, 'SET stock 80000000 NX'],
  ];
  test.each(sets)('%j sends %s to node A alone', (settings, text) => {
    const { world } = acquire(settings);
    expect(world.sent.map(({ to, text: sent, timeoutMs }) => [to, sent, timeoutMs])).toEqual([['nodeA', text, 1000]]);
  });

  const refusals: readonly (readonly [string, Reply, string])[] = [
    ['the key is there', ok(null), 'held'],
    ['the node is silent', timedOut, 'error'],
    ['the connection is closed', connectionClosed, 'error'],
    ['the node answers with an error', error, 'error'],
  ];
  test.each(refusals)('is refused where %s', (_, reply, reason) => {
    expect(acquire({}, { SET: reply }).answer).toEqual({ kind: 'refused', reason });
  });

  test('tries as often as was said, with a wait in between and the same value', () => {
    const { world } = acquire({ tries: 3 }, { SET: ok(null) });
    expect(texts(world)).toEqual(Array(3).fill('SET stock 80000000 NX PX 3000'));
    expect(world.sleepsMs).toEqual([200, 200]);
  });

  test('is valid for the TTL less the time that the answer took', () => {
    expect(acquire({}).answer).toMatchObject({ kind: 'held', validFor: 2_980_000, token: null, owner: '80000000' });
  });

  test('without an expiry it is valid for ever, and stays so', () => {
    const { context, world, answer } = acquire({ expiry: 'none' });
    world.pass(1_000_000);
    expect(answer).toMatchObject({ validFor: forever });
    expect(world.run(singleNode.remaining(context, answer as Held))).toBe(forever);
  });

  test('hands out a lock that has expired on the way: valid for nothing, which is not for ever', () => {
    const { answer } = acquire({}, {}, (label, _, world) => {
      if (label === 'set') world.pass(2980.001);
    });
    expect(answer).toMatchObject({ kind: 'held', validFor: 0 });
  });
});

describe('what is left, by each clock', () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ['mono', 'a wall clock set back by 1 s', 1980],
    ['wall', 'a wall clock set back by 1 s', 2980],
    ['larger', 'a wall clock set back by 1 s', 1980],
    ['mono', 'a machine that slept for 1 s', 2980],
    ['wall', 'a machine that slept for 1 s', 1980],
    ['larger', 'a machine that slept for 1 s', 1980],
  ];
  test.each(rows)('%s: %s leaves %d ms', (clock, what, left) => {
    const { context, world, answer } = acquire({ clock });
    if (what.startsWith('a machine')) world.suspend(1000);
    else {
      world.pass(1000);
      world.setWallClock(-1000);
    }
    expect(toMs(world.run(singleNode.remaining(context, answer as Held)))).toBe(left);
  });
});

describe('WAIT', () => {
  test('is sent after the SET, with time to answer', () => {
    const { world } = acquire({ wait: 'checked', waitReplicas: 1, waitTimeout: 100 });
    expect(texts(world)).toEqual(['SET stock 80000000 NX PX 3000', 'WAIT 1 100']);
    expect(world.sent[1]?.timeoutMs).toBe(1100);
  });

  const rows: readonly (readonly [string, Reply, string])[] = [
    ['checked', ok(0), 'refused'],
    ['checked', ok(1), 'refused'],
    ['checked', ok(2), 'held'],
    ['checked', ok(3), 'held'],
    ['checked', timedOut, 'refused'],
    ['ignored', ok(0), 'held'],
    ['ignored', timedOut, 'held'],
  ];
  test.each(rows)('%s, two wanted, the answer %j: %s', (wait, reply, kind) => {
    const { world, answer } = acquire({ wait, waitReplicas: 2 }, { WAIT: reply });
    expect(answer.kind).toBe(kind);
    expect(world.sent.some(({ command }) => command === 'compareAndDelete')).toBe(kind === 'refused');
  });

  test('gives back in the way in which it releases', () => {
    const { world, answer } = acquire({ wait: 'checked', release: 'del' }, { WAIT: ok(0) });
    expect(answer).toEqual({ kind: 'refused', reason: 'no-quorum' });
    expect(texts(world).at(-1)).toBe('DEL stock');
  });
});

describe('the counter', () => {
  test('counts after the SET succeeded', () => {
    const { world, answer } = acquire({ token: 'counter' });
    expect(answer).toMatchObject({ kind: 'held', token: 34 });
    expect(texts(world)).toEqual(['SET stock 80000000 NX PX 3000', 'INCR stock:token']);
  });

  test('counts from a start other than 0', () => {
    const { world, answer } = acquire({ token: 'counter', counterStart: 32 }, { incrFrom: ok(33) });
    expect(answer).toMatchObject({ kind: 'held', token: 33 });
    expect(texts(world).at(-1)).toBe('incrFrom stock:token 32');
  });

  test('does not count for somebody who is refused', () => {
    expect(texts(acquire({ token: 'counter' }, { SET: ok(null) }).world)).toHaveLength(1);
  });

  test('where it fails the lock is given back', () => {
    const { world, answer } = acquire({ token: 'counter' }, { INCR: timedOut });
    expect(answer).toEqual({ kind: 'refused', reason: 'error' });
    expect(texts(world).at(-1)).toBe('compareAndDelete stock 80000000');
  });
});

describe('release', () => {
  const rows: readonly (readonly [string, Replies, readonly string[], string])[] = [
    ['script', {}, ['compareAndDelete stock 80000000'], 'none'],
    ['script', { compareAndDelete: ok(0) }, ['compareAndDelete stock 80000000'], 'not-owner'],
    ['script', { compareAndDelete: timedOut }, ['compareAndDelete stock 80000000'], 'error'],
    ['del', {}, ['DEL stock'], 'none'],
    ['del', { DEL: ok(0) }, ['DEL stock'], 'gone'],
    ['del', { DEL: connectionClosed }, ['DEL stock'], 'error'],
    ['get-del', {}, ['GET stock', 'DEL stock'], 'none'],
    ['get-del', { DEL: ok(0) }, ['GET stock', 'DEL stock'], 'gone'],
    ['get-del', { GET: ok('another') }, ['GET stock'], 'not-owner'],
    ['get-del', { GET: ok(null) }, ['GET stock'], 'gone'],
    ['get-del', { GET: error }, ['GET stock'], 'error'],
  ];
  test.each(rows)('%s, answered %j', (how, replies, sent, reason) => {
    expect(release({ release: how }, replies)).toMatchObject({ reason, sent });
  });

  test('who releases twice is told what the second release found', () => {
    const answers: Reply[] = [ok('OK'), ok(1), ok(0)];
    const world = new DrivenWorld({ answer: () => ({ reply: answers.shift() ?? error, afterMs: 20 }) });
    const context = contextOf({ releaseTwice: true });
    const answer = world.run(singleNode.acquire(context));
    expect(world.run(singleNode.release(context, answer as Held))).toBe('not-owner');
    expect(texts(world).slice(1)).toEqual(Array(2).fill('compareAndDelete stock 80000000'));
  });

  test('between the comparison and the DEL there is a step to pause at', () => {
    expect(release({ release: 'get-del' }).steps).toEqual(['compare', 'delete']);
  });
});
