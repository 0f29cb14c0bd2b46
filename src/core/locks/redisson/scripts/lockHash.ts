/**
 * Takes a re-entrant lock: a hash with one field. The field's name is the thread, and its value counts how often the
 * thread came in.
 */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock. Arguments: the lease in ms, the thread. Answers nil when the thread has it, else its remaining time
 * in ms.
 * Source: RedissonLock.tryLockInnerAsync.
 */
export const lockHash: Script = {
  name: 'lockHash',
  takes: true,
  lua: `if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
  redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return nil
end
return redis.call('PTTL', KEYS[1])`,
  run: (redis, [key = ''], [lease = '', thread = '']) => {
    if (redis('EXISTS', key) !== 0 && redis('HEXISTS', key, thread) !== 1) return redis('PTTL', key);
    redis('HINCRBY', key, thread, 1);
    redis('PEXPIRE', key, lease);
    return null;
  },
  grants: (value) => value === null,
};
