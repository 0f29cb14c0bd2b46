/** Writes the twins into a built site. Each page links to its twin. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { twins } from './twins';

export async function writeTwins(folder: string, site: string | null): Promise<void> {
  for await (const { path, text } of twins(site)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await nameIn(file.replace(/\.md$/, ''), basename(file));
  }
}

async function nameIn(page: string, twin: string): Promise<void> {
  if (!page.endsWith('.html') || !existsSync(page)) return;
  const html = await readFile(page, 'utf8');
  const link = `<link rel="alternate" type="text/markdown" href="${twin}">`;
  if (!html.includes(link)) await writeFile(page, html.replace('</head>', `${link}</head>`));
}
