// Work that outlasts the lease: what a renewal that ends early does, and what a renewal that goes on does not.
import { describe, expect, test } from 'vitest';
import { attackScenario, outlasting } from '../../../src/sandbox/own/attackScenario';
import { playFaultless } from '../../../src/sandbox/own/faultlessRuns';
import { baselineHarms, classifyBreak } from '../../../src/sandbox/own/lockSpecificHarms';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { spaceOf } from '../../../src/search/explore/space';
import { ownRuns } from '../../support/ownParts';

const asked = { nodes: 1, ttl: 2000, token: false } as const;

/** @param watch begins to renew, with `renew` and `ttl` at hand. @param ends ends it */
const watched = (watch: string, ends = 'clearInterval(timer)'): string => `import Redis from 'ioredis';
const redis = new Redis();
const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
const RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";
export async function acquire(key, ttl) {
  const id = crypto.randomUUID();
  if ((await redis.set(key, id, 'PX', ttl, 'NX')) !== 'OK') return null;
  const renew = () => redis.eval(RENEW, 1, key, id, ttl);
  ${watch}
  return { id, timer };
}
export async function release(key, { id, timer }) { ${ends}; await redis.eval(FREE, 1, key, id); }`;

async function ownBreaks(code: string, faults: readonly ('lose' | 'pause')[]) {
  const { recorded, dispose } = await ownRuns(code);
  const { settings } = playFaultless(asked, recorded);
  expect(settings.isRenewed).toBe(true);
  const { parts } = recorded();
  const space = spaceOf(outlasting(attackScenario(settings), settings), parts, { kinds: faults, harm: 'any' });
  const { breaks } = finished(search(space, parts));
  const suffered = breaks.length === 0 ? new Map<string, number>() : finished(baselineHarms(space, parts));
  const own = breaks
    .flatMap((one) => classifyBreak(space, one, { baselineStrengths: suffered, parts }))
    .filter(({ isOwn }) => isOwn);
  dispose();
  return own.map(({ placements, harm }) => `${placements.map(({ fault }) => fault.kind).join()} ${harm}`);
}

describe('a lock that renews itself', () => {
  test('once only breaks without a fault', async () => {
    const once = watched('const timer = setTimeout(() => void renew(), ttl / 2);', 'clearTimeout(timer)');
    expect(await ownBreaks(once, ['lose'])).toEqual([' lost']);
  });

  test('until its first error breaks by one lost message', async () => {
    const toError = watched('const timer = setInterval(() => renew().catch(() => clearInterval(timer)), ttl / 3);');
    // ioredis sends a command again, so the error has to come from a time limit.
    const limited = toError.replace('new Redis()', 'new Redis({ commandTimeout: 200 })');
    expect(await ownBreaks(limited, ['lose'])).toContain('lose lost');
  });

  test('as it should suffers nothing by one lost message that a usual one does not', async () => {
    const right = watched('const timer = setInterval(() => void renew().catch(() => {}), ttl / 4);');
    expect(await ownBreaks(right, ['lose'])).toEqual([]);
  });
});
