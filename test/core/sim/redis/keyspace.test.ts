// The answers of the simulated Redis, case by case: the documented behaviour and the words of Redis 7.0, at a fixed
// clock.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { incrFrom } from '../../../../src/core/locks/shared/scripts/incrFrom';
import { raiseTo } from '../../../../src/core/locks/shared/scripts/raiseTo';
import { command, evaluate, type Reply, type Value } from '../../../../src/core/model/effects/request';
import { commands } from '../../../../src/core/sim/redis/commands';
import { type Entry, Keyspace } from '../../../../src/core/sim/redis/keyspace';
import { conversations, notAnInteger, now, parse } from './conversations';
import { requestSequence } from './randomRequests';
import { calling } from './sampleScripts';

const run = (keyspace: Keyspace, line: string, atMs = now): Reply => keyspace.execute(parse(line), atMs);
const plain = (reply: Reply): Value => {
  if (reply.kind === 'ok') return reply.value;
  return reply.kind === 'error' ? reply.message : reply.kind;
};

test.each(conversations)('%s → %j', (requests, answer) => {
  const keyspace = new Keyspace(commands);
  const replies = requests.split('; ').map((line) => run(keyspace, line));
  expect(plain(replies.at(-1) ?? { kind: 'timeout' })).toEqual(answer);
});

describe('expiry', () => {
  test('a key is still there in the millisecond of its expiry, and gone in the next', () => {
    const keyspace = new Keyspace(commands);
    run(keyspace, 'SET k v PX 100');
    expect(plain(run(keyspace, 'GET k', now + 100))).toBe('v');
    expect(keyspace.isExpired('k', now + 100)).toBe(false);
    expect(keyspace.isExpired('k', now + 101)).toBe(true);
    expect(plain(run(keyspace, 'GET k', now + 101))).toBeNull();
  });

  test('a clock that is set back gives a key more time', () => {
    const keyspace = new Keyspace(commands);
    run(keyspace, 'SET k v PX 100');
    expect(plain(run(keyspace, 'PTTL k', now - 5000))).toBe(5100);
  });

  test('past keys go when the server looks for them, and each is told once', () => {
    const keyspace = new Keyspace(commands);
    for (const line of ['SET a v PX 100', 'SET b v', 'HSET c f 1', 'PEXPIRE c 50']) run(keyspace, line);
    keyspace.changes.length = 0;
    keyspace.expire(now + 101);
    run(keyspace, 'EXISTS a c', now + 101);
    expect([...keyspace.keys()]).toEqual(['b']);
    expect(keyspace.changes).toEqual([
      { key: 'a', entry: null, cause: 'expired' },
      { key: 'c', entry: null, cause: 'expired' },
    ]);
  });
});

describe('an expiry that is equal to the old one', () => {
  test.each(['GT', 'LT'])('is not %s', (flag) => {
    const keyspace = new Keyspace(commands);
    run(keyspace, 'SET k v PX 500');
    expect(plain(run(keyspace, `PEXPIRE k 500 ${flag}`))).toBe(0);
  });
});

describe('changes', () => {
  test.each([
    ['SET k v PX 100', [{ value: 'v', expireAtMs: now + 100, cause: 'set' }]],
    ['SET k v NX; SET k w NX', [{ value: 'v', expireAtMs: -1, cause: 'set' }]],
    ['HSET k f 1 g 2', [{ value: '{f = 1, g = 2}', expireAtMs: -1, cause: 'set' }]],
    ['RPUSH k a b', [{ value: '[a, b]', expireAtMs: -1, cause: 'set' }]],
    ['RPUSH k a; LPOP k 0', [{ value: '[a]', expireAtMs: -1, cause: 'set' }]],
    ['GET k; DEL k; EXPIRE k 5; LPOP k; HDEL k f', []],
    [
      'SET k v; PEXPIRE k 100; DEL k',
      [
        { value: 'v', expireAtMs: -1, cause: 'set' },
        { value: 'v', expireAtMs: now + 100, cause: 'set' },
        { value: null, expireAtMs: -1, cause: 'deleted' },
      ],
    ],
  ])('%s', (requests, expected) => {
    const keyspace = new Keyspace(commands);
    for (const line of requests.split('; ')) run(keyspace, line);
    const changes = keyspace.changes.map(({ key, entry, cause }) => ({
      key,
      value: entry === null ? null : Keyspace.textOf(entry),
      expireAtMs: entry?.expireAtMs ?? -1,
      cause,
    }));
    expect(changes).toEqual(expected.map((change) => ({ key: 'k', ...change })));
  });

  test('whoever follows them holds the same data: a log and a replica miss nothing', () => {
    fc.assert(
      fc.property(requestSequence, (steps) => {
        const [master, replica] = [new Keyspace(commands), new Keyspace(commands)];
        for (const { request } of steps) {
          master.execute(request, now);
          for (const { key } of master.changes) replica.put(key, master.copyOf(key));
          master.changes.length = 0;
          expect(contentsOf(replica)).toEqual(contentsOf(master));
        }
      }),
      { numRuns: 100 },
    );
  });
});

