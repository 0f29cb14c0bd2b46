// Random sequences of requests for the simulated Redis, with few keys and values, so that they collide. A TTL is long
// past or at least 100 s away, and no two in a sequence are equal, so no result depends on the speed of the test.
import fc from 'fast-check';
import { extendIfExpiring } from '../../../../src/core/locks/pythonRedisLock/scripts/extendIfExpiring';
import { resetLock } from '../../../../src/core/locks/pythonRedisLock/scripts/resetLock';
import { unlockAndSignal } from '../../../../src/core/locks/pythonRedisLock/scripts/unlockAndSignal';
import { lockHash } from '../../../../src/core/locks/redisson/scripts/lockHash';
import { lockHashFenced } from '../../../../src/core/locks/redisson/scripts/lockHashFenced';
import { renewHash } from '../../../../src/core/locks/redisson/scripts/renewHash';
import { unlockHash } from '../../../../src/core/locks/redisson/scripts/unlockHash';
import { unlockHashLatched } from '../../../../src/core/locks/redisson/scripts/unlockHashLatched';
import { compareAndDelete } from '../../../../src/core/locks/shared/scripts/compareAndDelete';
import { compareAndDeleteAll } from '../../../../src/core/locks/shared/scripts/compareAndDeleteAll';
import { compareAndExtend } from '../../../../src/core/locks/shared/scripts/compareAndExtend';
import { compareAndExtendAll } from '../../../../src/core/locks/shared/scripts/compareAndExtendAll';
import { incrFrom } from '../../../../src/core/locks/shared/scripts/incrFrom';
import { raiseTo } from '../../../../src/core/locks/shared/scripts/raiseTo';
import { setIfAllAbsent } from '../../../../src/core/locks/shared/scripts/setIfAllAbsent';
import { setIfFreeOrMine } from '../../../../src/core/locks/shared/scripts/setIfFreeOrMine';
import { countAndLock } from '../../../../src/core/locks/tokenLock/scripts/countAndLock';
import { lockWithToken } from '../../../../src/core/locks/tokenLock/scripts/lockWithToken';
import {
  type Argument,
  command,
  evaluate,
  type Request,
  requestText,
  type Script,
} from '../../../../src/core/model/effects/request';
import { countModel } from '../../../../src/redlock/scripts/count';
import { prolongModel } from '../../../../src/redlock/scripts/extend';
import { giveBackModel } from '../../../../src/redlock/scripts/giveBack';
import { giveBackAndSignalModel } from '../../../../src/redlock/scripts/giveBackAndSignal';
import { giveBackHashModel } from '../../../../src/redlock/scripts/giveBackHash';
import { prolongHashModel } from '../../../../src/redlock/scripts/prolongHash';
import { takeHashModel } from '../../../../src/redlock/scripts/takeHash';
import { takeOneModel } from '../../../../src/redlock/scripts/takeOne';
import { sampleScripts } from './sampleScripts';

export const sampleKeys = ['a', 'b', 'c'] as const;

/** A request that prints in readable form, also in a counterexample. */
export interface Step {
  readonly request: Request;
  readonly [fc.toStringMethod]: () => string;
}

/** An argument that depends on its place in the sequence, so that far expiries differ by seconds. */
type Word = Argument | ((index: number) => Argument);
type Build = (index: number) => Request;

const far = {
  ms: (index: number) => 100_000 + index * 2_000,
  s: (index: number) => 101 + index * 2,
  atMs: (index: number) => 4_102_444_800_000 + index * 1_000,
  atSeconds: (index: number) => 4_102_444_800 + index,
};
const malformed = ['x', '', '1.5', '01', '9223372036854775808', ' 1'];
const int64Max = '9223372036854775807';

