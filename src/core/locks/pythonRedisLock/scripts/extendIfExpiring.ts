/** Gives a lock a new time to live in seconds, if it holds this id and has a time to live. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock. Arguments: the id, the seconds. Answers 0 when done, 1 when the lock does not have this id, 2 when
 * it does not expire. Source: EXTEND_SCRIPT of python-redis-lock.
 */
export const extendIfExpiring: Script = {
  name: 'extendIfExpiring',
  lua: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 1
elseif redis.call('TTL', KEYS[1]) < 0 then
  return 2
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 0`,
  run: (redis, [lock = ''], [id = '', seconds = '']) => {
    if (redis('GET', lock) !== id) return 1;
    if (Number(redis('TTL', lock)) < 0) return 2;
    redis('EXPIRE', lock, seconds);
    return 0;
  },
  grants: (value) => value === 0,
};
