// Scripts that no lock uses. They cover everything that a script can meet inside a server: every type, every reply,
// every kind of failure.
import type { Script } from '../../../../src/core/model/effects/request';

/** A re-entrant lock in a hash, as in Redisson: it answers null when acquired, otherwise the remaining TTL. */
const enterHash: Script = {
  name: 'enterHash',
  lua: `if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return nil
end
return redis.call('PTTL', KEYS[1])`,
  run: (redis, [key = ''], [owner = '', ttl = '']) => {
    if (redis('EXISTS', key) !== 0 && redis('HEXISTS', key, owner) !== 1) return redis('PTTL', key);
    redis('HINCRBY', key, owner, 1);
    redis('PEXPIRE', key, ttl);
    return null;
  },
};

const everyReply: Script = {
  name: 'everyReply',
  lua: `return {redis.call('SET', KEYS[1], ARGV[1]), redis.call('GET', KEYS[1]), redis.call('GET', ARGV[1] .. 'absent'),
  redis.call('EXISTS', KEYS[1]), {1.7, -1.7, 'text'}, redis.call('HGETALL', ARGV[1] .. 'absent')}`,
  run: (redis, [key = ''], [value = '']) => [
    redis('SET', key, value),
    redis('GET', key),
    redis('GET', `${value}absent`),
    redis('EXISTS', key),
    [1.7, -1.7, 'text'],
    redis('HGETALL', `${value}absent`),
  ],
};

/** The first write stays, and the second one is never reached. */
const writeThenFail: Script = {
  name: 'writeThenFail',
  lua: `redis.call('SET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[1], 'field', ARGV[1])
return redis.call('SET', KEYS[2], ARGV[1])`,
  run: (redis, [first = '', second = ''], [value = '']) => {
    redis('SET', first, value);
    redis('HSET', first, 'field', value);
    return redis('SET', second, value);
  },
};

/** A script of one command. */
export const calling = (command: string, ...args: string[]): Script => ({
  name: `calling${command}`,
  lua: `return redis.call(${[command, ...args].map((word) => `'${word}'`).join(', ')})`,
  run: (redis) => redis(command, ...args),
});

/** Each with the number of keys and arguments that it takes. */
export const sampleScripts: readonly { readonly script: Script; readonly keyCount: number }[] = [
  { script: enterHash, keyCount: 1 },
  { script: everyReply, keyCount: 1 },
  { script: writeThenFail, keyCount: 2 },
  { script: calling('NOSUCH', 'a'), keyCount: 1 },
  { script: calling('GET'), keyCount: 1 },
  { script: calling('get', 'a'), keyCount: 1 },
  { script: calling('SUBSCRIBE', 'a'), keyCount: 1 },
  { script: calling('BLPOP', 'a'), keyCount: 1 },
  { script: calling('SET', 'a', 'x', 'PX', '0'), keyCount: 1 },
  { script: calling('HSET', 'a', 'field', 'x', 'y'), keyCount: 1 },
];
