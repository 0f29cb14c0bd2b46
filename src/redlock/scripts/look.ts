/** Reads who holds a key and for how long. Both are read at one moment, and never from a replica, unlike a GET. */
import type { Script } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/** Keys: the resource. Answers `free`, or `held:`, the remaining ms (-1: no end), `:` and the value. */
export const look: Script = {
  name: 'look',
  answersText: true,
  lua: `local value = redis.call('GET', KEYS[1])
if not value then
  return 'free'
end
return 'held:' .. redis.call('PTTL', KEYS[1]) .. ':' .. value`,
};

export const lookModel = /* @__PURE__ */ modelOf(look, (redis, [key = '']) => {
  const value = redis('GET', key);
  return value === null ? 'free' : `held:${redis('PTTL', key)}:${value}`;
});