const key = fc.constantFrom(...sampleKeys);
const value = fc.constantFrom('x', 'y', '1', 5, '-3', '01', '', '1.5', '9007199254740993', int64Max, `-${int64Max}`);
const field = fc.constantFrom('f', 'g', '1');
const by = fc.constantFrom<Argument>(1, -1, '7', 0, int64Max, `-${int64Max}`, '-9223372036854775808', ...malformed);
const index = fc.constantFrom<Argument>(0, 1, -1, '-2', 5, -7, 'x');

const expirySpecs = {
  EX: fc.constantFrom<Word>(far.s, far.s, 0, -1, int64Max, ...malformed),
  PX: fc.constantFrom<Word>(far.ms, far.ms, far.ms, 0, -5, int64Max, ...malformed),
  EXAT: fc.constantFrom<Word>(far.atSeconds, 1, 0, 'x'),
  PXAT: fc.constantFrom<Word>(far.atMs, 1, -1),
} as const;
const expiryOption = fc
  .constantFrom('EX', 'PX', 'PX', 'EXAT', 'PXAT', 'px')
  .chain((unit) => expirySpecs[unit.toUpperCase() as keyof typeof expirySpecs].map((amount): Word[] => [unit, amount]));
const setOption = fc.oneof(
  { weight: 4, arbitrary: expiryOption },
  { weight: 4, arbitrary: fc.constantFrom<Word[]>(['NX'], ['XX'], ['GET'], ['KEEPTTL'], ['nx'], ['get']) },
  { weight: 1, arbitrary: fc.constantFrom<Word[]>(['PX'], ['FOO'], ['']) },
);
const expireFlags = fc.array(fc.constantFrom('NX', 'XX', 'GT', 'LT', 'gt', 'FOO'), { maxLength: 2, size: 'max' });

const words = (...parts: readonly fc.Arbitrary<Word | readonly Word[]>[]): fc.Arbitrary<Word[]> =>
  fc.tuple(...parts).map((list) => list.flat());
const some = (part: fc.Arbitrary<Word>, minLength: number, maxLength: number): fc.Arbitrary<Word[]> =>
  fc.array(part, { minLength, maxLength, size: 'max' });
const none: fc.Arbitrary<Word[]> = fc.constant([]);

const score = fc.constantFrom<Word>(1, 2, '1.5', -3, 'inf', '-inf', 1, 'x', '');
const member = fc.constantFrom<Word>('m', 'n', 'o');
const bound = fc.constantFrom<Word>('-inf', 'inf', '+inf', 1, '(1', 2, '(2', -3, 'x');
const pairs = (first: fc.Arbitrary<Word>, second: fc.Arbitrary<Word>) =>
  fc.array(fc.tuple(first, second), { minLength: 1, maxLength: 3 }).map((list) => list.flat());
const optional = (...lists: readonly Word[][]) => fc.constantFrom<Word[]>([], [], ...lists);

const condition = fc.constantFrom('IFEQ', 'IFNE', 'IFDEQ', 'IFDNE', 'ifeq');
/** Of the values x, 1 and 5, and of none. */
const digest = fc.constantFrom('eaf06c6480b2cd11', '65cd25028f98f158', 'DEDB980100C87E72', 'zzzzzzzzzzzzzzzz');
const comparing = condition.chain((word) => (word.startsWith('IFD') ? digest : value).map((given) => [word, given]));

