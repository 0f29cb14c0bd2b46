/** Reads which owner is in a hash lock and for how long. */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/** Keys: the lock. Answers like `look`, with the first field as the value. */
export const lookHash: Script = {
  name: 'lookHash',
  answersText: true,
  lua: `local owner = redis.call('HGETALL', KEYS[1])[1]
if not owner then
  return 'free'
end
return 'held:' .. redis.call('PTTL', KEYS[1]) .. ':' .. owner`,
};

export const lookHashModel = /* @__PURE__ */ modelOf(lookHash, (redis, [key = '']) => {
  const fields = redis('HGETALL', key);
  const owner = Array.isArray(fields) ? fields[0] : undefined;
  return owner === undefined ? 'free' : `held:${redis('PTTL', key)}:${owner}`;
});
