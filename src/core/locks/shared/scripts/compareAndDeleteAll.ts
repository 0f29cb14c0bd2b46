/** Of several keys, deletes those that hold the owner's value. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the resources. Arguments: the owner. Answers how many were deleted.
 * Source: the release script of node-redlock 5.
 */
export const compareAndDeleteAll: Script = {
  name: 'compareAndDeleteAll',
  lua: `local count = 0
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then
    count = count + redis.call('DEL', key)
  end
end
return count`,
  givesBack: true,
  run: (redis, keys, args) => {
    let count = 0;
    for (const key of keys) if (redis('GET', key) === args[0]) count += Number(redis('DEL', key));
    return count;
  },
};
