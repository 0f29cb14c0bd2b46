// The command line of `npm run bench`: what it understands, and what it refuses in words.
import { expect, test } from 'vitest';
import { parseCommand } from '../../bench/command/arguments';

const names = ['simulate', 'locks', 'library', 'load', 'drag'];
const parse = (line: string) => parseCommand(line === '' ? [] : line.split(' '), names);

test.each([
  ['', { names, against: undefined, rounds: 5 }],
  ['drag', { names: ['drag'], against: undefined, rounds: 5 }],
  ['lo', { names: ['locks', 'load'], against: undefined, rounds: 5 }],
  ['--against HEAD~3', { names, against: 'HEAD~3', rounds: 5 }],
  ['--against=main', { names, against: 'main', rounds: 5 }],
  ['--against HEAD~3 simulate drag', { names: ['simulate', 'drag'], against: 'HEAD~3', rounds: 5 }],
  ['library --write', { names: ['library'], against: undefined, rounds: 5, isWritten: true }],
  ['drag simulate --rounds 7 --against HEAD', { names: ['simulate', 'drag'], against: 'HEAD', rounds: 7 }],
])('understands "%s"', (line, command) => {
  expect(parse(line)).toEqual({ ok: true, isWritten: false, ...command });
});

test.each([
  ['simulat0r', 'There is no bench "simulat0r": there are simulate, locks, library, load, drag.'],
  ['drag nothing', 'There is no bench "nothing"'],
  ['--rounds 7', '--rounds goes with --against <commit>.'],
  ['--against HEAD --rounds 4', '--rounds is "4": a whole number from 5 to 15 is allowed.'],
  ['--against HEAD --rounds 16', '--rounds is "16"'],
  ['--against HEAD --rounds 5.5', '--rounds is "5.5"'],
  ['--against HEAD --rounds many', '--rounds is "many"'],
  ['--against=', '--against needs a commit: a branch, a tag, a hash, or HEAD~3.'],
  ['--against', "'--against <value>'"],
  ['--write', '--write goes with library alone'],
  ['lib --write', '--write goes with library alone'],
  ['library drag --write', '--write goes with library alone'],
  ['library --write --against HEAD', '--write goes with library alone'],
  ['--against HEAD --fast', "'--fast'"],
])('refuses "%s" and says how it is used', (line, problem) => {
  const parsed = parse(line);
  expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  expect(parsed).toMatchObject({ problem: expect.stringContaining('\nUsage: npm run bench -- ') });
});