/** Arguments of the commands that no lock of the playground uses. */
const moreArguments: Readonly<Record<string, fc.Arbitrary<Word[]>>> = {
  GETDEL: words(key),
  GETEX: words(
    key,
    fc.oneof(none, expiryOption, fc.constantFrom<Word[]>(['PERSIST'], ['persist', 'x'], ['EX'], ['x'])),
  ),
  SETEX: words(key, fc.constantFrom<Word>(far.s, far.s, 0, -1, int64Max, ...malformed), value),
  PSETEX: words(key, fc.constantFrom<Word>(far.ms, far.ms, 0, -1, int64Max, ...malformed), value),
  MGET: words(some(key, 1, 3)),
  MSET: words(pairs(key, value)),
  MSETNX: words(pairs(key, value)),
  DECR: words(key),
  DECRBY: words(key, by),
  APPEND: words(key, value),
  STRLEN: words(key),
  UNLINK: words(some(key, 1, 3)),
  EXPIREAT: words(key, fc.constantFrom<Word>(far.atSeconds, far.atSeconds, 1, -1, 'x'), expireFlags),
  EXPIRETIME: words(key),
  PEXPIRETIME: words(key),
  TYPE: words(key),
  ECHO: words(value),
  DIGEST: words(key),
  DELIFEQ: words(key, value),
  HSETNX: words(key, field, value),
  HMSET: words(key, pairs(field, value)),
  HMGET: words(key, some(field, 1, 3)),
  HLEN: words(key),
  HKEYS: words(key),
  HVALS: words(key),
  RPOP: words(key, some(fc.constantFrom(0, 1, 2, '9', -1, 'x'), 0, 1)),
  BRPOP: words(some(key, 1, 3), fc.constantFrom<Word>(0, 0, 0.5, '1.5', -1, 'x', '')),
  LINDEX: words(key, index),
  LREM: words(key, index, value),
  LPOS: words(key, value),
  LTRIM: words(key, index, index),
  RPOPLPUSH: words(key, key),
  SADD: words(key, some(member, 1, 3)),
  SREM: words(key, some(member, 1, 3)),
  SISMEMBER: words(key, member),
  SMEMBERS: words(key),
  SCARD: words(key),
  ZADD: words(key, some(fc.constantFrom<Word>('NX', 'XX', 'GT', 'LT', 'CH', 'INCR', 'nx'), 0, 2), pairs(score, member)),
  ZINCRBY: words(key, score, member),
  ZREM: words(key, some(member, 1, 3)),
  ZSCORE: words(key, member),
  ZRANK: words(key, member),
  ZRANGE: words(key, index, index, optional(['WITHSCORES'], ['x'])),
  ZRANGEBYSCORE: words(
    key,
    bound,
    bound,
    optional(['WITHSCORES'], ['LIMIT', 0, 1], ['limit', 1, -1, 'withscores'], ['LIMIT', 1], ['LIMIT', 'x', 1], ['x']),
  ),
  ZREVRANGE: words(key, index, index, optional(['WITHSCORES'], ['x'])),
  ZREVRANGEBYSCORE: words(
    key,
    bound,
    bound,
    optional(['WITHSCORES'], ['limit', 1, -1, 'withscores'], ['LIMIT', 1], ['x']),
  ),
  ZREMRANGEBYSCORE: words(key, bound, bound),
  ZREMRANGEBYRANK: words(key, index, index),
  ZCARD: words(key),
  ZCOUNT: words(key, bound, bound),
  BZPOPMIN: words(some(key, 1, 3), fc.constantFrom<Word>(0, 0, 0.5, '1.5', -1, 'x', '')),
  XADD: words(
    key,
    optional(['MAXLEN', '~', 2], ['maxlen', 2], ['MAXLEN', '=', 0], ['MAXLEN', '~', 0]),
    fc.constant('*'),
    pairs(field, value),
  ),
  XTRIM: words(key, fc.constantFrom<Word[]>(['MAXLEN', '~', 1], ['maxlen', 1], ['MAXLEN', '=', 0], ['MAXLEN', '~', 0])),
  ZPOPMIN: words(key, some(fc.constantFrom(0, 1, 2, -1, 'x'), 0, 2)),
};

