// Makes the two npm packages: each is assembled in a folder of its own, packed by npm, and linted as a tarball. The
// working tree is not changed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildLib, buildQuorumLock, copySite } from './buildLib.mjs';
import { root } from './install.mjs';

/** The site's address in the documents. */
const examplePages = 'https://play.example/';

/** @typedef {{ repository: string, site: string }} Addresses both end with a slash */

/** Used until both addresses are given. @type {Addresses} */
const exampleAddresses = { repository: 'https://project.example/', site: examplePages };

/** @typedef {Readonly<Record<string, any>>} Manifest the content of a package.json */

/**
 * @typedef {object} Package
 * @property {string} folder relative to the root, with package.json and CHANGELOG.md
 * @property {(lib: string) => Promise<void>} build fills lib/
 * @property {readonly string[]} ignoredRules of attw
 */

/** In the order in which they are published. @type {Readonly<Record<'quorum-lock' | 'redlock-playground', Package>>} */
export const packages = {
  'quorum-lock': { folder: 'src/redlock', build: buildQuorumLock, ignoredRules: [] },
  'redlock-playground': {
    folder: '.',
    build: async (lib) => {
      await buildLib(lib);
      await copySite(join(lib, 'site'));
    },
    // `redlock-playground/attack` is for test runners with ES modules, and the package has no main entry.
    ignoredRules: ['cjs-resolves-to-esm'],
  },
};

/**
 * @param {Package} one
 * @returns {Manifest}
 */
export const manifestOf = ({ folder }) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/**
 * The fields of package.json for users of the package, without those for its development.
 *
 * @param {Manifest} manifest
 * @returns {Manifest}
 */
export function publishedOf(manifest) {
  const ofProject = ['workspaces', 'overrides', 'devDependencies', 'scripts', 'redisMemoryServer'];
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !ofProject.includes(name)));
}

/**
 * Everything but lib/. Links in the documents lead to the site, or to the repository if a file is not packed.
 *
 * @param {Package} one
 * @param {string} stage an empty folder
 * @param {{ manifest: Manifest, addresses: Addresses }} released
 */
export function copyPapers(one, stage, { manifest, addresses }) {
  for (const name of ['README.md', 'LICENSE', ...manifest['files']]) {
    const from = join(root, one.folder, name);
    if (name !== 'lib' && existsSync(from)) cpSync(from, join(stage, name), { recursive: true });
  }
  for (const file of readdirSync(stage, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue;
    const page = join(stage, file);
    const text = readFileSync(page, 'utf8').replace(relativeLink, (link, before, path) => {
      const target = join(dirname(file), path);
      if (existsSync(join(stage, target))) return link;
      const inProject = join(one.folder, target).replaceAll('\\', '/');
      return `${before}${addresses.repository}${before === '](' ? 'blob' : 'raw'}/HEAD/${inProject}`;
    });
    writeFileSync(page, text.replaceAll(examplePages, addresses.site));
  }
}

/** A link to a file, in Markdown or in its HTML: the part before the path, and the path. */
const relativeLink = /(!\[[^\]]*\]\(|\]\(|\bsrc(?:set)?=")(?![a-z]+:)([\w./-]+)/g;

/**
 * Builds and packs.
 *
 * @param {Package} one
 * @param {string} into an existing folder
 * @param {{ manifest: Manifest, addresses: Addresses }} released what the packed package.json says, and where the site and
 *   the project are
 * @returns {Promise<string>} the path of the tarball
 */
export async function packed(one, into, released = { manifest: manifestOf(one), addresses: exampleAddresses }) {
  const stage = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    copyPapers(one, stage, released);
    await one.build(join(stage, 'lib'));
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(publishedOf(released.manifest), null, 2)}\n`);
    mkdirSync(into, { recursive: true });
    const [{ filename }] = JSON.parse(npm(stage, 'pack', '--json', '--ignore-scripts', '--pack-destination', into));
    return join(into, filename);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @returns {string} what npm printed
 */
export function npm(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/**
 * The findings of publint and attw (“are the types wrong?”).
 *
 * @param {string} tarball a path
 * @param {readonly string[]} ignoredRules of attw
 * @returns {Promise<readonly string[]>}
 */
export async function lintTarball(tarball, ignoredRules = []) {
  // Loaded late, because they may have just been installed.
  const { publint } = await import('publint');
  const { formatMessage } = await import('publint/utils');
  const bytes = Uint8Array.from(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const attw = join(root, 'test/node_modules/@arethetypeswrong/cli/dist/index.js');
  const ignored = ignoredRules.length === 0 ? [] : ['--ignore-rules', ...ignoredRules];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [attw, tarball, '--format', 'ascii', '--no-color', '--no-emoji', ...ignored],
    { encoding: 'utf8' },
  );
  const types = status === 0 ? [] : [`attw: ${stdout}${stderr}`];
  return [...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`), ...types];
}
