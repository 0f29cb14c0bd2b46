// When a lock is free by itself, measured in runs without a fault beside a holder that has died.
import { afterAll, describe, expect, test } from 'vitest';
import { playFaultless } from '../../../src/sandbox/own/faultlessRuns';
import { ownRuns } from '../../support/ownParts';

const asked = { nodes: 1, ttl: 2000, token: false } as const;
const disposals: (() => void)[] = [];
afterAll(() => {
  for (const dispose of disposals) dispose();
});

const runsOf = async (code: string) => {
  const { recorded, dispose } = await ownRuns(code);
  disposals.push(dispose);
  return recorded;
};

const set = "(await redis[0].set(key, '1', 'NX', 'PX', ttl)) === 'OK'";
const acquire = `export const acquire = async ({ redis, key, ttl }) => ${set};`;
const release = 'export const release = async ({ redis, key }) => { await redis[0].del(key); };';

describe('the end of a lock', () => {
  test('is measured beside a dead holder where the server is asked for none', async () => {
    const stale = `export const acquire = async ({ redis, key, clock }) => {
      if ((await redis[0].setnx(key, String(clock.now()))) === 1) return true;
      const since = Number(await redis[0].get(key));
      if (clock.now() - since < 7000) return null;
      return Number(await redis[0].getset(key, String(clock.now()))) === since ? true : null; };\n${release}`;
    const { settings } = playFaultless(asked, await runsOf(stale));
    expect(settings.freedAfter).toBeGreaterThanOrEqual(7000);
    expect(settings.freedAfter).toBeLessThan(8000);
    expect(settings.ttl).toBe(settings.freedAfter);
  });

  test('is the expiry, though a client that waits asks a little later', async () => {
    expect(playFaultless(asked, await runsOf(`${acquire}\n${release}`)).settings).toMatchObject({ ttl: 2000 });
  });

  test('is not there for a lock that never ends', async () => {
    const withoutExpiry = `${acquire.replace("'PX', ttl", "'KEEPTTL'")}\n${release}`;
    expect(playFaultless(asked, await runsOf(withoutExpiry)).settings.freedAfter).toBe(undefined);
  });
});
