// `npm run smoke -- bare` says in a sentence where it cannot run.
import { expect, test } from 'vitest';
import { whyNotBare } from '../scripts/smokeBare.mjs';

const able = { platform: 'linux', isRoot: true, has: () => true, canMount: () => true };

test.each([
  ['elsewhere than on Linux', { platform: 'darwin' }, /^A bare Debian needs Linux, and this is darwin\.$/],
  ['without root', { isRoot: false, canMount: () => false }, /root alone can make\.$/],
  [
    'without debootstrap',
    { has: (tool: string) => tool !== 'debootstrap' },
    /^debootstrap cannot be found\. .*apt-get/,
  ],
  ['where root mounts nothing', { canMount: () => false }, /mount nothing/],
] as const)('there is no bare Debian %s', (_, lacks, says) => {
  expect(whyNotBare({ ...able, ...lacks })).toMatch(says);
});

test('there is one anywhere else', () => {
  expect(whyNotBare(able)).toBeUndefined();
});
