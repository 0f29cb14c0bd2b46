// The README: its counts and findings are true of the stories, the exercises and the table, and its links lead
// to files, because a link to a folder shows sources. `readmeStory.heavy.test.ts` computes what it says of its story.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stories } from '../src/content/stories';
import { parts } from '../src/core/run/parts';
import type { Cell } from '../src/search/matrix/table';
import { tableOf } from '../src/search/matrix/tables';
import { allCases } from './conformance/allCases';
import { allExercises } from './support/allExercises';

const fileOf = (path: string): URL => new URL(`../${path}`, import.meta.url);
/** On one line, so that line ends do not matter. */
const readme = readFileSync(fileOf('README.md'), 'utf8').replace(/\s+/g, ' ');

test('each of its links is to a file or to another site', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  const own = links.filter((link) => !/^https?:/.test(link));
  expect(own.length).toBeGreaterThan(8);
  expect(own.filter((link) => !statSync(fileOf(link)).isFile())).toEqual([]);
});

test('it counts the stories, locks, exercises and cases that there are', async () => {
  // “No lock” does not count.
  const counts = {
    stories: stories.length,
    locks: parts.locks.size - 1,
    versions: parts.profiles.size,
    exercises: allExercises.length,
    cases: allCases.length,
  };
  const said = Object.keys(counts).map((name) => [name, Number(new RegExp(`(\\d+) ${name}`).exec(readme)?.[1])]);
  expect(Object.fromEntries(said)).toEqual(counts);
});

test('the table shows what it says of it', async () => {
  const [unchecked, versions] = await Promise.all([tableOf('no-check', 'own'), tableOf('version', 'own')]);
  const ofLocks = Object.entries(unchecked.cells).filter(([row]) => row !== 'no-lock');
  const lost = ofLocks.filter(([, { pause }]) => outcomeOf(pause) === 'lost').map(([row]) => row);
  expect(/in \d+ of the table’s \d+ rows/.exec(readme)?.[0]).toBe(
    `in ${lost.length} of the table’s ${ofLocks.length} rows`,
  );
  expect(lost).toEqual(expect.arrayContaining(['zookeeper-sequential', 'etcd']));

  expect([...readme.matchAll(/`matrix\/#([^`]+)`/g)].map(([, place]) => place)).toEqual([
    'all/any/version',
    'redlock/crash',
    'python-redis-lock/pause',
  ]);
  expect(Object.values(versions.cells).flatMap((row) => Object.values(row).map(outcomeOf))).not.toContain('lost');
  expect(unchecked.cells['redlock']?.crash).toMatchObject({ outcome: 'held' });
  expect(unchecked.cells['python-redis-lock']?.pause).toMatchObject({ outcome: 'stuck' });
  expect(unchecked.cells['python-redis-lock-8']?.pause).toMatchObject({ outcome: 'unavailable' });
});

const outcomeOf = (cell: Cell): string | null => (cell.kind === 'tried' ? cell.outcome : null);
