/** Raises a counter to a value and never lowers it: how a fencing token is written back to a quorum. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the counter. Arguments: the token, a whole number. Answers the counter's value afterwards. A counter that is
 * absent or not a number counts as lower than every token.
 */
export const raiseTo: Script = {
  name: 'raiseTo',
  lua: `local token = tonumber(ARGV[1])
local stands = tonumber(redis.call('GET', KEYS[1])) or 0
if stands < token then
  redis.call('SET', KEYS[1], ARGV[1])
  return token
end
return stands`,
  run: (redis, keys, args) => {
    const key = keys[0] ?? '';
    const token = Number(args[0]);
    const stands = Number(redis('GET', key)) || 0;
    if (stands >= token) return stands;
    redis('SET', key, args[0] ?? '');
    return token;
  },
};
