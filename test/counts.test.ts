// The changelog and the sample posts say how many locks and stories there are.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from '../src/run/parts';
import { stories } from '../src/stories';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** “No lock” is none. */
const lockCount = parts.locks.size - 1;

test('there are as many locks, stories and profiles as the changelog says', () => {
  expect(textOf('CHANGELOG.md')).toContain(`${lockCount} locks and ${stories.length} stories`);
  expect(textOf('CHANGELOG.md')).toContain(`${parts.profiles.size} profiles`);
});

test.each([
  ['index.html', `its ${stories.length} stories`],
  ['zh.html', `从 ${stories.length} 个故事里`],
])('the sample post %s counts the stories', (file, words) => {
  expect(textOf(`public/examples/${file}`)).toContain(words);
});
