/**
 * Deletes a lock that holds the value of one of several owners, and leaves one item in the list at which the others
 * wait. It deletes the lock last, so that the lock is there if the script ends with an error.
 */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/**
 * Keys: the lock, the list. Arguments: how long the item lasts in ms, then the owners. Answers 1 if the lock held the
 * last of them, else 0.
 */
export const giveBackAndSignal: Script = {
  name: 'giveBackAndSignal',
  lua: `local value = redis.call('GET', KEYS[1])
for i = 2, #ARGV do
  if value == ARGV[i] then
    redis.call('DEL', KEYS[2])
    redis.call('LPUSH', KEYS[2], 1)
    redis.call('PEXPIRE', KEYS[2], ARGV[1])
    redis.call('DEL', KEYS[1])
    return i == #ARGV and 1 or 0
  end
end
return 0`,
};

export const giveBackAndSignalModel = /* @__PURE__ */ modelOf(
  giveBackAndSignal,
  (redis, [key = '', list = ''], [lasts = '', ...owners]) => {
    const value = String(redis('GET', key) ?? '');
    if (!owners.includes(value)) return 0;
    redis('DEL', list);
    redis('LPUSH', list, 1);
    redis('PEXPIRE', list, lasts);
    redis('DEL', key);
    return value === owners.at(-1) ? 1 : 0;
  },
);