/** Arguments that the commands take, mostly well formed. Every command of the table is here; a test proves it. */
const argumentsOf: Readonly<Record<string, fc.Arbitrary<Word[]>>> = {
  SET: fc.oneof(
    {
      weight: 6,
      arbitrary: words(
        key,
        value,
        fc.array(setOption, { maxLength: 3, size: 'max' }).map((list) => list.flat()),
      ),
    },
    { weight: 1, arbitrary: words(key, value, comparing, optional(['GET'], ['KEEPTTL'], ['PX', far.ms])) },
  ),
  DELEX: words(key, fc.oneof(none, comparing, comparing, fc.constantFrom<Word[]>(['IFXX', 'x'], ['IFEQ']))),
  SETNX: words(key, value),
  GET: words(key),
  GETSET: words(key, value),
  INCR: words(key),
  INCRBY: words(key, by),
  EXPIRE: words(key, fc.constantFrom<Word>(far.s, far.s, -1, 0, int64Max, `-${int64Max}`, ...malformed), expireFlags),
  PEXPIRE: words(key, fc.constantFrom<Word>(far.ms, far.ms, 0, int64Max, `-${int64Max}`, ...malformed), expireFlags),
  PEXPIREAT: words(key, fc.constantFrom<Word>(far.atMs, far.atMs, 1, -1, 'x'), expireFlags),
  TTL: words(key),
  PTTL: words(key),
  PERSIST: words(key),
  HSET: words(
    key,
    fc.array(fc.tuple(field, value), { minLength: 1, maxLength: 3 }).map((list) => list.flat()),
  ),
  HGET: words(key, field),
  HEXISTS: words(key, field),
  HGETALL: words(key),
  HINCRBY: words(key, field, by),
  HDEL: words(key, some(field, 1, 3)),
  LPUSH: words(key, some(value, 1, 3)),
  RPUSH: words(key, some(value, 1, 3)),
  LPOP: words(key, some(fc.constantFrom(0, 1, 2, '9', -1, 'x'), 0, 1)),
  BLPOP: words(some(key, 1, 3), fc.constantFrom<Word>(0, 0, 0.5, '1.5', -1, 'x', '')),
  LLEN: words(key),
  LRANGE: words(key, index, index),
  DEL: words(some(key, 1, 3)),
  EXISTS: words(some(key, 1, 3)),
  FLUSHALL: fc.constantFrom<Word[]>([], ['async'], ['SYNC'], ['x'], ['SYNC', 'x']),
  PING: words(some(value, 0, 2)),
  TIME: none,
  PUBLISH: words(fc.constant('channel'), value),
  ...moreArguments,
};
export const generatedCommands = Object.keys(argumentsOf);

const argument = (word: Word, at: number): Argument => (typeof word === 'function' ? word(at) : word);
const build =
  (name: string, list: readonly Word[]): Build =>
  (at) =>
    command(name, ...list.map((word) => argument(word, at)));

const wellFormed = (...names: readonly string[]): fc.Arbitrary<Build> =>
  fc.constantFrom(...names).chain((name) => (argumentsOf[name] ?? none).map((list) => build(name, list)));
const anyCommand = wellFormed(...generatedCommands, 'SET', 'SET', 'GET', 'PTTL', 'PEXPIRE', 'DEL');
const onHashes = wellFormed('HSET', 'HGET', 'HEXISTS', 'HGETALL', 'HINCRBY', 'HINCRBY', 'HDEL', 'HDEL');
const onLists = wellFormed(
  'LPUSH',
  'RPUSH',
  'RPUSH',
  'LPOP',
  'RPOP',
  'LREM',
  'LINDEX',
  'LPOS',
  'LTRIM',
  'RPOPLPUSH',
  'BLPOP',
  'LLEN',
  'LRANGE',
  'LRANGE',
);
const onSorted = wellFormed('ZADD', 'ZADD', 'ZADD', ...generatedCommands.filter((name) => /^B?Z/.test(name)));
const onStreams = wellFormed('XADD', 'XADD', 'XADD', 'XTRIM', 'TYPE', 'DEL');
const onSets = wellFormed('SADD', 'SADD', 'SREM', 'SISMEMBER', 'SMEMBERS', 'SCARD');

