// The file system in memory against the machine's own, which must be Linux, whose codes it has. Each call is made on
// both. Both must answer the same, and leave the same tree. A time that was set is compared; any other counts as now.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileTree } from '../../../../src/core/sim/services/fileTree';
import { FileTwins } from '../../../support/fileTwins';

/** Plays the calls on both, and compares each answer and each tree. Returns the last answer. */
function play(twins: FileTwins, lines: readonly string[]): string {
  let last = '';
  for (const line of lines) {
    const before = twins.inodes();
    const { tree, real } = twins.call(line);
    expect(`${line}: ${tree}`).toBe(`${line}: ${real}`);
    const states = twins.states();
    expect(states.tree, `after ${line}`).toEqual(states.real);
    for (const [ino, realIno] of twins.inodes())
      expect(before.get(ino) ?? realIno, `inodes after ${line}`).toBe(realIno);
    last = tree;
  }
  return last;
}

let twins: FileTwins;
beforeEach(() => {
  twins = new FileTwins();
});
afterEach(() => twins.close());

/** A file with two names, one beneath; a file of its own; a folder with a folder in it; an empty folder. */
const made = [
  'mkdir d',
  'mkdir d/e',
  'mkdir f',
  'open a w+',
  'fappend 0 text',
  'link a d/a',
  'open b w+',
  'utimes a 5',
  'utimes b 6',
  'utimes d 7',
  'utimes d/e 8',
  'utimes f 9',
];

