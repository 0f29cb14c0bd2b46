// Lists the JavaScript files that a built page names: its scripts, what they import, and what they ask for at once
// (pageHead.mjs). Files that are imported later are left out.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './install.mjs';

/**
 * The pages, and the most that each may load, gzipped: the measured size plus 15 %. The limits exist to notice
 * mistakes, not to shape code.
 */
export const firstLoadLimits = [
  { name: 'playground', entry: 'index.html', path: '', bytesMax: 384_000 },
  { name: 'matrix', entry: 'matrix/index.html', path: 'matrix/', bytesMax: 185_000 },
  // Includes the sandbox, which starts at once: QuickJS, Lua, TypeScript and its types are 360 kB of it.
  // A quick machine has run the first lock by then, and fetches what says since when it was too late: 44 kB.
  { name: 'own', entry: 'own/index.html', path: 'own/', bytesMax: 1_165_000 },
  { name: 'network', entry: 'network/index.html', path: 'network/', bytesMax: 278_000 },
  // The scene, and at most 20 kB more.
  { name: 'essay', entry: 'essay/index.html', path: 'essay/', bytesMax: 466_000 },
  { name: 'embed', entry: 'embed/index.html', path: 'embed/', bytesMax: 266_000 },
  // One of the longest stories, in the language that needs more bytes. 2 kB of it show the first picture.
  { name: 'story', entry: 'embed/zh/failover/index.html', path: 'embed/zh/failover/', bytesMax: 278_000 },
];

/**
 * @param {string} folder the built site, relative to the root
 * @param {string} entry the page: `index.html`
 * @returns {readonly string[]} the files, relative to the root; at least one
 */
export function listFirstLoad(folder, entry) {
  const page = join(root, folder, entry);
  if (!existsSync(page)) throw new Error(`${folder} has no built ${entry}: npm run build`);
  const named = readFileSync(page, 'utf8').matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([./]*assets\/[^"]+\.js)"/g);
  const files = new Set([...named].map(([, path = '']) => posix.join(folder, posix.dirname(entry), path)));
  if (files.size === 0) throw new Error(`The page ${entry} of ${folder} loads no JavaScript at all.`);
  return [...files];
}
