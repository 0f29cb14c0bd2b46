// `npm test` notices files that a test leaves in the tree.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { leftBehind, stateOfTree } from '../scripts/leftBehind.mjs';

const folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a new file, a changed one and one that is gone are left behind; what git ignores is not', () => {
  expect(leftBehind(stateOfTree(folder), stateOfTree(folder))).toEqual([]);
  spawnSync('git', ['init', '-q'], { cwd: folder });
  write('.gitignore', '*.log\n');
  for (const name of ['kept', 'changed', 'gone']) write(name, name);
  const before = stateOfTree(folder);
  expect(before?.size).toBe(4);
  expect(leftBehind(before, stateOfTree(folder))).toEqual([]);
  write('new.rdb', 'REDIS');
  write('changed', 'otherwise');
  rmSync(join(folder, 'gone'));
  write('a.log', 'ignored');
  expect(leftBehind(before, stateOfTree(folder))).toEqual(['changed', 'gone', 'new.rdb']);
});
