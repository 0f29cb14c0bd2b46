// The lock file serves every platform: npm writes only the optional packages that the machine at hand could see, and
// `npm ci` on another one then refuses to install.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

function listMissing(locked: Locked): readonly string[] {
  return Object.entries(locked).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in locked) && !(`${folder}/node_modules/${name}` in locked),
    ),
  );
}

test('the lock file has an entry for the optional packages of every platform', () => {
  const locked: Locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  expect(listMissing(locked)).toEqual([]);
  expect(Object.keys(locked).length).toBeGreaterThan(100);
});

test('a platform that was left out is noticed', () => {
  const tool = { version: '1.0.0', optionalDependencies: { 'tool-darwin': '1.0.0', 'tool-linux': '1.0.0' } };
  const locked = { 'node_modules/tool': tool, 'node_modules/tool-linux': { version: '1.0.0' } };
  expect(listMissing(locked)).toEqual(['tool-darwin']);
});
