// The protection of the pages: which pages may frame them, that only their own built scripts run, and that the page
// itself contains the most important part for hosts without headers.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headersFile, headersFor, metaTags } from '../src/site/headers';

const policyOf = (path: string): string => headersFor(path)['Content-Security-Policy'] ?? '';

test.each(['', 'index.html', 's/pause-before-write/', 'r/v1.x/', 'assets/index-12345678.js', 'live.json', 'embedded/'])(
  'only its own origin may frame /%s',
  (path) => {
    expect(policyOf(path)).toContain("frame-ancestors 'self'");
  },
);

test.each(['embed/', 'embed/zh/failover/', 'learn/', 'learn/index.html', 'own/', 'oembed', 'oembed.json'])(
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

test('the table of HOSTING.md has the policies that are sent', () => {
  const rows = [
    ...readFileSync(new URL('../HOSTING.md', import.meta.url), 'utf8').matchAll(/^\| (.+) \| `(.+)` \|$/gm),
  ];
  const policies = rows.flatMap(([, paths = '', policy]) =>
    paths.split(', ').map((path) => [path.replaceAll('`', ''), policy]),
  );
  expect(Object.fromEntries(policies)).toEqual({
    'embed/': policyOf('embed/'),
    oembed: policyOf('oembed'),
    'assets/own/': policyOf('assets/own/'),
    'learn/': policyOf('learn/'),
    'all else': policyOf(''),
  });
});

test('the sandbox alone may run WebAssembly, and no page may', () => {
  expect(policyOf('assets/own/ownWorker-12345678.js')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  for (const path of ['', 'own/', 'learn/', 'embed/', 'assets/ownWorker.js'])
    expect(policyOf(path)).not.toContain('wasm-unsafe-eval');
});
