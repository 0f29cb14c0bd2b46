// The lock file serves every platform and every registry. npm writes only the optional packages that the current
// machine sees, leaves out digests that its registry lacks, and records that registry's address unless .npmrc forbids
// it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

interface LockedPackage {
  readonly version?: string;
  /** The digest of the archive that npm downloads. `npm ci` accepts no other archive. */
  readonly integrity?: string;
  /** The archive's address on the registry of the person who wrote the file. Without it, npm asks its own registry. */
  readonly resolved?: string;
  /** A folder of this repository, which has no archive. */
  readonly link?: boolean;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  /** For some systems only: elsewhere npm silently leaves it out. */
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

function listMissing(locked: Locked): readonly string[] {
  return downloaded(locked).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in locked) && !(`${folder}/node_modules/${name}` in locked),
    ),
  );
}

/** The packages that are downloaded: not the root's own entry, nor what a link leads to. */
const downloaded = (locked: Locked): readonly (readonly [string, LockedPackage])[] =>
  Object.entries(locked).filter(([folder, { link }]) => /^(?!\.\.).*node_modules\//.test(folder) && link !== true);

const listWithoutDigest = (locked: Locked): readonly string[] =>
  downloaded(locked).flatMap(([folder, { integrity = '' }]) => (integrity.startsWith('sha512-') ? [] : [folder]));

const listAddresses = (locked: Locked): readonly string[] =>
  downloaded(locked).flatMap(([, { resolved }]) => resolved ?? []);

/** The packages about which `npm ci` warns with EBADENGINE. */
const listUnfit = (locked: Locked, nodes: readonly string[]): readonly string[] =>
  downloaded(locked).flatMap(([folder, { engines, optional }]) => {
    const wanted = engines?.node;
    const fits = wanted === undefined || optional === true || nodes.every((node) => satisfies(node, wanted));
    return fits ? [] : [`${folder} wants Node ${wanted}`];
  });

const lockedIn = (path: string): Locked => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
const ofProject = lockedIn('package-lock.json');
const ofTests = lockedIn('test/package-lock.json');
const locked = [ofProject, ofTests];
/** The packages that are attacked at night. */
const attacked = lockedIn('test/sandbox/attack/package-lock.json');
/** Bun, Deno and other Nodes, on which the library is tried at night. */
const runtimes = lockedIn('test/redlock/packed/runtimes/package-lock.json');

test('the lock file has an entry for the optional packages of every platform', () => {
  for (const each of locked) expect(downloaded(each).length).toBeGreaterThan(100);
  expect([...locked, runtimes].flatMap(listMissing)).toEqual([]);
});

test('the lock file has the digest of every package that is downloaded', () => {
  expect([...locked, attacked, runtimes].flatMap(listWithoutDigest)).toEqual([]);
});

test('the lock file names no registry, so each machine asks its own', () => {
  expect([...locked, attacked, runtimes].flatMap(listAddresses)).toEqual([]);
});

test('every package runs on the oldest Node that this one supports, and on those of the workflows', () => {
  const { engines }: LockedPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, oldest = ''] = /^>=(\d+\.\d+)$/.exec(engines?.node ?? '') ?? [];
  const nodes = [`${oldest}.0`, '20.20.2', '22.22.0', '24.10.0'];
  expect(locked.flatMap((each) => listUnfit(each, nodes))).toEqual([]);
});

test('no package of the project is without a licence: such libraries are among those that are attacked alone', () => {
  const unlicensed = (all: Locked) =>
    downloaded(all).flatMap(([name, { license }]) => (license === 'UNLICENSED' ? [name] : []));
  expect(locked.flatMap(unlicensed)).toEqual([]);
  expect(unlicensed(attacked)).toEqual(['node_modules/@sesamecare-oss/redlock']);
});

test('tests link to the packages of the project, so no process has two of one', () => {
  const { devDependencies }: { devDependencies: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const linked = Object.entries(ofTests).flatMap(([folder, { link }]) => (link === true ? [folder] : []));
  expect(linked).toContain('node_modules/ioredis');
  for (const folder of linked) expect(ofTests[`../${folder}`]?.version).toBe(ofProject[folder]?.version);
  const twice = Object.keys(devDependencies).filter((name) => ofTests[`node_modules/${name}`]?.version !== undefined);
  expect(twice).toEqual([]);
});

test('a platform that was left out is noticed', () => {
  const tool = { version: '1.0.0', optionalDependencies: { 'tool-darwin': '1.0.0', 'tool-linux': '1.0.0' } };
  const planted = { 'node_modules/tool': tool, 'node_modules/tool-linux': { version: '1.0.0' } };
  expect(listMissing(planted)).toEqual(['tool-darwin']);
});

test('a package without a digest, or with a weak one, is noticed', () => {
  const planted = {
    '': {},
    'node_modules/whole': { integrity: 'sha512-abc' },
    'node_modules/bare': {},
    'node_modules/whole/node_modules/weak': { integrity: 'sha1-abc' },
    'node_modules/own': { link: true },
  };
  expect(listWithoutDigest(planted)).toEqual(['node_modules/bare', 'node_modules/whole/node_modules/weak']);
});

test('the registry of one machine is noticed', () => {
  const planted = {
    'node_modules/a': { resolved: 'http://npm.example/a/-/a-1.0.0.tgz' },
    'node_modules/b': {},
  };
  expect(listAddresses(planted)).toEqual(['http://npm.example/a/-/a-1.0.0.tgz']);
});

test('a package that wants another Node is noticed', () => {
  const planted = {
    'node_modules/old': { engines: { node: '>=18' } },
    'node_modules/new': { engines: { node: '>=22.0.0' } },
    'node_modules/other': { engines: { node: '>=24' }, optional: true },
  };
  expect(listUnfit(planted, ['20.19.0'])).toEqual(['node_modules/new wants Node >=22.0.0']);
});
