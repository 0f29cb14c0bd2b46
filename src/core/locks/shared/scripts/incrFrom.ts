/** Counts from a value that is not 0, as if fencing tokens had been issued before the run. */
import type { Script } from '../../../model/effects/request';

/** Keys: the counter. Arguments: the value of an absent counter, a whole number. Answers the next token. */
export const incrFrom: Script = {
  name: 'incrFrom',
  lua: `redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('INCR', KEYS[1])`,
  run: (redis, keys, args) => {
    const key = keys[0] ?? '';
    redis('SET', key, args[0] ?? '', 'NX');
    return redis('INCR', key);
  },
};
