/** Gives several keys a new time to live, but only while every one of them holds the owner's value. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the resources. Arguments: the owner, the TTL in ms.
 * Answers the number of keys when all were extended, 0 when one of them was not the owner's.
 */
export const compareAndExtendAll: Script = {
  name: 'compareAndExtendAll',
  lua: `for _, key in ipairs(KEYS) do
  if redis.call('GET', key) ~= ARGV[1] then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[2])
end
return #KEYS`,
  run: (redis, keys, args) => {
    for (const key of keys) if (redis('GET', key) !== args[0]) return 0;
    for (const key of keys) redis('PEXPIRE', key, args[1] ?? '');
    return keys.length;
  },
};
