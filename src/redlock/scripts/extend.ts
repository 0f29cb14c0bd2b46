/** Gives several keys more time while each holds the owner's value. An extension that comes late takes no time away. */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/**
 * Keys: the resources. Arguments: the owner, the TTL in ms, and `any` if the time of the keys may also get shorter;
 * otherwise a key with more time left keeps it. Answers the number of keys, or 0 if one of them holds something else.
 */
export const extendScript: Script = {
  name: 'prolong',
  lua: `for _, key in ipairs(KEYS) do
  if redis.call('GET', key) ~= ARGV[1] then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  if ARGV[3] == 'any' or redis.call('PTTL', key) < tonumber(ARGV[2]) then
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
return #KEYS`,
};

export const prolongModel = /* @__PURE__ */ modelOf(extendScript, (redis, keys, [owner = '', ttl = '', how = '']) => {
  for (const key of keys) if (redis('GET', key) !== owner) return 0;
  for (const key of keys) {
    if (how === 'any' || Number(redis('PTTL', key)) < Number(ttl)) redis('PEXPIRE', key, ttl);
  }
  return keys.length;
});