const rows: readonly (readonly [claim: string, calls: string, answer: string])[] = [
  ['a directory is made once', 'mkdir d', 'EEXIST'],
  ['nor where a file is', 'mkdir a', 'EEXIST'],
  ['nor in a directory that is not there', 'mkdir x/y', 'ENOENT'],
  ['nor in a file', 'mkdir a/y', 'ENOTDIR'],
  ['a slash at its end is allowed', 'mkdir x/', 'ok'],
  ['also after a file, which is there', 'mkdir a/', 'EEXIST'],
  ['the dot is there', 'mkdir d/.', 'EEXIST'],
  ['and so is the parent', 'mkdir d/..', 'EEXIST'],
  ['no path is nothing', 'mkdir ', 'ENOENT'],
  ['an empty directory is removed', 'rmdir f', 'ok'],
  ['and with a slash', 'rmdir f/', 'ok'],
  ['a full one is not', 'rmdir d', 'ENOTEMPTY'],
  ['nor a file', 'rmdir a', 'ENOTDIR'],
  ['nor nothing', 'rmdir x', 'ENOENT'],
  ['nor by its dot', 'rmdir f/.', 'EINVAL'],
  ['nor by its child', 'rmdir d/e/..', 'ENOTEMPTY'],
  ['a file is made exclusively', 'open c wx', 'ok'],
  ['but once', 'open a wx', 'EEXIST'],
  ['nor over a directory', 'open f wx', 'EEXIST'],
  ['nor by a dot', 'open f/. wx', 'EEXIST'],
  ['nor with a slash', 'open c/ wx', 'EISDIR'],
  ['nor with a slash where a directory is', 'open f/ wx', 'EISDIR'],
  ['nor beneath a file', 'open a/c wx', 'ENOTDIR'],
  ['nor beneath nothing', 'open x/c wx', 'ENOENT'],
  ['a file is opened', 'open a r', 'ok'],
  ['not with a slash', 'open a/ r', 'ENOTDIR'],
  ['nor to write, with a slash', 'open a/ w', 'EISDIR'],
  ['nothing is not opened', 'open x r+', 'ENOENT'],
  ['a directory is opened to look', 'open d r', 'ok'],
  ['a directory has no content', 'open f r,fread 2', 'EISDIR'],
  ['and is not written', 'open d r+', 'EISDIR'],
  ['nor by a dot', 'open d/. w', 'EISDIR'],
  ['what was written is read by its other name', 'fwrite 0 XY,open d/a r,fread 2', 'tXYt'],
  ['a gap is filled', 'fwrite 1 z,fread 1', '\0z'],
  ['nothing written changes no time', 'futimes 1 3,fappend 1 ,fstat 1', '1 3'],
  ['cut and filled again', 'ftruncate 0 2,ftruncate 0 4,fread 0', 'te\0\0'],
  ['the same length changes the time', 'ftruncate 0 4,fstat 0', '2 now'],
  ['opened anew, it is empty', 'open a w,fread 0', ''],
  ['a name of two is removed', 'unlink a,fstat 0', '1 5'],
  ['the last, and it can still be read', 'unlink a,unlink d/a,fappend 0 !,fread 0', 'text!'],
  ['and another gets its name', 'unlink b,open b wx,fstat 1', '0 6'],
  ['a directory is not unlinked', 'unlink f', 'EISDIR'],
  ['nor by its dot', 'unlink f/.', 'EISDIR'],
  ['nor a file with a slash', 'unlink a/', 'ENOTDIR'],
  ['nor nothing', 'unlink x', 'ENOENT'],
  ['nor nothing with a slash', 'unlink x/', 'ENOENT'],
  ['a second name', 'link b c', 'ok'],
  ['not where another is', 'link b a', 'EEXIST'],
  ['nor with a slash', 'link b c/', 'ENOENT'],
  ['nor where another is, with a slash', 'link b f/', 'EEXIST'],
  ['nor by a dot', 'link b f/.', 'EEXIST'],
  ['nor of a directory', 'link d c', 'EPERM'],
  ['nor of nothing', 'link x c', 'ENOENT'],
  ['nor of a file with a slash', 'link a/ c', 'ENOTDIR'],
  ['nor beneath a file', 'link b a/c', 'ENOTDIR'],
  ['a file replaces a file', 'rename b a', 'ok'],
  ['which keeps its other name', 'rename b a,fstat 0', '1 5'],
  ['two names of one file stay', 'rename a d/a,stat a', 'file 5 2 74657874'],
  ['a file moves', 'rename b d/e/b', 'ok'],
  ['not with a slash', 'rename b c/', 'ENOTDIR'],
  ['nor to itself with a slash', 'rename b/ b', 'ENOTDIR'],
  ['nor over a directory', 'rename a f', 'EISDIR'],
  ['nor over its own', 'rename d/a d', 'ENOTEMPTY'],
  ['a directory replaces an empty one', 'rename d f,readdir f', 'a+e'],
  ['not a full one', 'rename f d', 'ENOTEMPTY'],
  ['nor a file', 'rename f a', 'ENOTDIR'],
  ['nor its own parent', 'rename d/e d', 'ENOTEMPTY'],
  ['nor beneath itself', 'rename d d/x', 'EINVAL'],
  ['nor deeper beneath', 'rename d d/e/x', 'EINVAL'],
  ['nor into itself', 'rename d d/e', 'EINVAL'],
  ['to itself it may', 'rename d d', 'ok'],
  ['with a slash', 'rename f x/', 'ok'],
  ['and has a new parent', 'rename d/e f/e,readdir f/e/..', 'e'],
  ['not by a dot', 'rename f/. x', 'EBUSY'],
  ['nor to one', 'rename f d/..', 'EBUSY'],
  ['nor nothing', 'rename x y', 'ENOENT'],
  ['nor from a directory that is not there', 'rename x/y y', 'ENOENT'],
  ['nor into one', 'rename a x/y', 'ENOENT'],
  ['times are set', 'utimes a 4,stat d/a', 'file 4 2 74657874'],
  ['not of nothing', 'utimes x 4', 'ENOENT'],
  ['nor with a slash', 'utimes a/ 4', 'ENOTDIR'],
  ['a state of nothing', 'stat x', 'ENOENT'],
  ['or beneath a file', 'stat a/b', 'ENOTDIR'],
  ['a parent of nothing', 'stat x/..', 'ENOENT'],
  ['a parent of a file', 'stat a/..', 'ENOTDIR'],
  ['names', 'readdir d', 'a+e'],
  ['of a file', 'readdir a', 'ENOTDIR'],
];

