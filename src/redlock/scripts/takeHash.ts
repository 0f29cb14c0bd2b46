/** Takes a lock in Redisson's layout, a hash with its holder, and counts a fencing token with it. */
import type { Script } from '../../core/model/effects/request';
import { countUp, thenCount } from './count';
import { modelOf } from './modelOf';

/**
 * Keys: the lock, the counter. Arguments: the owner, the TTL in ms, the lifetime of the counter in ms. Answers like
 * `takeOne`.
 */
export const takeHash: Script = {
  name: 'takeHash',
  takes: true,
  lua: /* @__PURE__ */ thenCount(`if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return math.min(0, -redis.call('PTTL', KEYS[1]))
end
redis.call('HSET', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])`),
};

export const takeHashModel = /* @__PURE__ */ modelOf(
  takeHash,
  (redis, [key = '', counter], [owner = '', ttl = '', lifetime = '']) => {
    if (redis('EXISTS', key) === 1 && redis('HEXISTS', key, owner) === 0)
      return Math.min(0, -Number(redis('PTTL', key)));
    redis('HSET', key, owner, 1);
    redis('PEXPIRE', key, ttl);
    return countUp(redis, counter, lifetime);
  },
);
