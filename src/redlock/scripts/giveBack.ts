/** Deletes the keys that hold the value of one of several tries, and leaves the others alone. */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/** Keys: the resources. Arguments: the owners. Answers how many keys held the last of them. */
export const giveBack: Script = {
  name: 'giveBack',
  lua: `local count = 0
for _, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  for i, owner in ipairs(ARGV) do
    if value == owner then
      redis.call('DEL', key)
      count = count + (i == #ARGV and 1 or 0)
    end
  end
end
return count`,
};

export const giveBackModel = /* @__PURE__ */ modelOf(giveBack, (redis, keys, owners) => {
  let count = 0;
  for (const key of keys) {
    const value = String(redis('GET', key) ?? '');
    if (!owners.includes(value)) continue;
    redis('DEL', key);
    if (value === owners.at(-1)) count++;
  }
  return count;
});
