/**
 * Counters of fencing tokens. Each count renews the counter's lifetime, so that no counter stays forever unless that is
 * configured.
 */
import type { Script, ScriptModel, Value } from '../../core/model/effects/request';
import { modelOf } from './modelOf';

/**
 * The text of a script that takes a lock and then counts. Its second key is the counter, and its third argument is
 * the lifetime in ms; 0: forever.
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
 * Keys: the counters. Arguments: the lifetime in ms, and the least value that each counter has afterwards. Without that
 * value, each counts up. Answers the greatest value of a counter.
 */
export const count: Script = {
  name: 'count',
  lua: `local most = 0
for _, counter in ipairs(KEYS) do
  local stands
  if ARGV[2] then
    stands = tonumber(redis.call('GET', counter)) or 0
    if stands < tonumber(ARGV[2]) then
      redis.call('SET', counter, ARGV[2])
      stands = tonumber(ARGV[2])
    end
  else
    stands = redis.call('INCR', counter)
  end
  most = math.max(most, stands)
  if ARGV[1] == '0' then
    redis.call('PERSIST', counter)
  else
    redis.call('PEXPIRE', counter, ARGV[1])
  end
end
return most`,
};

export const countModel = /* @__PURE__ */ modelOf(count, (redis, counters, [lifetime = '', least]) => {
  let most = 0;
  for (const counter of counters) {
    let stands = Number(redis(least === undefined ? 'INCR' : 'GET', counter)) || 0;
    if (least !== undefined && stands < Number(least)) {
      redis('SET', counter, least);
      stands = Number(least);
    }
    most = Math.max(most, stands);
    keepFor(redis, counter, lifetime);
  }
  return most;
});

/** The end of a counter's name, which no resource should have. */
export const counterEnd = ':quorum-lock-token';
