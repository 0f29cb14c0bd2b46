// The attack's answers for forty locks agree with theory: no broken lock is called safe, and a correct one is blamed
// only for what every lock with a lease suffers.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { attack } from '../../support/attackCommand';
import { byNight } from '../../support/nightly';
import { fortyLocks } from './fortyLocks';

let folder = '';
beforeAll(async () => {
  await mkdir(join(root, 'test/.cache'), { recursive: true });
  // Beside the packages that they import.
  folder = await mkdtemp(join(root, 'test/.cache/forty-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Found {
  readonly breaks: readonly { readonly isOwn?: boolean; readonly harm?: string; readonly faults: readonly unknown[] }[];
}

async function answerTo(is: string, code: string) {
  const file = join(folder, 'lock.ts');
  await writeFile(file, code);
  const { status, out, errors } = await attack(
    file,
    '--faults',
    byNight(is === 'stuck' ? 'lose' : 'pause', 'all'),
    '--json',
    '--out',
    folder,
  );
  const found: Found = out === '' ? { breaks: [] } : JSON.parse(out);
  return { status, errors, ...found };
}

const kinds = [...new Set(fortyLocks.map(({ is }) => is))];

// The search in a lock that renews takes as long as those in all others; own/lockSpecificHarms has one at each push.
describe.each(
  byNight(
    kinds.filter((is) => is !== 'changed-another'),
    kinds,
  ),
)('%s', (is) => {
  const locks = fortyLocks.filter((lock) => lock.is === is);
  // One lock of each kind at a push.
  const some = byNight(locks.slice(0, 1), locks);
  for (const { name, code } of some)
    it(name, async () => {
      const { status, errors, breaks } = await answerTo(is, code);
      const own = breaks.filter(({ isOwn }) => isOwn === true);
      if (is === 'refused') expect({ status, breaks }).toEqual({ status: 2, breaks: [] });
      else expect(status, errors).toBe(1);
      if (is === 'calm') expect(breaks[0]?.faults).toEqual([]);
      if (is === 'right') expect(own).toEqual([]);
      if (is === 'stuck' || is === 'deleted-another' || is === 'changed-another')
        expect(own.map(({ harm }) => harm)).toContain(is);
    });
});

it('there are forty of them, half of them right', () => {
  expect(fortyLocks.length).toBeGreaterThanOrEqual(40);
  const right = fortyLocks.filter(({ is }) => is === 'right').length;
  expect(Math.abs(2 * right - fortyLocks.length)).toBeLessThanOrEqual(4);
});