describe.runIf(process.platform === 'linux')('the tree and the file system of the machine', () => {
  test.each(rows)('%s: %s', (_, calls, answer) => {
    play(twins, made);
    expect(play(twins, calls.split(','))).toBe(answer);
  });

  test.each([
    ['mkdir d/x', 'd'],
    ['rmdir d/e', 'd'],
    ['open d/x wx', 'd'],
    ['open a w', 'a d/a'],
    ['fappend 0 x', 'a d/a'],
    ['ftruncate 0 1', 'a d/a'],
    ['utimes a 3', 'a d/a'],
    ['link a f/a', 'a d/a f'],
    ['unlink d/a', 'a d'],
    ['rename b f/b', 'f .'],
    ['rename b a', 'a d/a .'],
    ['rename d/e f', 'd f .'],
    ['rename a d/a', ''],
    ['stat a', ''],
  ])('%s changes the times of: %s', async (call, expected) => {
    play(twins, made);
    const before = twins.changes();
    // The kernel's clock for files goes on every few milliseconds.
    await new Promise((done) => setTimeout(done, 15));
    play(twins, [call]);
    const after = twins.changes();
    const changed = (kind: 'tree' | 'real'): string => {
      const times = new Map(before[kind]);
      return after[kind].flatMap(([path, at]) => ((times.get(path) ?? at) === at ? [] : [path])).join(' ');
    };
    expect([changed('tree'), changed('real')]).toEqual([expected, expected]);
  });

  test('random calls', () => {
    const path = fc.constantFrom(
      'a',
      'b',
      'd',
      'd/a',
      'd/e',
      'd/e/a',
      'd/e/f',
      'a/',
      'd/',
      'd/.',
      'd/..',
      'd/../b',
      '',
    );
    const handle = fc.nat(3).map(String);
    const calls = fc.oneof(
      fc.tuple(fc.constantFrom('mkdir', 'rmdir', 'unlink', 'stat', 'readdir'), path),
      fc.tuple(fc.constantFrom('rename', 'rename', 'link'), path, path),
      fc.tuple(fc.constant('open'), path, fc.constantFrom('r+', 'w+', 'wx+')),
      fc.tuple(fc.constant('utimes'), path, fc.integer({ min: 1, max: 9 }).map(String)),
      fc.tuple(fc.constantFrom('fread', 'fstat'), handle),
      fc.tuple(fc.constantFrom('fwrite', 'fappend', 'ftruncate', 'futimes'), handle, fc.constantFrom('1', '3')),
    );
    fc.assert(
      fc.property(fc.array(calls, { minLength: 20, maxLength: 60 }), (lines) => {
        const pair = new FileTwins();
        try {
          play(
            pair,
            lines.map((words) => words.join(' ')),
          );
        } finally {
          pair.close();
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('numbers, links and times are as the caller gives them', () => {
  const tree = new FileTree(1);
  tree.mkdir('d', 2);
  const file = tree.open('d/a', { create: true, write: true }, 3);
  tree.write(file, Uint8Array.of(1, 2), 'end', 4);
  tree.link('d/a', 'b', 5);
  tree.utimes('b', { atime: 1, mtime: 2 }, 6);
  expect(tree.stat('b')).toEqual({
    kind: 'file',
    ino: 3,
    nlink: 2,
    size: 2,
    atime: 1,
    mtime: 2,
    ctime: 6,
    birthtime: 3,
  });
  tree.mkdir('d/e', 7);
  expect(tree.stat('d')).toMatchObject({ kind: 'directory', ino: 2, nlink: 3, size: 0, mtime: 7, birthtime: 2 });
  tree.unlink('b', 8);
  tree.unlink('d/a', 9);
  expect([tree.statOf(file).nlink, tree.stat('/').nlink]).toEqual([0, 3]);
  expect(tree.open('c', { create: true }, 10)).toMatchObject({ ino: 5 });
  const folder = tree.open('d/e', {}, 11);
  tree.rmdir('d/e', 12);
  expect(tree.statOf(folder)).toMatchObject({ nlink: 0, ctime: 12 });
});
