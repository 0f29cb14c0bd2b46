/** Takes several keys for one owner, all or none, as SET with NX does for one key. */
import type { Script } from '../../../model/effects/request';

const name = 'setIfAllAbsent';

const lua = `for _, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
end
return #KEYS`;

/**
 * Keys: the resources. Arguments: the owner, the TTL in ms.
 * Answers the number of keys when all were set, 0 when one of them existed.
 * Source: the acquire script of node-redlock 5.
 */
export const setIfAllAbsent: Script = {
  name,
  takes: true,
  lua,
  run: (redis, keys, args) => {
    for (const key of keys) if (redis('EXISTS', key) === 1) return 0;
    for (const key of keys) redis('SET', key, args[0] ?? '', 'PX', args[1] ?? '');
    return keys.length;
  },
};

/** The same without its model, for the library: its servers are real. */
export const setIfAllAbsentSent: Script = { name, takes: true, lua };
