// The tarball of quorum-lock: what is in it, and what the linters of packages find.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { lintTarball, manifestOf, npm, packages, packed } from '../../../scripts/packages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'quorum-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let tarball = '';
beforeAll(async () => {
  tarball = await packed(packages['quorum-lock'], folder);
});

/** The paths in a tarball, of which npm lists the content without unpacking. */
function contentOf(file: string): readonly string[] {
  const [listed]: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(
    npm(folder, 'pack', file, '--dry-run', '--json'),
  );
  return listed?.files.map(({ path }) => path).toSorted() ?? [];
}

test('it holds the library, its types and its papers, and nothing else', () => {
  const content = contentOf(tarball);
  const entries = ['index', 'simulated', 'watched'];
  const made = entries.flatMap((name) => ['.cjs', '.d.cts', '.d.ts', '.js'].map((end) => `lib/${name}${end}`));
  const papers = ['ARCHITECTURE.md', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'];
  const named = [...papers, ...made, 'lib/types/package.json'];
  expect(content.filter((path) => named.includes(path))).toEqual(named.toSorted());
  const parts =
    /^(?:docs\/[\w/-]+\.md|recipes\/\w+\.ts|lib\/[\w-]+\.c?js|lib\/types\/(?:core|redlock)\/[\w/]+\.d\.ts)$/;
  expect(content.filter((path) => !named.includes(path) && !parts.test(path))).toEqual([]);
});

test('publint and attw find nothing in it', async () => {
  expect(await lintTarball(tarball)).toEqual([]);
});

test('publint and attw find what is planted', async () => {
  npm(folder, 'install', tarball, '--prefix', folder, '--offline', '--no-audit', '--no-fund');
  const stage = join(folder, 'node_modules/quorum-lock');
  const manifest = JSON.parse(readFileSync(join(stage, 'package.json'), 'utf8'));
  manifest.main = './lib/missing.cjs';
  manifest.exports['./watched'] = { types: './lib/watched.d.ts', default: './lib/watched.cjs' };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest));
  const [{ filename }] = JSON.parse(npm(stage, 'pack', '--json', '--ignore-scripts'));
  const found = (await lintTarball(join(stage, filename))).join('\n');
  expect(found).toContain('publint: pkg.main is ./lib/missing.cjs but the file does not exist');
  expect(found).toContain('attw: ');
  expect(found).toContain('quorum-lock/watched');
});

test('it needs no other package, and every client is optional', () => {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, engines } = manifestOf(
    packages['quorum-lock'],
  );
  expect({ dependencies, optionalDependencies }).toEqual({});
  const clients = ['@opentelemetry/api', '@valkey/valkey-glide', 'ioredis', 'redis'];
  expect(Object.keys(peerDependencies)).toEqual(clients);
  expect(peerDependenciesMeta).toEqual(Object.fromEntries(clients.map((name) => [name, { optional: true }])));
  expect(engines).toEqual(manifestOf(packages['redlock-playground'])['engines']);
});

test('its licence is that of the project', () => {
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(textOf('src/redlock/LICENSE')).toBe(textOf('LICENSE'));
});
