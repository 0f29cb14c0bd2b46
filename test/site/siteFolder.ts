// A small site with a page of each kind, each of which contains its name.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { root } from '../../scripts/install.mjs';
import { builtPage } from '../picture/linkPages/builtPage';

export const pages = ['', 'learn/', 'embed/', 'embed/zh/failover/', 'matrix/', 's/failover/'] as const;

export const nameOfPage = (html: string): string | undefined => /<!--page of (.*?)-->/.exec(html)?.[1];

/** @returns its path, relative to the project. It is removed when the process ends. */
export function makeSiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-site-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const page of pages) write(`${page}index.html`, `${builtPage(null)}<!--page of ${page}-->`);
  write('sw.js', 'self.skipWaiting();');
  write('assets/0123456789.txt', '0123456789');
  write('assets/core-0a_B-c3d.js', `const long = '${'long '.repeat(2000)}';`);
  write('assets/50% & #1?.txt', 'an odd name');
  write('.vite/manifest.json', 'kept to itself');
  symlinkSync('/nowhere/at/all', join(folder, 'dangling.txt'));
  return relative(root, folder);
}
