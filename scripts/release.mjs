// `npm run release` refuses a release that is not ready, runs every check and test, and writes the tarballs of both
// packages and the notes to dist/release/. It publishes nothing; it prints the commands that do.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureTestPackages, root } from './install.mjs';
import { repositoryAddress } from './repositoryAddress.mjs';

/** @typedef {import('./packages.mjs').Manifest} Manifest */
/** @typedef {import('./packages.mjs').Addresses} Addresses */

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(given: string | undefined) => string | null} siteAddress
 * @returns {Addresses} throws where one is missing or no address
 */
export function addressesOf(env, siteAddress) {
  const repository = repositoryAddress(env['REPOSITORY_URL']);
  const site = siteAddress(env['SITE_URL']);
  if (repository === '')
    throw new Error(
      'REPOSITORY_URL is missing: the address of the project, such as https://example.org/owner/project.',
    );
  if (site === null)
    throw new Error('SITE_URL is missing: the address of the site, such as https://play.example/locks/.');
  return { repository, site };
}

/**
 * @param {string} changelog
 * @param {string} version
 * @param {string} file the path of the changelog
 * @returns {string} the text below the heading of the version; throws if it has no date or no text
 */
export function sectionOf(changelog, version, file) {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => /^\S+?(?=,?\s)/.exec(section)?.[0] === version);
  if (own === undefined) throw new Error(`${file} has no section “## ${version}, <date>”.`);
  const [heading = ''] = own.split('\n', 1);
  if (!/, \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`${file} has no date in its heading “## ${heading}”.`);
  const text = own.slice(heading.length).trim();
  if (text === '') throw new Error(`${file} says nothing below “## ${heading}”.`);
  return text;
}

/**
 * The packed package.json. Only this one has the project's addresses.
 *
 * @param {Manifest} own
 * @param {Addresses} addresses
 * @param {string} folder of the package, relative to the root
 * @returns {Manifest}
 */
export function withAddresses(own, { repository, site }, folder) {
  const bare = repository.slice(0, -1);
  return {
    ...own,
    homepage: site,
    repository: {
      type: 'git',
      url: `git+${bare.endsWith('.git') ? bare : `${bare}.git`}`,
      ...(folder === '.' ? {} : { directory: folder }),
    },
    bugs: `${bare.replace(/\.git$/, '')}/issues`,
  };
}

/**
 * @param {readonly string[]} args
 * @param {'inherit' | 'pipe'} stdio
 */
const npm = (args, stdio) =>
  spawnSync('npm', args, { cwd: root, encoding: 'utf8', stdio, shell: process.platform === 'win32' });

/** npm itself refuses it too, but only after every test. @param {string} release `<name>@<version>` */
function refuseTaken(release) {
  if (npm(['view', release, 'version'], 'pipe').stdout.trim() !== '')
    throw new Error(`npm has ${release} already: raise the version.`);
}

async function release() {
  const { register } = await import('tsx/esm/api');
  register();
  const { siteAddress } = await import('../src/site/siteAddress');
  const { lintTarball, manifestOf, packages, packed } = await import('./packages.mjs');
  const addresses = addressesOf(process.env, siteAddress);
  const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (changed.status !== 0) throw new Error('A release needs the work tree of git.');
  if (changed.stdout !== '') throw new Error(`A release is of a commit. Not committed:\n${changed.stdout}`);
  const all = Object.values(packages).map((one) => {
    const manifest = withAddresses(manifestOf(one), addresses, one.folder);
    const { name, version } = manifest;
    const file = join(one.folder, 'CHANGELOG.md');
    const notes = sectionOf(readFileSync(join(root, file), 'utf8'), version, file);
    return { ...one, manifest, title: `${name} ${version}`, notes };
  });
  for (const { manifest } of all) refuseTaken(`${manifest['name']}@${manifest['version']}`);
  for (const args of [
    ['run', 'check'],
    ['test', '--', '--all'],
  ])
    if (npm(args, 'inherit').status !== 0) throw new Error(`npm ${args.join(' ')} failed.`);
  const folder = join(root, 'dist/release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarballs = [];
  for (const one of all) {
    const tarball = await packed(one, folder, { manifest: one.manifest, addresses });
    const found = await lintTarball(tarball, one.ignoredRules);
    if (found.length > 0) throw new Error(`${basename(tarball)}:\n${found.join('\n')}`);
    tarballs.push(relative(root, tarball).replaceAll('\\', '/'));
  }
  const sections = all.map(({ title, notes }) => `# ${title}\n\n${notes}\n`);
  writeFileSync(join(folder, 'NOTES.md'), sections.join('\n'));
  console.log(`Made ${tarballs.join(', ')} and dist/release/NOTES.md. Nothing is published. These commands would:`);
  for (const tarball of tarballs) console.log(`  npm publish ./${tarball} --access public`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureTestPackages();
  await release().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
