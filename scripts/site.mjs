// Builds the static site when its sources have changed. It imports Vite late, because this file may be loaded before
// Vite is installed.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';

/** Whole folders, because a list of the files that the build uses would become incomplete. */
const sources = [
  ...['src', 'public', 'embed', 'essay', 'learn', 'matrix', 'own', 'scripts'],
  ...['index.html', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
];
/** Files that were built or installed in them. */
const notSources = ['src/redlock/lib', 'scripts/node_modules'];
const stampPath = '.vite/sources.sha256';

/** @returns {string} a digest of all sources of the built site */
function digestSources() {
  const hash = createHash('sha256');
  hash.update(`${process.env['SITE_URL'] ?? ''}\0${process.env['REPOSITORY_URL'] ?? ''}\0`);
  for (const source of sources) digestPath(hash, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path relative to the root
 */
function digestPath(hash, path) {
  const full = join(root, path);
  if (!existsSync(full) || notSources.includes(path)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) digestPath(hash, `${path}/${name}`);
    return;
  }
  hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
}

/** The folder for one state of the sources. It is built once for `dist`, the tests and a bench. */
const builtFolder = (/** @type {string} */ digest) => `.cache/site/${digest.slice(0, 16)}`;

/**
 * Builds this state of the sources, with the pages of all stories, unless that has been done.
 * @param {{ quiet?: boolean }} options
 * @returns {Promise<string>} the folder, relative to the root; its content must not be changed
 */
export async function builtSite({ quiet = false } = {}) {
  const folder = await builtPages({ quiet });
  await writeStories(folder, () => {});
  return folder;
}

/**
 * @param {string} folder relative to the root
 * @param {(done: number) => void} progress the number of written stories
 * @param {readonly string[]} [only]
 */
export const writeStories = (folder, progress, only) =>
  withTypeScript(async (address) => {
    const { openStoryPages } = await import('../src/site/stories/storyPages');
    const pages = openStoryPages({ folder: join(root, folder), address });
    try {
      await pages.writeAll(progress, only);
    } finally {
      await pages.close();
    }
  });

/**
 * Writes the Markdown twins of all pages.
 *
 * @param {string} folder relative to the root
 */
export const writeTwins = (folder) =>
  withTypeScript(async (address) => {
    const twins = await import('../src/cli/twins/writeTwins');
    await twins.writeTwins(join(root, folder), address);
  });

/** @param {(address: string | null) => Promise<void>} work imports files of src; `address`: where the site is */
async function withTypeScript(work) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { siteAddress } = await import('../src/site/siteAddress');
    await work(siteAddress(process.env['SITE_URL']));
  } finally {
    await unregister();
  }
}

/**
 * Builds this state of the sources unless that has been done. A story may have no pages yet: see `writeStories`.
 * @param {{ quiet?: boolean, force?: boolean }} options
 * @returns {Promise<string>} the folder, relative to the root
 */
export async function builtPages({ quiet = false, force = false }) {
  removeOldSites();
  const digest = digestSources();
  const folder = builtFolder(digest);
  if (force || readStamp(join(root, folder)) !== digest) await buildInto(folder, digest, quiet);
  return folder;
}

/** Every state of the sources leaves a folder. A folder older than an hour is no longer being served. */
function removeOldSites() {
  const parent = join(root, '.cache/site');
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Fills the folder with the built site unless it already holds this state of the sources.
 * @param {{ folder: string, force?: boolean, quiet?: boolean }} options folder relative to the root
 * @returns {Promise<'built' | 'fresh'>}
 */
export async function buildSite({ folder, force = false, quiet = false }) {
  const target = join(root, folder);
  if (!force && readStamp(target) === digestSources()) return 'fresh';
  const built = await builtPages({ quiet, force });
  await moveIntoPlace(target, (fresh) => cpSync(join(root, built), fresh, { recursive: true }));
  return 'built';
}

/**
 * @param {string} folder
 * @param {string} digest
 * @param {boolean} quiet
 */
async function buildInto(folder, digest, quiet) {
  const { build } = await import('vite');
  // A test runner sets another NODE_ENV, which would build React's development version.
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await moveIntoPlace(join(root, folder), async (fresh) => {
      await build({ root, build: { outDir: fresh, emptyOutDir: true }, logLevel: quiet ? 'error' : 'info' });
      mkdirSync(dirname(join(fresh, stampPath)), { recursive: true });
      writeFileSync(join(fresh, stampPath), digest);
    });
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
}

/**
 * Makes the content in another folder and then moves it into place, so that a server of the target never sees half of
 * it.
 * @param {string} target
 * @param {(fresh: string) => Promise<void> | void} make
 */
async function moveIntoPlace(target, make) {
  const fresh = join(root, `.cache/build-${process.pid}`);
  const old = `${fresh}-replaced`;
  try {
    await make(fresh);
    mkdirSync(dirname(target), { recursive: true });
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
  } finally {
    // A failed build leaves the folder that embedPages.mjs builds beside it.
    for (const left of [old, fresh, `${fresh}-beside`]) rmSync(left, { recursive: true, force: true });
  }
}

/** @param {string} target */
function readStamp(target) {
  const file = join(target, stampPath);
  return existsSync(file) && existsSync(join(target, 'index.html')) ? readFileSync(file, 'utf8') : undefined;
}
