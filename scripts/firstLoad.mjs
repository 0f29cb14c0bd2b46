// Reads from Vite's manifest which JavaScript files a page loads before any code of it runs: the entry and all that it
// imports statically. What it imports later, on demand, is not among them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** The pages with the most that each may load, gzipped. */
export const firstLoadLimits = [
  { name: 'playground', entry: 'index.html', path: '', bytesMax: 220_000 },
  { name: 'embed', entry: 'embed/index.html', path: 'embed/', bytesMax: 130_000 },
];

/**
 * @param {string} folder the built site, relative to the root
 * @param {string} entry the page, as Vite names it: `index.html`
 * @returns {readonly string[]} the files, relative to the root; at least one
 */
export function listFirstLoad(folder, entry) {
  const file = join(root, folder, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error(`${folder} holds no built site: npm run build`);
  /** @type {Record<string, { file: string, imports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [entry];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The manifest of ${folder} has no "${key}".`);
    open.push(...(chunk.imports ?? []));
  }
  const files = [...seen].map((key) => manifest[key]?.file ?? '').filter((name) => name.endsWith('.js'));
  if (files.length === 0) throw new Error(`The page ${entry} of ${folder} loads no JavaScript at all.`);
  return files.map((name) => `${folder}/${name}`);
}
