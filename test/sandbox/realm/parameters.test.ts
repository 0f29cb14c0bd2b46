// The arguments for a lock's functions, chosen by their parameter names and written like a call.
import { describe, expect, test } from 'vitest';
import { formOf } from '../../../src/sandbox/realm/guest/forms';
import {
  type Any,
  type Api,
  argumentsFor,
  awaited,
  calledAs,
  parametersOf,
} from '../../../src/sandbox/realm/guest/parameters';

const api: Api = { redis: [{}], nodes: [], key: 'stock', ttl: 2500, number: 1 };
const functionOf = (parameters: string): Any => new Function(`return function lock(${parameters}) {}`)();

const acquired = (parameters: string): string =>
  calledAs('lock', argumentsFor(functionOf(parameters), api, undefined, { role: 'acquire', form: 'functions' }), api);

test.each([
  ['', 'lock'],
  ['lock', 'lock'],
  ['api', 'lock'],
  ['key, ttl', 'lock("stock", 2500)'],
  ['name, expires', 'lock("stock", 2500)'],
  ['resource, ttl_seconds', 'lock("stock", 3)'],
  ['key, expireInSeconds, retries, retryDelay', 'lock("stock", 3, 3, 100)'],
  ['key, workerId, ttlMs', 'lock("stock", "worker-1", 2500)'],
  ['key, requestId, ttl', 'lock("stock", "worker-1", 2500)'],
  ['orderId, ttl', 'lock("stock", 2500)'],
  ['key, ttl = 10', 'lock("stock")'],
  ['key, ...rest', 'lock("stock")'],
  ['redis, key', 'lock(redis, "stock")'],
  ['keys, ttl', 'lock(["stock"], 2500)'],
  ['key, options', 'lock("stock", { … })'],
  ['key, done', 'lock("stock", callback)'],
  ['tenantId, orderId', 'lock("stock", "stock")'],
])('acquire(%s) is called as %s', (parameters, call) => {
  expect(acquired(parameters)).toBe(call);
});

// A driver may be a part of the lock's name, or the client that locks.
test.each(['key, flavour', 'userId, ttl', 'sessionId', '{ key, flavour }', 'lockKey, driverId, ttl'])(
  'lock(%s) is refused by a name',
  (parameters) => {
    expect(() => acquired(parameters)).toThrow(/has a parameter “(flavour|userId|sessionId|driverId)”/);
  },
);

const held = { unlock: () => true };
test.each<readonly [string, object, string]>([
  [
    'methods that each instance of a class gets',
    {
      Lock: class Lock {
        acquireLock = async (key: string) => key;
        releaseLock = async () => true;
      },
    },
    'new Lock: acquireLock("stock"), releaseLock',
  ],
  [
    'a class whose lock releases itself',
    {
      Locker: class Locker {
        async lock(_key: string) {
          return held;
        }
      },
    },
    'new Locker: lock("stock"), release of what it returned',
  ],
  [
    'a function that makes such an object',
    { createLocker: () => ({ lock: async (_key: string) => held }) },
    'createLocker(): lock("stock"), release of what it returned',
  ],
])('%s is a lock', async (_, exported, found) => {
  const functions = formOf({ ...exported }, api);
  expect(functions.found).toBe(found);
  expect(await functions.release(api, await functions.acquire(api))).toBe(true);
});

describe('a release', () => {
  const released = (parameters: string, held: unknown, of = 'key, ttl'): string => {
    const calling = { role: 'release', form: 'functions', others: parametersOf(functionOf(of)) ?? [] } as const;
    return calledAs('free', argumentsFor(functionOf(parameters), api, held, calling), api);
  };

  test.each([
    ['key, id', 'abc', 'free("stock", "abc")'],
    ['key, token', 'abc', 'free("stock", "abc")'],
    ['key, owner', { owner: 'me', more: 1 }, 'free("stock", "me")'],
    ['key', true, 'free("stock")'],
    ['held', 'abc', 'free("abc")'],
  ])('free(%s) of %j is called as %s', (parameters, held, call) => {
    expect(released(parameters, held)).toBe(call);
  });

  test('is given what acquire was given by the same name', () => {
    expect(released('key, ownerId', true, 'key, ownerId, ttl')).toBe('free("stock", "worker-1")');
  });
});

describe('a callback', () => {
  const run = (parameters: string, given: readonly unknown[]) =>
    awaited(functionOf(parameters), (all) => (all.at(-1) as Any)(null, all.slice(0, -1)), given);

  test('comes last, after all that was given', async () => {
    expect(await run('key, done', ['stock', () => {}])).toEqual(['stock']);
  });

  test('comes beside the API of the documented form, too', async () => {
    expect(await run('lock, cb', [api])).toEqual([api]);
    expect(await run('lock, held, cb', [api, 'abc'])).toEqual([api, 'abc']);
  });
});
