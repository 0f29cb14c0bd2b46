/** Takes a lock's keys, also again: a key that holds the owner's own value is no obstacle. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the resources. Arguments: the owner's value so far, its value from now on, the TTL in ms.
 * Answers the number of keys when all were set, 0 when one of them held another value.
 * Source: the acquire script of aioredlock 0.7.3. redlock-rb, RedLock.net and redsync extend like this, and so does
 * ContinueLock of redlock-cpp, which changes the value.
 */
export const setIfFreeOrMine: Script = {
  name: 'setIfFreeOrMine',
  takes: true,
  lua: `for _, key in ipairs(KEYS) do
  local owner = redis.call('GET', key)
  if owner and owner ~= ARGV[1] then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
end
return #KEYS`,
  run: (redis, keys, args) => {
    for (const key of keys) {
      const owner = redis('GET', key);
      if (owner !== null && owner !== args[0]) return 0;
    }
    for (const key of keys) redis('SET', key, args[1] ?? '', 'PX', args[2] ?? '');
    return keys.length;
  },
};
