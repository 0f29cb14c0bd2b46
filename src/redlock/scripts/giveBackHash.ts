/**
 * Deletes a hash lock that contains one of several owners, and notifies every subscriber. It deletes last, so that the
 * lock is there if the script ends with an error: its user may not be allowed to publish.
 */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/**
 * Keys: the lock, the channel. Arguments: the owners. Answers 1 if the last of them was inside, else 0. The message
 * is Redisson's.
 */
export const giveBackHash: Script = {
  name: 'giveBackHash',
  lua: `for i, owner in ipairs(ARGV) do
  if redis.call('HEXISTS', KEYS[1], owner) == 1 then
    redis.call('PUBLISH', KEYS[2], '0')
    redis.call('DEL', KEYS[1])
    return i == #ARGV and 1 or 0
  end
end
return 0`,
};

export const giveBackHashModel = /* @__PURE__ */ modelOf(giveBackHash, (redis, [key = '', channel = ''], owners) => {
  for (const owner of owners) {
    if (redis('HEXISTS', key, owner) !== 1) continue;
    redis('PUBLISH', channel, '0');
    redis('DEL', key);
    return owner === owners.at(-1) ? 1 : 0;
  }
  return 0;
});