/**
 * The right words, but the wrong number of them. Blocking commands are left out, because a transaction would refuse
 * them in other words.
 */
const wrongCount: fc.Arbitrary<Build> = fc
  .tuple(
    fc.constantFrom(...generatedCommands.filter((name) => !['BLPOP', 'BRPOP', 'BZPOPMIN', 'FLUSHALL'].includes(name))),
    fc.boolean(),
  )
  .chain(([name, shorter]) =>
    (argumentsOf[name] ?? none).map((list) => build(name, shorter ? list.slice(0, -1) : [...list, 'z'])),
  );

const unknown: fc.Arbitrary<Build> = fc
  .tuple(fc.constantFrom('FOO', 'Get2', 'z'.repeat(150)), some(fc.constantFrom('x', 'y z', 'w'.repeat(100)), 0, 4))
  .map(([name, list]) => build(name, list));

const anyCase: fc.Arbitrary<Build> = fc.constant(build('get', ['a']));

const buildScript =
  (script: Script, keys: readonly string[], list: readonly Word[]): Build =>
  (at) =>
    evaluate(
      script,
      keys,
      list.map((word) => argument(word, at)),
    );
const keyList = fc.uniqueArray(key, { minLength: 1, maxLength: 3 });
const ttl = fc.constantFrom<Word>(far.ms, far.ms, far.ms, 0, -1, 'x');
const ownerScripts: fc.Arbitrary<Build> = fc
  .tuple(
    fc.constantFrom(
      compareAndDelete,
      compareAndDeleteAll,
      compareAndExtend,
      compareAndExtendAll,
      setIfAllAbsent,
      setIfFreeOrMine,
    ),
    keyList,
    fc.constantFrom('x', 'y'),
    ttl,
  )
  .map(([script, keys, owner, lifetime]) =>
    buildScript(
      script,
      keys,
      script === setIfFreeOrMine ? [owner, owner === 'x' ? 'y' : 'x', lifetime] : [owner, lifetime],
    ),
  );
const raising: fc.Arbitrary<Build> = fc
  .tuple(fc.constantFrom(raiseTo, incrFrom), key, fc.constantFrom(1, 2, 5, 100, -4))
  .map(([script, counter, token]) => buildScript(script, [counter], [token]));
const tokenLocks: fc.Arbitrary<Build> = fc
  .tuple(fc.shuffledSubarray([...sampleKeys], { minLength: 2 }), fc.constantFrom(1, 2, 5, -4), ttl)
  .chain(([keys, token, lifetime]) =>
    fc.constantFrom(
      buildScript(lockWithToken, keys.slice(0, 1), [token, lifetime]),
      buildScript(countAndLock, keys.slice(0, 2), [lifetime]),
    ),
  );
const hashLocks: fc.Arbitrary<Build> = fc
  .tuple(fc.shuffledSubarray([...sampleKeys], { minLength: 2 }), field, ttl)
  .chain(([keys, thread, lease]) =>
    fc.constantFrom(
      buildScript(lockHash, keys.slice(0, 1), [lease, thread]),
      buildScript(lockHashFenced, keys.slice(0, 2), [lease, thread]),
      buildScript(renewHash, keys.slice(0, 1), [lease, thread]),
      buildScript(unlockHash, [keys[0] ?? 'a', 'channel'], ['0', lease, thread]),
      buildScript(unlockHashLatched, [keys[0] ?? 'a', 'channel', 'latch'], ['0', lease, thread, lease]),
    ),
  );
const signalLocks: fc.Arbitrary<Build> = fc
  .tuple(fc.shuffledSubarray([...sampleKeys], { minLength: 2 }), fc.constantFrom('x', 'y'), ttl)
  .chain(([keys, id, lifetime]) =>
    fc.constantFrom(
      buildScript(unlockAndSignal, keys.slice(0, 2), [id, lifetime]),
      buildScript(extendIfExpiring, keys.slice(0, 1), [id, far.s]),
      buildScript(resetLock, keys.slice(0, 2), [lifetime]),
    ),
  );
