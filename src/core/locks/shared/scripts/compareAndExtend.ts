/** Gives a lock's key a new time to live only while it holds the owner's value. It never creates a key that is gone. */
import type { Script } from '../../../model/effects/request';

/** Keys: the lock. Arguments: the owner, the TTL in ms. Answers 1 when the TTL was set, else 0. */
export const compareAndExtend: Script = {
  name: 'compareAndExtend',
  lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0`,
  run: (redis, keys, args) => {
    const key = keys[0] ?? '';
    return redis('GET', key) === args[0] ? redis('PEXPIRE', key, args[1] ?? '') : 0;
  },
};
