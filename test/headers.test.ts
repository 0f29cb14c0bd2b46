// The protection of the pages: which pages may frame them, that only scripts built with them run, and that the page
// itself carries the most important part for hosts without headers.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headersFile, headersFor, metaTags } from '../scripts/headers.mjs';

const policyOf = (path: string): string => headersFor(path)['Content-Security-Policy'] ?? '';

test.each(['', 'index.html', 's/pause-before-write/', 'r/v1.x/', 'assets/index-12345678.js', 'live.json', 'embedded/'])(
  'only its own origin may frame /%s',
  (path) => {
    expect(policyOf(path)).toContain("frame-ancestors 'self'");
  },
);

test.each(['embed/', 'embed/zh/failover/', 'embed/theme.js', 'learn/', 'learn/index.html', 'oembed', 'oembed.json'])(
  'anybody may frame /%s, a file and a sandboxed page too',
  (path) => {
    expect(policyOf(path)).not.toContain('frame-ancestors');
  },
);

test.each(['', 'learn/', 'embed/', 'oembed'])('/%s runs only its own scripts, and its type is not guessed', (path) => {
  expect(policyOf(path)).toMatch(/script-src 'self';/);
  expect(policyOf(path)).not.toContain('unsafe-eval');
  expect(policyOf(path)).toContain("object-src 'none'; base-uri 'none'");
  expect(headersFor(path)).toMatchObject({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
});

test('a host that reads _headers gets the same rules', () => {
  const blocks = new Map(
    headersFile()
      .split('\n\n')
      .map((block) => {
        const [pattern = '', ...lines] = block.trimEnd().split('\n');
        return [
          pattern,
          Object.fromEntries(
            lines.map((line) =>
              line
                .trim()
                .split(/: (.*)/s)
                .slice(0, 2),
            ),
          ),
        ];
      }),
  );
  for (const [pattern, path] of [
    ['/', ''],
    ['/s/*', 's/zh/failover/'],
    ['/learn/*', 'learn/'],
    ['/embed/*', 'embed/failover/'],
  ] as const)
    expect({ ...blocks.get('/*'), ...blocks.get(pattern) }).toEqual(headersFor(path));
});

test('a page itself restricts what it can: scripts, objects, the referrer', () => {
  expect(metaTags.join('')).toContain("script-src 'self'; object-src 'none'; base-uri 'none'");
  expect(metaTags.join('')).toContain('name="referrer"');
  // A browser ignores it there, and complains.
  expect(metaTags.join('')).not.toContain('frame-ancestors');
});

/** Where the table for other hosts stands. */
const told = ['HOSTING.md', 'README.md']
  .map((name) => new URL(`../${name}`, import.meta.url))
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .find((text) => text.includes('| Content-Security-Policy'));

/** The rows as paths and directives; “the same” repeats the row above. */
function toldPolicies(text: string) {
  const [, table = ''] = /\| Content-Security-Policy.*\n\| -.*\n((?:\|.*\n)+)/.exec(text) ?? [];
  const rows: { paths: readonly string[]; directives: readonly string[] }[] = [];
  for (const line of table.trimEnd().split('\n')) {
    const [, where = '', what = ''] = line.split('|');
    const own = [...what.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']) => quoted.split(/;\s*/));
    const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    const above = what.includes('the same') ? (rows.at(-1)?.directives ?? []) : [];
    rows.push({ paths: paths.length === 0 ? ['', 'matrix/', 's/failover/'] : paths, directives: [...above, ...own] });
  }
  return rows;
}

test('the table for other hosts says what is sent, but for what only forbids more and for sockets', () => {
  const rows = toldPolicies(told ?? '');
  expect(rows.flatMap(({ paths }) => paths)).toEqual(expect.arrayContaining(['embed/', 'oembed', 'learn/', '']));
  for (const { paths, directives } of rows)
    for (const path of paths) {
      const sent = policyOf(path).split('; ');
      expect(sent, path).toEqual(expect.arrayContaining([...directives]));
      const untold = sent.filter((directive) => !directives.includes(directive));
      expect(
        untold.filter((directive) => !/^((object-src|base-uri|form-action) 'none'|connect-src .*)$/.test(directive)),
        path,
      ).toEqual([]);
    }
});
