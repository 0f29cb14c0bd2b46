/** Takes one key for one owner, and counts a fencing token with it. The owner that already holds it is let in again. */
import type { Script } from '../../core/model/effects/request';
import { countUp, thenCount } from './count';
import { modelOf } from './modelOf';

/**
 * Keys: the lock; if it has tokens, their counter. Arguments: the owner, the TTL in ms, the lifetime of the counter
 * in ms. Answers the owner with the token, or with 1 without a counter. Answers all others with the remaining time of
 * the lock in ms, below 0, or with 0 if it has no end.
 */
export const takeOne: Script = {
  name: 'takeOne',
  takes: true,
  lua: /* @__PURE__ */ thenCount(`if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return math.min(0, -redis.call('PTTL', KEYS[1]))
end`),
};

export const takeOneModel = /* @__PURE__ */ modelOf(
  takeOne,
  (redis, [key = '', counter], [owner = '', ttl = '', lifetime = '']) => {
    const isFree = redis('SET', key, owner, 'NX', 'PX', ttl) !== null;
    if (!isFree && redis('GET', key) !== owner) return Math.min(0, -Number(redis('PTTL', key)));
    return countUp(redis, counter, lifetime);
  },
);
