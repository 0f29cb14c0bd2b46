/** Deletes a lock, even one that another client holds, and signals that it is free. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock, the signal list. Arguments: how long the signal lasts in ms. Answers how many locks were deleted.
 * Source: RESET_SCRIPT of python-redis-lock.
 */
export const resetLock: Script = {
  name: 'resetLock',
  lua: `redis.call('DEL', KEYS[2])
redis.call('LPUSH', KEYS[2], 1)
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])`,
  run: (redis, [lock = '', signal = ''], [lasts = '']) => {
    redis('DEL', signal);
    redis('LPUSH', signal, 1);
    redis('PEXPIRE', signal, lasts);
    return redis('DEL', lock);
  },
};
