// The steps of `npm run release`, and what it refuses before it checks anything.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { copyPapers, manifestOf, packages, publishedOf } from '../../../scripts/packages.mjs';
import { addressesOf, sectionOf, withAddresses } from '../../../scripts/release.mjs';
import { siteAddress } from '../../../src/site/siteAddress';

const both = { REPOSITORY_URL: 'https://example.org/owner/project', SITE_URL: 'https://play.example/locks' };

test.each(Object.entries(packages))(
  'the packed package.json of %s says nothing of the work on the project',
  (name, one) => {
    const published = publishedOf(manifestOf(one));
    expect(published).toMatchObject({ name, license: 'MIT', exports: expect.anything(), engines: expect.anything() });
    for (const own of ['workspaces', 'overrides', 'devDependencies', 'scripts', 'prepare', 'redisMemoryServer'])
      expect(published).not.toHaveProperty(own);
  },
);

test.each(Object.entries(packages))(
  'each document of %s leads to a file that is packed with it, or to the site or the repository',
  (_name, one) => {
    const folder = mkdtempSync(join(tmpdir(), 'papers-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    copyPapers(one, folder, { manifest: manifestOf(one), addresses: addressesOf(both, siteAddress) });
    const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    const links = documents.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:\]\(|\b(?:src|srcset|href)=")([^)"#\s]+)/g)].map(
        ([, link = '']) => ({ file, link, isAddress: URL.canParse(link) }),
      ),
    );
    const dead = links.filter(({ file, link, isAddress }) => !isAddress && !existsSync(join(folder, file, '..', link)));
    expect(dead).toEqual([]);
    // What the repository shows must be in it.
    const inProject = links.flatMap(
      ({ link }) => /^https:\/\/example\.org\/owner\/project\/\w+\/HEAD\/(.*)/.exec(link)?.[1] ?? [],
    );
    expect(inProject).not.toEqual([]);
    expect(inProject.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

describe('the addresses', () => {
  test('are both named, and end with a slash', () => {
    expect(addressesOf(both, siteAddress)).toEqual({
      repository: 'https://example.org/owner/project/',
      site: 'https://play.example/locks/',
    });
  });

  test.each([
    ['REPOSITORY_URL is missing', { SITE_URL: both.SITE_URL }],
    ['REPOSITORY_URL is missing', { ...both, REPOSITORY_URL: '' }],
    ['REPOSITORY_URL is to be an address', { ...both, REPOSITORY_URL: 'git@example.org:owner/project.git' }],
    ['SITE_URL is missing', { REPOSITORY_URL: both.REPOSITORY_URL }],
    ['SITE_URL is missing', { ...both, SITE_URL: '' }],
    ['SITE_URL is to be an address', { ...both, SITE_URL: 'play.example' }],
  ])('%s: %o', (words, env) => {
    expect(() => addressesOf(env, siteAddress)).toThrow(words);
  });

  test.each(['https://example.org/owner/project/', 'https://example.org/owner/project.git/'])(
    'stand in the packed package.json: %s',
    (repository) => {
      const own = { name: 'quorum-lock', version: '1.2.3' };
      expect(withAddresses(own, { repository, site: 'https://play.example/' }, 'src/redlock')).toEqual({
        ...own,
        homepage: 'https://play.example/',
        repository: { type: 'git', url: 'git+https://example.org/owner/project.git', directory: 'src/redlock' },
        bugs: 'https://example.org/owner/project/issues',
      });
      expect(own).toEqual({ name: 'quorum-lock', version: '1.2.3' });
    },
  );

  test('name no folder where the package is the whole project', () => {
    const { repository } = withAddresses({}, addressesOf(both, siteAddress), '.');
    expect(repository).toEqual({ type: 'git', url: 'git+https://example.org/owner/project.git' });
  });
});

describe('the changelog', () => {
  const changelog = `# Changelog

## 1.10.0, unreleased

- Later.

## 1.1.0, 2026-12-24

- A thing.

### More

- Another.

## 1.0.0, 2026-11-28

## 0.9.0 2026-10-01

- Old.
`;

  test('has a section for the version', () => {
    expect(sectionOf(changelog, '1.1.0', 'A.md')).toBe('- A thing.\n\n### More\n\n- Another.');
  });

  test.each([
    ['1.1', 'has no section “## 1.1, <date>”'],
    ['1.1.00', 'has no section'],
    ['10.0', 'has no section'],
    ['1.10.0', 'has no date in its heading “## 1.10.0, unreleased”'],
    ['1.0.0', 'says nothing below “## 1.0.0, 2026-11-28”'],
    ['0.9.0', 'has no date in its heading'],
  ])('%s: %s', (version, words) => {
    expect(() => sectionOf(changelog, version, 'A.md')).toThrow(words);
  });
});

test('without the address of the project it refuses at once', () => {
  const env = { ...process.env, REPOSITORY_URL: '', SITE_URL: both.SITE_URL };
  const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/release.mjs'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr: stderr.trim(), stdout }).toEqual({
    status: 1,
    stderr: 'REPOSITORY_URL is missing: the address of the project, such as https://example.org/owner/project.',
    stdout: '',
  });
});
