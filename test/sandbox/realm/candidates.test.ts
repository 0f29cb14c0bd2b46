// The likeliest way to call a lock's functions, by the names of their parameters, written like a call.
import { describe, expect, test } from 'vitest';
import { argumentsOf, calledAs, waysOf } from '../../../src/sandbox/realm/guest/candidates';
import { formOf } from '../../../src/sandbox/realm/guest/forms';
import { type Any, type Api, awaited, parametersOf } from '../../../src/sandbox/realm/guest/parameters';

const api: Api = { redis: [{}], nodes: [], key: 'stock', ttl: 2500, number: 1 };
const functionOf = (parameters: string): Any => new Function(`return function lock(${parameters}) {}`)();

const acquired = (parameters: string): string => {
  const run = functionOf(parameters);
  const [way = []] = waysOf(run, { role: 'acquire', form: 'functions' });
  return calledAs('lock', run, way, { api });
};

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

test.each([
  ['key, flavour', 'lock("stock")'],
  ['userId, ttl', 'lock("stock", 2500)'],
  ['sessionId', 'lock("stock")'],
  ['lockKey, driverId, ttl', 'lock("stock", "worker-1", 2500)'],
])('of lock(%s) the likeliest guess is %s', (parameters, call) => {
  expect(acquired(parameters)).toBe(call);
});

test.each([
  ['job, day, work', 'withLock("worker-1", "stock", work)'],
  ['key, task', 'withLock("stock", work)'],
  ['fn, key', 'withLock(work, "stock")'],
])('withLock(%s) is called as %s', (parameters, call) => {
  const run = functionOf(parameters);
  const [way = []] = waysOf(run, { role: 'with', form: 'functions' });
  expect(calledAs('withLock', run, way, { api, work: () => 1 })).toBe(call);
});

test('a bound release gets what was acquired, and nothing else', () => {
  const bound = functionOf('lock, settings').bind(null);
  const [way = []] = waysOf(bound, { role: 'release', form: 'functions', acquire: functionOf('keys, ttl').bind(null) });
  expect(calledAs('release', bound, way, { api, held: {} })).toBe('release(held)');
});

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
    'a pair of other words',
    { seize: async (_key: string) => true, relinquish: async (_key: string) => true },
    'seize("stock"), relinquish',
  ],
  [
    'a function that makes such an object',
    { createLocker: () => ({ lock: async (_key: string) => held }) },
    'createLocker(): lock("stock"), release of what it returned',
  ],
])('%s is a lock', async (_, exported, found) => {
  const functions = formOf({ ...exported }, api, { acquire: 0, release: 0 });
  expect(functions.found).toBe(found);
  expect(await functions.release(api, await functions.acquire(api))).toBe(true);
});

describe('a release', () => {
  const released = (parameters: string, held: unknown, of = 'key, ttl'): string => {
    const [run, acquire] = [functionOf(parameters), functionOf(of)];
    const [wayIn = []] = waysOf(acquire, { role: 'acquire', form: 'functions' });
    const values = argumentsOf(acquire, wayIn, { api });
    const given = parametersOf(acquire).map(({ plain }, index) => ({ plain, value: values[index] }));
    const [way = []] = waysOf(run, { role: 'release', form: 'functions', acquire });
    return `free(${argumentsOf(run, way, { api, held, acquireArguments: given })
      .map((value) => JSON.stringify(value))
      .join(', ')})`;
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
