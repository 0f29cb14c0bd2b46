/** Gives back one entry of a re-entrant lock. The last one frees the lock and notifies every subscriber. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock, the channel. Arguments: the message, the lease in ms, the thread. Answers nil to a thread that is not
 * inside, 0 when it is still inside, 1 when the lock was freed. Source: RedissonLock.unlockInnerAsync.
 */
export const unlockHash: Script = {
  name: 'unlockHash',
  lua: `if redis.call('HEXISTS', KEYS[1], ARGV[3]) == 0 then
  return nil
end
local counter = redis.call('HINCRBY', KEYS[1], ARGV[3], -1)
if counter > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[2], ARGV[1])
return 1`,
  givesBack: true,
  run: (redis, [key = '', channel = ''], [message = '', lease = '', thread = '']) => {
    if (redis('HEXISTS', key, thread) === 0) return null;
    if (Number(redis('HINCRBY', key, thread, -1)) > 0) {
      redis('PEXPIRE', key, lease);
      return 0;
    }
    redis('DEL', key);
    redis('PUBLISH', channel, message);
    return 1;
  },
  grants: (value) => value !== null,
};
