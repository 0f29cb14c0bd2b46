/** Gives a re-entrant lock a whole lease again while the thread is inside: what Redisson's watchdog sends. */
import type { Script } from '../../../model/effects/request';

/**
 * Keys: the lock. Arguments: the lease in ms, the thread. Answers 1 when it was renewed, else 0. Source: Redisson,
 * LockTask.
 */
export const renewHash: Script = {
  name: 'renewHash',
  lua: `if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return 1
end
return 0`,
  run: (redis, [key = ''], [lease = '', thread = '']) => {
    if (redis('HEXISTS', key, thread) !== 1) return 0;
    redis('PEXPIRE', key, lease);
    return 1;
  },
};
