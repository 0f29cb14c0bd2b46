/**
 * Counters of fencing tokens. Each count renews the counter's lifetime, so that no counter stays for ever unless
 * somebody wants that.
 */
import type { Script, ScriptModel, Value } from '../../core/model/request';
import { modelOf } from './modelOf';

/**
 * The text of a script that takes a lock and then counts. Its second key is the counter, and its third argument is
 * the lifetime in ms; 0: for ever.
 */
export const thenCount = (taking: string): string => `${taking}
if not KEYS[2] then
  return 1
end
local token = redis.call('INCR', KEYS[2])
if ARGV[3] == '0' then
  redis.call('PERSIST', KEYS[2])
else
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
return token`;

/** The same for the model of such a script. */
export function countUp(redis: Parameters<ScriptModel>[0], counter: string | undefined, lifetime: string): Value {
  if (counter === undefined) return 1;
  const token = redis('INCR', counter);
  keepFor(redis, counter, lifetime);
  return token;
}

function keepFor(redis: Parameters<ScriptModel>[0], counter: string, lifetime: string): void {
  if (lifetime === '0') redis('PERSIST', counter);
  else redis('PEXPIRE', counter, lifetime);
}

/**
 * Keys: the counter. Arguments: the lifetime in ms, and the least value that the counter has afterwards. Without that
 * value, it counts up. Answers the value of the counter.
 */
export const count: Script = {
  name: 'count',
  lua: `local token = tonumber(ARGV[2] or redis.call('INCR', KEYS[1]))
local stands = tonumber(redis.call('GET', KEYS[1])) or 0
if stands < token then
  redis.call('SET', KEYS[1], ARGV[2])
  stands = token
end
if ARGV[1] == '0' then
  redis.call('PERSIST', KEYS[1])
else
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return stands`,
};

export const countModel = /* @__PURE__ */ modelOf(count, (redis, [counter = ''], [lifetime = '', least]) => {
  const token = Number(least ?? redis('INCR', counter));
  let stands = Number(redis('GET', counter)) || 0;
  if (stands < token) {
    redis('SET', counter, least ?? '');
    stands = token;
  }
  keepFor(redis, counter, lifetime);
  return stands;
});