const contentsOf = (keyspace: Keyspace): ReadonlyMap<string, Entry | null> =>
  new Map([...keyspace.keys()].map((key) => [key, keyspace.copyOf(key)]));

describe('scripts', () => {
  test('read one frozen time, and their failure keeps what was written before it', () => {
    const keyspace = new Keyspace(commands);
    const script = {
      name: 'halfway',
      lua: '',
      run: (redis: (name: string, ...args: string[]) => Value) => {
        redis('SET', 'k', 'v', 'PX', '100');
        redis('INCR', 'k');
        return redis('SET', 'never', 'v');
      },
    };
    expect(plain(keyspace.execute(evaluate(script, [], []), now))).toBe(notAnInteger);
    expect([...keyspace.keys()]).toEqual(['k']);
    expect(plain(run(keyspace, 'PTTL k'))).toBe(100);
  });

  test('may not block', () => {
    const blocking = evaluate(calling('BLPOP', 'a', '0'), [], []);
    expect(plain(new Keyspace(commands).execute(blocking, now))).toBe(
      'ERR This Redis command is not allowed from script',
    );
  });

  test('an error of the model itself is no answer of the server', () => {
    const script = {
      name: 'broken',
      lua: '',
      run: () => {
        throw new Error('broken model');
      },
    };
    expect(() => new Keyspace(commands).execute(evaluate(script, [], []), now)).toThrow('broken model');
  });

  test('incrFrom starts a counter once and counts on', () => {
    const keyspace = new Keyspace(commands);
    const count = (start: number): Value => plain(keyspace.execute(evaluate(incrFrom, ['n'], [start]), now));
    expect([count(32), count(32), count(7)]).toEqual([33, 34, 35]);
    expect(plain(run(keyspace, 'INCR n'))).toBe(36);
  });

  test('raiseTo never lowers a counter', () => {
    const keyspace = new Keyspace(commands);
    const raise = (token: number): Value => plain(keyspace.execute(evaluate(raiseTo, ['n'], [token]), now));
    expect([raise(3), raise(2), raise(3), raise(7)]).toEqual([3, 3, 3, 7]);
    expect(plain(run(keyspace, 'INCR n'))).toBe(8);
  });
});

test('a list wakes the first that asks, and entries that were kept do not follow', () => {
  const keyspace = new Keyspace(commands);
  run(keyspace, 'RPUSH b x y');
  const kept = keyspace.copyOf('b');
  expect(plain(keyspace.popFirst(['a', 'b'], now))).toEqual(['b', 'x']);
  expect(kept).toMatchObject({ items: ['x', 'y'] });
  keyspace.put('b', kept);
  expect(plain(run(keyspace, 'LLEN b'))).toBe(2);
  keyspace.clear();
  expect(plain(keyspace.popFirst(['a', 'b'], now))).toBeNull();
});

test('a published message reaches whoever the server says, and is counted', () => {
  const heard: string[] = [];
  const onPublish = (channel: string, message: string): number => heard.push(`${channel}: ${message}`) + 1;
  expect(plain(run(new Keyspace(commands, { onPublish }), 'PUBLISH wake up'))).toBe(2);
  expect(heard).toEqual(['wake: up']);
});

test('TIME answers in seconds and microseconds', () => {
  expect(plain(new Keyspace(commands).execute(command('TIME'), now, now * 1000 + 42))).toEqual(['1700000000', '42']);
});
