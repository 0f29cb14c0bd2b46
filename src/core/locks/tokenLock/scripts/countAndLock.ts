/** Takes a lock and its fencing token in one step, so the order of the tokens is the order of the grants. */
import type { Script } from '../../../model/effects/request';

/** Keys: the lock, the counter. Arguments: the TTL in ms. Answers the token, or 0 when the lock is held. */
export const countAndLock: Script = {
  name: 'countAndLock',
  lua: `if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local token = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], redis.call('GET', KEYS[2]), 'PX', ARGV[1])
return token`,
  run: (redis, keys, args) => {
    const key = keys[0] ?? '';
    if (redis('EXISTS', key) === 1) return 0;
    const token = Number(redis('INCR', keys[1] ?? ''));
    redis('SET', key, String(redis('GET', keys[1] ?? '')), 'PX', args[0] ?? '');
    return token;
  },
};
