/**
 * The keys of a real server in the simulator's form. Also the stand-in for a jumping clock, which shifts all expiries.
 */
import type { Redis } from 'ioredis';
import { type Ms, toMs } from '../../../core/model/values/time';
import type { Entry } from '../../../core/sim/redis/entry';
import type { ClockChange } from '../process/contract';
import type { KeptKey } from './contract';
import { isOfLock } from './runKeys';

/**
 * Keys with type, expiry (ms since 1970 by the server's clock, −1 for never) and value. One script reads them, so all
 * are of one instant. PEXPIRETIME came with Redis 7; on older servers, the time and the time to live give the same.
 */
const readScript = `
local names = KEYS
if ARGV[1] == 'all' then names = redis.call('KEYS', '*') end
local found = {}
for _, name in ipairs(names) do
  local kind = redis.call('TYPE', name).ok
  local expiry = redis.pcall('PEXPIRETIME', name)
  if type(expiry) == 'table' then
    expiry = redis.call('PTTL', name)
    if expiry >= 0 then
      local time = redis.call('TIME')
      expiry = expiry + time[1] * 1000 + math.floor(time[2] / 1000)
    end
  end
  local value = nil
  if kind == 'string' then value = redis.call('GET', name) end
  if kind == 'hash' then value = redis.call('HGETALL', name) end
  if kind == 'list' then value = redis.call('LRANGE', name, 0, -1) end
  if value then found[#found + 1] = { name, kind, string.format('%.0f', expiry), value } end
end
return found`;

/** A key whose time to live is over goes at once, as with PEXPIRE. Returns the number of shifted keys. */
const shiftScript = `
local names = KEYS
if ARGV[1] == 'all' then names = redis.call('KEYS', '*') end
local count = 0
for _, name in ipairs(names) do
  local left = redis.call('PTTL', name)
  if left >= 0 then
    redis.call('PEXPIRE', name, left - ARGV[2])
    count = count + 1
  end
end
return count`;

/** Reads all keys of our own server at once; on an existing one only keys with the prefix, in small steps. */
export async function readKeys(redis: Redis, prefix: string): Promise<readonly KeptKey[]> {
  const names = prefix === '' ? [] : await findKeys(redis, prefix);
  if (prefix !== '' && names.length === 0) return [];
  const scope = prefix === '' ? 'all' : 'named';
  const rows = (await redis.eval(readScript, names.length, ...names, scope)) as readonly Row[];
  const storedKeys = rows.map(([name, kind, expiry, value]) => ({
    key: name.slice(prefix.length),
    entry: entryOf(kind, Number(expiry), value),
  }));
  return storedKeys.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns the shift of all expiries that replaces a clock change; null if no shift has the same effect. */
export const shiftMsOf = ({ jumpMicros = 0, driftPpm, slewPpm, isWallStopped }: ClockChange): Ms | null =>
  driftPpm || slewPpm || isWallStopped || jumpMicros < 0 ? null : toMs(jumpMicros);

/** Makes every expiry `byMs` earlier. A forward jump of the clock has nearly the same effect on existing keys. */
export async function shiftExpiries(redis: Redis, prefix: string, byMs: number): Promise<number> {
  const names = prefix === '' ? [] : await findKeys(redis, prefix);
  if (prefix !== '' && names.length === 0) return 0;
  const scope = prefix === '' ? 'all' : 'named';
  return (await redis.eval(shiftScript, names.length, ...names, scope, Math.round(byMs))) as number;
}

type Row = readonly [name: string, kind: string, expiry: string, value: string | readonly string[]];

/** The names of the run’s own keys on an existing server, without the key that shows that the run is alive. */
export async function findKeys(redis: Redis, prefix: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const batch of redis.scanStream({ match: `${prefix}*`, count: 1000 }))
    for (const name of batch) if (isOfLock(name)) names.add(name);
  return [...names];
}

function entryOf(kind: string, expiry: number, value: string | readonly string[]): Entry {
  const expireAtMs = expiry < 0 ? -1 : expiry;
  if (typeof value === 'string') return { type: 'string', value, expireAtMs };
  if (kind === 'list') return { type: 'list', items: value, expireAtMs };
  const fields = new Map<string, string>();
  for (let i = 0; i + 1 < value.length; i += 2) fields.set(value[i] ?? '', value[i + 1] ?? '');
  return { type: 'hash', fields, expireAtMs };
}
