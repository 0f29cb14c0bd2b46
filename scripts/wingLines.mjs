// The lines of each wing of `src`, beside those of the last release: a mirror, and no limit. `--write` keeps them as
// those of a release.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** @typedef {{ code: number, content: number }} Lines */

const kept = join(root, 'scripts/wingLines.json');

/** Stories, exercises, and words. */
const content = /^(content\/(stories|texts)|course\/exercises|core\/narrate\/(en|zh))\//;

/** @returns {Record<string, Lines>} */
export function wingLines() {
  /** @type {Record<string, Lines>} */
  const wings = {};
  const src = join(root, 'src');
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsx?|css|cjs|mjs)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(src.length + 1).replaceAll('\\', '/');
    if (name.startsWith('redlock/lib/')) continue;
    const wing = name.split('/', 1)[0] ?? '';
    const lines = wings[wing] ?? { code: 0, content: 0 };
    lines[content.test(name) ? 'content' : 'code'] += readFileSync(path, 'utf8').split('\n').length - 1;
    wings[wing] = lines;
  }
  return Object.fromEntries(Object.entries(wings).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** @returns {readonly string[]} */
export function wingReport() {
  /** @type {Record<string, Lines>} */
  const before = JSON.parse(readFileSync(kept, 'utf8'));
  const now = wingLines();
  /** @param {string} name @param {readonly string[]} members */
  const rowOf = (name, members) => {
    const values = /** @type {const} */ (['code', 'content']).flatMap((kind) => {
      const [is = 0, was = 0] = [now, before].map((lines) =>
        members.reduce((sum, wing) => sum + (lines[wing]?.[kind] ?? 0), 0),
      );
      return [is === 0 ? '' : `${is}`, change(is - was)];
    });
    return row(name, ...values);
  };
  const wings = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return [
    row('lines', 'code', 'since', 'content', 'since'),
    ...wings.map((wing) => rowOf(wing, [wing])),
    rowOf('all', wings),
  ];
}

const row = (/** @type {string} */ name, /** @type {string[]} */ ...values) =>
  `      ${name.padEnd(10)}${values.map((value) => value.padStart(9)).join('')}`.trimEnd();
const change = (/** @type {number} */ by) => (by === 0 ? '' : `${by > 0 ? '+' : '−'}${Math.abs(by)}`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--write')) writeFileSync(kept, `${JSON.stringify(wingLines(), null, 2)}\n`);
  else console.log(wingReport().join('\n'));
}