const lifetime = fc.constantFrom<Word>(far.ms, 0);
/** The requests of the library, which has validated the numbers. */
const libraryScripts: fc.Arbitrary<Build> = fc
  .record({
    keys: fc.shuffledSubarray([...sampleKeys], { minLength: 2 }),
    owners: fc.uniqueArray(fc.constantFrom('x', 'y', 'f', '1'), { minLength: 1, maxLength: 3 }),
    how: fc.constantFrom('longer', 'any'),
    lasts: lifetime,
    least: fc.constantFrom(1, 2, 5, 100),
  })
  .chain(({ keys, owners, how, lasts, least }) => {
    const [owner = 'x'] = owners;
    const [one, two] = [keys.slice(0, 1), keys.slice(0, 2)];
    return fc.constantFrom(
      buildScript(takeOneModel, one, [owner, far.ms]),
      buildScript(takeOneModel, two, [owner, far.ms, lasts]),
      buildScript(takeHashModel, two, [owner, far.ms, lasts]),
      buildScript(prolongModel, keys, [owner, far.ms, how]),
      buildScript(prolongHashModel, one, [owner, far.ms, how]),
      buildScript(giveBackModel, keys, owners),
      buildScript(giveBackHashModel, [keys[0] ?? 'a', 'channel'], owners),
      buildScript(giveBackAndSignalModel, two, [far.ms, ...owners]),
      buildScript(countModel, one, [lasts]),
      buildScript(countModel, one, [lasts, least]),
    );
  });
const samples: fc.Arbitrary<Build> = fc
  .tuple(fc.constantFrom(...sampleScripts), fc.shuffledSubarray([...sampleKeys], { minLength: 2 }), value)
  .map(([{ script, keyCount }, keys, owner]) => buildScript(script, keys.slice(0, keyCount), [owner, far.ms]));

const anything = [
  { weight: 30, arbitrary: anyCommand },
  { weight: 9, arbitrary: ownerScripts },
  { weight: 2, arbitrary: raising },
  { weight: 4, arbitrary: tokenLocks },
  { weight: 9, arbitrary: hashLocks },
  { weight: 5, arbitrary: signalLocks },
  { weight: 9, arbitrary: libraryScripts },
  { weight: 3, arbitrary: samples },
  { weight: 2, arbitrary: wrongCount },
  { weight: 1, arbitrary: unknown },
  { weight: 1, arbitrary: anyCase },
];
const sequenceOf = (...builds: readonly fc.WeightedArbitrary<Build>[]): fc.Arbitrary<readonly Build[]> =>
  fc.array(fc.oneof(...builds), { minLength: 1, maxLength: 60, size: 'max' });

/**
 * About thirty requests, of all kinds or mostly on one type. In a shorter counterexample, too, no two TTLs are equal.
 */
export const requestSequence: fc.Arbitrary<readonly Step[]> = fc
  .oneof(
    { weight: 4, arbitrary: sequenceOf(...anything) },
    { weight: 1, arbitrary: sequenceOf(...anything, { weight: 120, arbitrary: onHashes }) },
    { weight: 1, arbitrary: sequenceOf(...anything, { weight: 120, arbitrary: onLists }) },
    { weight: 1, arbitrary: sequenceOf(...anything, { weight: 240, arbitrary: onSorted }) },
    { weight: 1, arbitrary: sequenceOf(...anything, { weight: 120, arbitrary: onSets }) },
    { weight: 1, arbitrary: sequenceOf(...anything, { weight: 120, arbitrary: onStreams }) },
  )
  .map((builds) => builds.map((buildAt, at) => toStep(buildAt(at))));

function toStep(request: Request): Step {
  return { request, [fc.toStringMethod]: () => requestText(request) };
}
