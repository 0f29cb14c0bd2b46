/**
 * Takes a lock with a fencing token as its value. The answer distinguishes a client that was overtaken from one that
 * has to wait.
 */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock. Arguments: the token, the TTL in ms.
 * Answers 1 when the key was free, 0 when it is held with an older token, −1 when it is held with a newer one.
 * Source: "Redis distributed lock design" (2019), the author's own lock.
 */
export const lockWithToken: Script = {
  name: 'lockWithToken',
  lua: `local holder = redis.call('GET', KEYS[1])
if not holder then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
end
if (tonumber(holder) or 0) > tonumber(ARGV[1]) then
  return -1
end
return 0`,
  run: (redis, keys, args) => {
    const key = keys[0] ?? '';
    const holder = redis('GET', key);
    if (holder === null) {
      redis('SET', key, args[0] ?? '', 'PX', args[1] ?? '');
      return 1;
    }
    return (Number(holder) || 0) > Number(args[0]) ? -1 : 0;
  },
};
