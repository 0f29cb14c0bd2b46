// The changelog and the sample posts give the right numbers of locks and stories.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stories } from '../src/content/stories';
import { parts } from '../src/core/run/parts';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** “No lock” does not count. */
const lockCount = parts.locks.size - 1;

test.each([
  ['CHANGELOG.md', /\d+ locks and \d+ stories/, `${lockCount} locks and ${stories.length} stories`],
  ['CHANGELOG.md', /\d+ profiles/, `${parts.profiles.size} profiles`],
  ['public/examples/index.html', /its \d+ stories/, `its ${stories.length} stories`],
  ['public/examples/zh.html', /从 \d+ 个故事里/, `从 ${stories.length} 个故事里`],
])('%s says %s as it is', (file, said, words) => {
  expect(said.exec(textOf(file))?.[0]).toBe(words);
});
