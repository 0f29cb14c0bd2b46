/**
 * Deletes a lock's key only while it holds the owner's value: the release of the articles, and of redis.io for servers
 * before Redis 8.4.
 */
import type { Script } from '../../../model/effects/request';

/** Keys: the lock. Arguments: the owner. Answers 1 when the key was deleted, else 0. */
export const compareAndDelete: Script = {
  name: 'compareAndDelete',
  lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`,
  givesBack: true,
  run: (redis, keys, args) => {
    const key = keys[0] ?? '';
    return redis('GET', key) === args[0] ? redis('DEL', key) : 0;
  },
};
