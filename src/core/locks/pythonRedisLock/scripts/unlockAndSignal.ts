/** Gives a lock back and leaves one item in the list on which others wait. Each release wakes one of them. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock, the signal list. Arguments: the id, how long the signal lasts in ms. Answers 0 when done, 1 when
 * the lock does not have this id. Source: UNLOCK_SCRIPT of python-redis-lock.
 */
export const unlockAndSignal: Script = {
  name: 'unlockAndSignal',
  lua: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 1
end
redis.call('DEL', KEYS[2])
redis.call('LPUSH', KEYS[2], 1)
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('DEL', KEYS[1])
return 0`,
  givesBack: true,
  run: (redis, [lock = '', signal = ''], [id = '', lasts = '']) => {
    if (redis('GET', lock) !== id) return 1;
    redis('DEL', signal);
    redis('LPUSH', signal, 1);
    redis('PEXPIRE', signal, lasts);
    redis('DEL', lock);
    return 0;
  },
  grants: (value) => value === 0,
};
