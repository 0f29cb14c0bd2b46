// Each page of the built site has one policy, whichever server it comes from: `npm start`, or a host that reads
// `_headers`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { headersFor } from '../src/site/headers';
import { sampled } from './support/nightly';

const folder = join(root, inject('siteFolder'));
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('index.html'))
  .map((file) => file.replaceAll('\\', '/').replace(/index\.html$/, ''))
  .sort();
const policyOf = (path: string) => headersFor(path)['Content-Security-Policy'];

/** The values that a host sends according to `_headers`: those of every matching pattern. */
function sentByHost(path: string): readonly string[] {
  return readFileSync(join(folder, '_headers'), 'utf8')
    .split('\n\n')
    .flatMap((block) => {
      const [pattern = '', ...lines] = block.trimEnd().split('\n');
      const fits = pattern.endsWith('*') ? `/${path}`.startsWith(pattern.slice(0, -1)) : `/${path}` === pattern;
      return fits ? lines.flatMap((line) => line.split('Content-Security-Policy: ').slice(1)) : [];
    });
}

test('a host that reads _headers sends each page its one policy', () => {
  expect(pages).toEqual(expect.arrayContaining(['', 'learn/', 'matrix/', 'examples/', 'embed/']));
  for (const page of pages) expect(sentByHost(page), page).toEqual([policyOf(page)]);
});

test('npm start sends each page the same one', async () => {
  for (const page of sampled(pages, 20)) {
    const response = await fetch(`${inject('siteAddress')}${page}`);
    expect([response.status, response.headers.get('Content-Security-Policy')], page).toEqual([200, policyOf(page)]);
  }
});
