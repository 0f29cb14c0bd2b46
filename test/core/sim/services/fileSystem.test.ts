// The file system alone: whose time a directory has, what is done once, what a restart forgets, and what the trace
// shows. That the tree itself is right, `fileTree.test.ts` says. The clock of the stage shows 100 s at first.
import { expect, test } from 'vitest';
import { makeFileSystem } from '../../../../src/core/sim/services/fileSystem';
import { ServiceStage } from '../../../support/serviceStage';

const play = (fileSystem: string, lines: readonly string[]): readonly string[] =>
  new ServiceStage(makeFileSystem, { fileSystem }).play(...lines);

const mkdir = (who: string, number: string): string => `${who} MKDIR stock.lock ${number}`;
const stat = (who: string): string => `${who} STAT stock.lock`;
const lease = (owner: string): string => `{"owner":"${owner}"}`;

const rows: readonly (readonly [claim: string, lines: readonly string[], said: readonly string[]])[] = [
  [
    'a directory is made once, and has the time of the server',
    ['wait 5', mkdir('a', 'n1'), 'wait 5', mkdir('b', 'n2'), stat('b')],
    ['stock = inode 2 for a (for ever)', 'a: 100005', 'b: EEXIST', 'b: 100005'],
  ],
  ['by its wall clock', ['clock +7000', mkdir('a', 'n1')], ['stock = inode 2 for a (for ever)', 'a: 107000']],
  [
    'a time that is set stays, whoever sets it',
    [mkdir('a', 'n1'), 'b UTIMES stock.lock 2000', 'wait 5', stat('a')],
    ['stock = inode 2 for a (for ever)', 'a: 100000', 'b: 2000', 'a: 2000'],
  ],
  [
    'anybody removes it, once, and the next has another inode',
    [mkdir('a', 'n1'), 'b RMDIR stock.lock n2', 'a RMDIR stock.lock n3', mkdir('b', 'n4')],
    [
      'stock = inode 2 for a (for ever)',
      'a: 100000',
      'stock gone by b (deleted)',
      'b: OK',
      'a: ENOENT',
      'stock = inode 3 for b (for ever)',
      'b: 100000',
    ],
  ],
  [
    'nothing has no time',
    [stat('a'), 'a UTIMES stock.lock 5', 'a READ stock.json'],
    ['a: ENOENT', 'a: ENOENT', 'a: ENOENT'],
  ],
  [
    'a rename replaces the file: nobody reads the file beside it, and the trace shows its owner alone',
    [
      `a WRITE stock.json.a.tmp ${lease('x')}`,
      'a RENAME stock.json.a.tmp stock.json n1',
      `b WRITE stock.json.b.tmp ${lease('y')}`,
      'a READ stock.json',
      'b RENAME stock.json.b.tmp stock.json n2',
      'a READ stock.json',
      'b READ stock.json.b.tmp',
    ],
    [
      'a: OK',
      'stock = x for a (for ever)',
      'a: OK',
      'b: OK',
      `a: ${lease('x')}`,
      'stock = y for b (for ever)',
      'b: OK',
      `a: ${lease('y')}`,
      'b: ENOENT',
    ],
  ],
  [
    'a renewal by the same owner is no new lock',
    [
      `a WRITE t.tmp ${lease('x')}`,
      'a RENAME t.tmp stock.json n1',
      `a WRITE t.tmp ${lease('x')}`,
      'a RENAME t.tmp stock.json n2',
      'b UNLINK stock.json n3',
      'b UNLINK stock.json n4',
    ],
    [
      'a: OK',
      'stock = x for a (for ever)',
      'a: OK',
      'a: OK',
      'a: OK',
      'stock gone by b (deleted)',
      'b: OK',
      'b: ENOENT',
    ],
  ],
  [
    'a request that is sent again has the same answer, also when the world has changed since',
    [mkdir('a', 'n1'), mkdir('a', 'n1'), 'a RMDIR stock.lock n2', mkdir('b', 'n3'), 'a RMDIR stock.lock n2', stat('b')],
    [
      'stock = inode 2 for a (for ever)',
      'a: 100000',
      'a: 100000',
      'stock gone by a (deleted)',
      'a: OK',
      'stock = inode 3 for b (for ever)',
      'b: 100000',
      'a: OK',
      'b: 100000',
    ],
  ],
];

test.each(rows)('%s', (_, lines, said) => {
  for (const fileSystem of ['local', 'network']) expect(play(fileSystem, lines)).toEqual(said);
});

const again = [
  mkdir('a', 'n1'),
  `a WRITE t.tmp ${lease('x')}`,
  'a RENAME t.tmp other.json n2',
  'a UNLINK other.json n3',
  'restart',
  mkdir('a', 'n1'),
  'a RENAME t.tmp other.json n2',
  'a UNLINK other.json n3',
  'a RMDIR stock.lock n4',
  'restart',
  'a RMDIR stock.lock n4',
];

test('after a restart a network’s server does a request again, and finds its own work', () => {
  const after = (fileSystem: string): readonly string[] => {
    const said = play(fileSystem, again);
    return said.slice(said.indexOf('1 kept'));
  };
  const removed = ['stock gone by a (deleted)', 'a: OK', '0 kept'];
  expect(after('network')).toEqual(['1 kept', 'a: EEXIST', 'a: ENOENT', 'a: ENOENT', ...removed, 'a: ENOENT']);
  expect(after('local')).toEqual(['1 kept', 'a: 100000', 'a: OK', 'a: OK', ...removed, 'a: OK']);
});

test('what it does not know, it refuses loudly', () => {
  expect(() => play('local', ['a CHMOD stock.lock'])).toThrow('CHMOD');
});
