/** Takes a re-entrant lock together with a fencing token. The token grows each time that the thread comes in. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock, the counter. Arguments: the lease in ms, the thread. Answers −1 and the token when the thread has it,
 * else its remaining time in ms and −1. Source: RedissonFencedLock.tryLockInnerAsync.
 */
export const lockHashFenced: Script = {
  name: 'lockHashFenced',
  takes: true,
  lua: `if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
  local token = redis.call('INCR', KEYS[2])
  redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return {-1, token}
end
return {redis.call('PTTL', KEYS[1]), -1}`,
  run: (redis, [key = '', counter = ''], [lease = '', thread = '']) => {
    if (redis('EXISTS', key) !== 0 && redis('HEXISTS', key, thread) !== 1) return [redis('PTTL', key), -1];
    const token = redis('INCR', counter);
    redis('HINCRBY', key, thread, 1);
    redis('PEXPIRE', key, lease);
    return [-1, token];
  },
  // The first element cannot decide it: −1 may also be the time of a lock that another client holds forever. This code
  // once mistook that for a grant.
  grants: (value) => Array.isArray(value) && value[1] !== -1,
};
