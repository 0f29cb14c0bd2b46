// `npm run smoke -- bare` says in a sentence where it cannot run.
import { expect, test } from 'vitest';
import { whyNotBare } from '../scripts/smokeBare.mjs';

const able = { isDebian: true, isRoot: true, has: () => true, canMount: (): boolean => true };

test.each([
  ['elsewhere than on Debian', { isDebian: false }, /^A bare Debian is made on Debian/],
  ['without root', { isRoot: false, canMount: (): boolean => false }, /root alone can make\.$/],
  [
    'without debootstrap',
    { has: (tool: string): boolean => tool !== 'debootstrap' },
    /^debootstrap cannot be found\. .*apt-get/,
  ],
  ['where root mounts nothing', { canMount: (): boolean => false }, /mount nothing/],
] as const)('there is no bare Debian %s', (_, lacks, says) => {
  expect(whyNotBare({ ...able, ...lacks })).toMatch(says);
});

test('there is one anywhere else', () => {
  expect(whyNotBare(able)).toBeUndefined();
});
