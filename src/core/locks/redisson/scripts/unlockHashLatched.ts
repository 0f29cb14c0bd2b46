/**
 * Gives back one entry of a re-entrant lock, once for each request: a latch keeps the answer, so that the same
 * request gets it again when it is sent again.
 */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock, the channel, the latch. Arguments: the message, the lease in ms, the thread, how long the latch
 * stays in ms. Answers as `unlockHash` does. Source: RedissonLock.unlockInnerAsync since Redisson 3.24.0.
 */
export const unlockHashLatched: Script = {
  name: 'unlockHashLatched',
  lua: `local before = redis.call('GET', KEYS[3])
if before ~= false then
  return tonumber(before)
end
if redis.call('HEXISTS', KEYS[1], ARGV[3]) == 0 then
  return nil
end
local counter = redis.call('HINCRBY', KEYS[1], ARGV[3], -1)
if counter > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('SET', KEYS[3], 0, 'PX', ARGV[4])
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[2], ARGV[1])
redis.call('SET', KEYS[3], 1, 'PX', ARGV[4])
return 1`,
  run: (redis, [key = '', channel = '', latch = ''], [message = '', lease = '', thread = '', latchLasts = '']) => {
    const before = redis('GET', latch);
    if (before !== null) return Number(before);
    if (redis('HEXISTS', key, thread) === 0) return null;
    if (Number(redis('HINCRBY', key, thread, -1)) > 0) {
      redis('PEXPIRE', key, lease);
      redis('SET', latch, 0, 'PX', latchLasts);
      return 0;
    }
    redis('DEL', key);
    redis('PUBLISH', channel, message);
    redis('SET', latch, 1, 'PX', latchLasts);
    return 1;
  },
  grants: (value) => value !== null,
};
