// `npm run release`: refuses what is not ready, runs every check and test, and leaves in dist/release/ the tarballs of both
// packages and the notes. It publishes nothing: it prints the commands that would.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, root } from './install.mjs';
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
 * @returns {string} what stands below the heading of the version; throws where it has no date or nothing below it
 */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => /^\S+?(?=,?\s)/.exec(section)?.[0] === version);
  if (own === undefined) throw new Error(`has no section “## ${version}, <date>”`);
  const [heading = ''] = own.split('\n', 1);
  if (!/, \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`has no date in its heading “## ${heading}”`);
  const text = own.slice(heading.length).trim();
  if (text === '') throw new Error(`says nothing below “## ${heading}”`);
  return text;
}

/**
 * The packed package.json, which alone knows where the project is.
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

/** npm changes how an address begins. @param {string} url */
const bareAddress = (url) => url.replace(/^git\+/, '').replace(/\.git$/, '');

/**
 * @param {string} stdout of `npm view <name> versions repository.url --json`
 * @param {{ version: string, url: string }} ours the version to release, and the address of our repository
 * @returns {'free' | 'taken' | 'foreign' | 'unknown'} foreign: the name is that of another project; unknown: the registry did
 *   not answer
 */
export function availability(stdout, { version, url }) {
  try {
    const answer = JSON.parse(stdout);
    // Without a repository, npm prints the versions alone.
    if (typeof answer === 'string' || Array.isArray(answer)) return 'foreign';
    const { error, versions, 'repository.url': repository } = answer;
    if (error?.code === 'E404') return 'free';
    if (versions === undefined) return 'unknown';
    if (bareAddress(String(repository)) !== bareAddress(url)) return 'foreign';
    return [versions].flat().includes(version) ? 'taken' : 'free';
  } catch {
    return 'unknown';
  }
}

/**
 * @param {readonly string[]} tarballs paths, relative to the root
 * @returns {readonly string[]}
 */
export const publishCommands = (tarballs) => tarballs.map((file) => `npm publish ./${file} --access public`);

/**
 * @param {string} cwd
 * @returns {readonly string[]} what git would commit or does not know
 */
export function uncommitted(cwd) {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error('A release needs the work tree of git.');
  return stdout.split('\n').filter((line) => line !== '');
}

/** @param {readonly string[]} args of npm; its output is shown */
function runNpm(args) {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed.`);
}

/** @param {Manifest} manifest as it is to be packed */
function reportAvailability({ name, version, repository: { url } }) {
  const asked = ['view', name, 'versions', 'repository.url', '--json'];
  const { stdout } = spawnSync('npm', asked, { encoding: 'utf8', shell: process.platform === 'win32' });
  const found = availability(stdout, { version, url });
  const what = `${name}@${version}`;
  if (found === 'taken') throw new Error(`npm has ${what} already: raise the version.`);
  if (found === 'foreign') throw new Error(`On npm, ${name} is another project: its repository is not ${url}.`);
  console.log(
    found === 'free' ? `npm has no ${what} yet.` : `npm did not answer: whether it has ${what} is not known.`,
  );
}

async function release() {
  const { register } = await import('tsx/esm/api');
  register();
  const { siteAddress } = await import('../src/site/siteAddress');
  const { lintTarball, manifestOf, packages, packed } = await import('./packages.mjs');
  const addresses = addressesOf(process.env, siteAddress);
  const changed = uncommitted(root);
  if (changed.length > 0) throw new Error(`A release is of a commit. Not committed:\n${changed.join('\n')}`);
  const all = Object.values(packages).map((one) => {
    const manifest = withAddresses(manifestOf(one), addresses, one.folder);
    const { name, version } = manifest;
    const changelog = join(one.folder, 'CHANGELOG.md');
    try {
      return {
        ...one,
        manifest,
        name,
        version,
        notes: sectionOf(readFileSync(join(root, changelog), 'utf8'), version),
      };
    } catch (error) {
      throw new Error(`${changelog} ${error instanceof Error ? error.message : error}.`);
    }
  });
  for (const { manifest } of all) reportAvailability(manifest);
  runNpm(['run', 'check']);
  runNpm(['test', '--', '--all']);
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
  const notes = all.map(({ name, version, notes: text }) => `# ${name} ${version}\n\n${text}\n`).join('\n');
  writeFileSync(join(folder, 'NOTES.md'), notes);
  console.log(`Made ${tarballs.join(', ')} and dist/release/NOTES.md. Nothing is published. These commands would:`);
  for (const command of publishCommands(tarballs)) console.log(`  ${command}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  await release().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
