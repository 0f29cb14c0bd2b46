// Lists the JavaScript files that a page loads before any of its code runs. For a page of modules, Vite's manifest
// lists them: the entry and everything that it imports statically. The embed's page itself names its classic scripts.
// Files that are imported later are left out.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './install.mjs';

/**
 * The pages, and the most that each may load, gzipped: the measured size plus 15 %. The limits exist to notice
 * mistakes, not to shape code.
 */
export const firstLoadLimits = [
  { name: 'playground', entry: 'index.html', path: '', bytesMax: 446_000 },
  { name: 'matrix', entry: 'matrix/index.html', path: 'matrix/', bytesMax: 180_000 },
  // With the sandbox, which starts at once: 360 kB of it are QuickJS, Lua, TypeScript and its types.
  { name: 'own', entry: 'own/index.html', path: 'own/', bytesMax: 1_110_000 },
  // The scene, and at most 20 kB more.
  { name: 'essay', entry: 'essay/index.html', path: 'essay/', bytesMax: 466_000 },
  { name: 'embed', entry: 'embed/index.html', path: 'embed/', bytesMax: 266_000 },
  // One of the longest stories, in the language that needs more bytes. 2 kB of it show the first picture.
  { name: 'story', entry: 'embed/zh/failover/index.html', path: 'embed/zh/failover/', bytesMax: 278_000 },
];

/**
 * @param {string} folder the built site, relative to the root
 * @param {string} entry the page, as Vite names it: `index.html`
 * @returns {readonly string[]} the files, relative to the root; at least one
 */
export function listFirstLoad(folder, entry) {
  const files = entry.startsWith('embed/') ? namedByPage(folder, entry) : namedByManifest(folder, entry);
  if (files.length === 0) throw new Error(`The page ${entry} of ${folder} loads no JavaScript at all.`);
  return files.map((name) => `${folder}/${name}`);
}

/**
 * @param {string} folder
 * @param {string} entry
 */
function namedByPage(folder, entry) {
  const file = join(root, folder, entry);
  if (!existsSync(file)) throw new Error(`${folder} has no built embed: npm run build`);
  const scripts = readFileSync(file, 'utf8').matchAll(/<script defer src="([^"]+)">/g);
  return [...scripts].map(([, path = '']) => posix.join(posix.dirname(entry), path));
}

/**
 * @param {string} folder
 * @param {string} entry
 */
function namedByManifest(folder, entry) {
  const manifest = manifestOf(folder);
  return importedBy(manifest, keysOfScripts(manifest, folder, entry), folder);
}

/**
 * @param {string} folder the built site, relative to the root
 * @param {string} module a dynamically imported module: `src/web/gallery/Gallery.tsx`
 * @returns {readonly string[]} its file and everything that it imports, relative to the site
 */
export const listLaterLoad = (folder, module) => importedBy(manifestOf(folder), [module], folder);

/** @typedef {Record<string, { file: string, imports?: string[] }>} Manifest */

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function manifestOf(folder) {
  const file = join(root, folder, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error(`${folder} has no built site: npm run build`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 * @param {string} folder
 */
function importedBy(manifest, keys, folder) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [...keys];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The manifest of ${folder} has no "${key}".`);
    open.push(...(chunk.imports ?? []));
  }
  return [...seen].map((key) => manifest[key]?.file ?? '').filter((name) => name.endsWith('.js'));
}

/**
 * The chunks that the built page itself names. The manifest does not list an entry that shares its file with other
 * modules.
 * @param {Record<string, { file: string }>} manifest
 * @param {string} folder
 * @param {string} entry
 */
function keysOfScripts(manifest, folder, entry) {
  const html = readFileSync(join(root, folder, entry), 'utf8');
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)];
  const files = scripts.map(([, src = '']) => posix.join(posix.dirname(entry), src));
  return Object.keys(manifest).filter((key) => files.includes(manifest[key]?.file ?? ''));
}
