/** Gives a hash lock more time while its owner is inside. A late extension takes no time away. */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/**
 * Keys: the lock. Arguments: the owner, the TTL in ms, and `any` if its time may also get shorter. Answers 1, or 0 to
 * anyone else.
 */
export const prolongHash: Script = {
  name: 'prolongHash',
  lua: `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
if ARGV[3] == 'any' or redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1`,
};

export const prolongHashModel = /* @__PURE__ */ modelOf(
  prolongHash,
  (redis, [key = ''], [owner = '', ttl = '', how = '']) => {
    if (redis('HEXISTS', key, owner) === 0) return 0;
    if (how === 'any' || Number(redis('PTTL', key)) < Number(ttl)) redis('PEXPIRE', key, ttl);
    return 1;
  },
);
