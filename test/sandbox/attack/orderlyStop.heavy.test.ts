// A client that is asked to stop by SIGTERM: its code receives the signal and keeps working, leaves when it likes, or
// is killed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { attack } from '../../support/attackCommand';
import { sampled } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  await mkdir(join(root, 'test/.cache'), { recursive: true });
  // Beside the packages that they import.
  folder = await mkdtemp(join(root, 'test/.cache/orderly-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lockWith = (handler: string, within = ''): string => `import Redis from 'ioredis';
import { randomUUID } from 'node:crypto';
const redis = new Redis();
let name = '';
let mine = '';
export async function acquire(key: string, ttl: number) {
  name = key;${within}
  const id = randomUUID();
  if ((await redis.set(key, id, 'PX', ttl, 'NX')) !== 'OK') return null;
  return (mine = id);
}
export const release = (key: string, id: string) =>
  redis.eval("return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0", 1, key, id);
${handler}`;

const free = 'if (mine) await release(name, mine);';

interface Found {
  readonly runs: number;
  readonly breaks: readonly { readonly isOwn?: boolean; readonly harm: string; readonly faults: readonly object[] }[];
}

async function attacked(code: string) {
  const file = join(folder, 'lock.ts');
  await writeFile(file, code);
  const { status, out, errors } = await attack(file, '--faults', 'crash', '--json', '--out', folder);
  const { runs, breaks }: Found = out === '' ? { runs: 0, breaks: [] } : JSON.parse(out);
  const own = breaks.filter(({ isOwn }) => isOwn === true);
  return { status, errors, runs, harms: [...new Set(own.map(({ harm }) => harm))] };
}

describe('a handler of SIGTERM', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['that frees its own lock and leaves', `process.on('SIGTERM', async () => { ${free} process.exit(0); });`, []],
    [
      'that deletes a key which it may not have',
      "process.on('SIGTERM', async () => { if (name) await redis.del(name); process.exit(0); });",
      ['deleted-another'],
    ],
    ['that frees its lock while the work goes on', `process.on('SIGTERM', async () => { ${free} });`, ['lost']],
    ['of SIGINT alone that does the same', `process.once('SIGINT', async () => { ${free} });`, ['lost']],
    [
      'that does the same until it is taken away',
      `const hear = async () => { ${free} }; process.on('SIGTERM', hear); process.off('SIGTERM', hear);`,
      [],
    ],
  ];
  for (const [name, handler, harms] of sampled(rows, 2))
    it(`${name} makes ${harms.join() || 'nothing that only this lock suffers'}`, async () => {
      expect((await attacked(lockWith(handler))).harms).toEqual(harms);
    });

  it('is where alone a client is asked to stop', async () => {
    const without = await attacked(lockWith(''));
    const heard = await attacked(lockWith("process.on('SIGTERM', () => process.exit(0));"));
    expect(heard.runs).toBeGreaterThan(without.runs);
    expect(without.harms).toEqual([]);
  });
});

it('code that ends its process without being asked to stop is refused as before', async () => {
  const { status, errors } = await attacked(lockWith("process.on('SIGTERM', () => {});", 'process.exit(0);'));
  expect(status).toBe(2);
  expect(errors).toContain('process.exit was called');
});
