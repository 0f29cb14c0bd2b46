// The answers of the site's server: one spelling for each path, and files as HTTP requires.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headersFor } from '../../src/site/headers';
import { serveSite, targetOf } from '../../src/site/siteServer';
import { answersTo, headerOf } from './rawRequest';
import { makeSiteFolder, nameOfPage, pages } from './siteFolder';

let site = { address: '', close: async (): Promise<void> => {} };
beforeAll(async () => {
  site = await serveSite({ folder: makeSiteFolder(), port: 26_100, base: '/some/where/' });
});
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site.address}${path}`, { method, headers, redirect: 'manual' });
const policyOf = (path: string) => headersFor(path)['Content-Security-Policy'];

async function raw(line: string, ...headers: readonly string[]) {
  const text = `${[line, ...headers].join('\r\n')}\r\n\r\n`;
  const [answer] = await answersTo({ port: Number(new URL(site.address).port), text });
  if (answer === undefined) throw new Error('Nothing was answered.');
  return answer;
}

test.each(pages)('the page "%s" comes with its own policy, by its folder and by its file', async (page) => {
  for (const path of [page, `${page}index.html`]) {
    const response = await get(path);
    expect([response.status, nameOfPage(await response.text())]).toEqual([200, page]);
    expect(response.headers.get('Content-Security-Policy')).toBe(policyOf(page));
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  }
});

test('a browser that asks for a page that does not exist gets one in words, with a way home', async () => {
  const response = await get('no/such/page', { accept: 'text/html,*/*' });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
  const page = await response.text();
  expect(page).toContain('没有这个页面');
  expect(page).toContain('<a href="/some/where/">');
});

test.each([
  ['/oembed%2f..%2f', 404],
  ['/oembed%2f..%2findex.html', 404],
  ['/embed/../', 404],
  ['/embed/%2e%2e/', 404],
  ['/embed%2f..%2findex.html', 404],
  ['/embed/..%5c', 400],
  ['/embed\\..\\index.html', 400],
  ['/%00', 400],
  ['/index.html%00.png', 400],
  ['//', 404],
  ['/learn//', 404],
  ['/./', 404],
  ['/%252e%252e/', 404],
  ['/%', 400],
  ['/%c0%af', 400],
  ['/.vite/manifest.json', 404],
  ['/%2evite/manifest.json', 404],
  ['/dangling.txt', 404],
  [`/${'a/'.repeat(3000)}`, 404],
  [`/${'a'.repeat(7000)}`, 404],
  ['/../../../etc/passwd', 404],
  ['/..%2f..%2f..%2fetc%2fpasswd', 404],
])('the detour %s is refused, under the policy of the pages', async (path, status) => {
  const answer = await raw(`GET /some/where${path} HTTP/1.1`, 'Host: x');
  expect(answer.status).toBe(status);
  expect(headerOf(answer, 'Content-Security-Policy')).toContain("frame-ancestors 'self'");
  expect(answer.body).toMatch(/^(There is no such page|This request cannot be read)\.\n$/);
});

test('a path is decoded once; an absolute form names the same page; nothing is found outside the site', () => {
  expect(targetOf('/sub/%e4%b8%ad%20%25?a=%2f&b#c', '/sub/')).toBe(400);
  expect(targetOf('/sub/%e4%b8%ad%20%25?a=%2f&b', '/sub/')).toEqual({ path: '中 %', query: 'a=%2f&b' });
  expect(targetOf('http://anybody.example:80/sub/learn/', '/sub/')).toEqual({ path: 'learn/', query: '' });
  for (const url of ['/', '/sub', '/subordinate/', '/sub/../sub2/']) expect(targetOf(url, '/sub/')).toBe(404);
  for (const url of ['', '*', 'sub/', 'http://', 'http://[', 'ftp://x/sub/', '/sub/\u00e9', '/sub/ x'])
    expect(targetOf(url, '/sub/')).toBe(400);
});

test('a folder without its slash leads to the page, with what it was asked', async () => {
  const response = await get('learn?do=the-nap&x=%2f');
  expect([response.status, response.headers.get('Location')]).toEqual([301, './learn/?do=the-nap&x=%2f']);
  expect((await get('assets/')).status).toBe(404);
});

test('a file with an odd name is served', async () => {
  const response = await get('assets/50%25%20%26%20%231%3F.txt');
  expect(await response.text()).toBe('an odd name');
});

test.each([
  ['bytes=2-4', 206, '234'],
  ['bytes=-3', 206, '789'],
  ['bytes=7-', 206, '789'],
  ['bytes=5-2', 416, ''],
  ['bytes=99-', 416, ''],
  ['bytes=0-1,3-4', 200, '0123456789'],
  ['lines=1-2', 200, '0123456789'],
])('a range %s is answered by %i', async (range, status, body) => {
  const response = await get('assets/0123456789.txt', { range });
  expect([response.status, await response.text()]).toEqual([status, body]);
});

test('HEAD has the headers of GET and no body; what is kept is asked for again, and not sent twice', async () => {
  const asItIs = { 'accept-encoding': 'identity' };
  const whole = await get('learn/', asItIs);
  const head = await get('learn/', asItIs, 'HEAD');
  for (const name of ['Content-Length', 'Content-Type', 'ETag', 'Content-Security-Policy', 'Cache-Control'])
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  expect(await head.text()).toBe('');
  expect(whole.headers.get('Cache-Control')).toBe('no-cache');
  const etag = whole.headers.get('ETag') ?? '';
  const again = await get('learn/', { 'if-none-match': etag, 'cache-control': 'max-age=0' });
  expect([again.status, again.headers.get('Content-Security-Policy')]).toEqual([304, policyOf('learn/')]);
  expect((await get('learn/', { 'if-match': '"another"' })).status).toBe(412);
});

test.each(['br', 'gzip'])('a file is sent as %s to who reads that, and a part of it as it is', async (encoding) => {
  const path = 'assets/core-0a_B-c3d.js';
  const whole = await raw(`GET /some/where/${path} HTTP/1.1`, 'Host: x', `Accept-Encoding: ${encoding}`);
  expect([whole.status, headerOf(whole, 'Content-Encoding'), headerOf(whole, 'Vary')]).toEqual([
    200,
    encoding,
    'Accept-Encoding',
  ]);
  expect(whole.body.length).toBeLessThan(1000);
  const [cached, plain] = [
    await get(path, { 'accept-encoding': encoding }),
    await get(path, { 'accept-encoding': 'identity' }),
  ];
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(await cached.text()).toBe(await plain.text());
  const part = await get(path, { 'accept-encoding': encoding, range: 'bytes=0-9' });
  expect([part.status, part.headers.get('Content-Encoding'), await part.text()]).toEqual([206, null, 'const long']);
});

test('of many that are asked for at once on one connection, those that wait are sent as they are', async () => {
  const request = 'GET /some/where/assets/core-0a_B-c3d.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n';
  const answers = await answersTo({ port: Number(new URL(site.address).port), text: request.repeat(10) });
  expect(answers).toHaveLength(10);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const compressed = answers.filter((answer) => headerOf(answer, 'Content-Encoding') === 'br');
  expect(compressed.length).toBeLessThanOrEqual(2);
});

test('a file whose name says what is in it is kept; any other is asked for again', async () => {
  const keptAs = async (path: string): Promise<string | null> => (await get(path)).headers.get('Cache-Control');
  expect(await keptAs('assets/core-0a_B-c3d.js')).toBe('public, max-age=31536000, immutable');
  for (const path of ['assets/0123456789.txt', 'index.html', 's/failover/'])
    expect(await keptAs(path)).toBe('no-cache');
  // A file that does not exist yet may exist later.
  expect(await keptAs('assets/core-ffffffff.js')).toBeNull();
});

test('the service worker is a script, and is asked for again each time', async () => {
  const { headers } = await get('sw.js');
  expect([headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s changes nothing here', async (method) => {
  const response = await get('', {}, method);
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});

test('one body has one end, one request one host; HTTP/1.0 needs none', async () => {
  const line = 'POST /some/where/ HTTP/1.1';
  expect((await raw(line, 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked')).status).toBe(400);
  expect((await raw(line, 'Host: x', 'Content-Length: 5', 'Content-Length: 6')).status).toBe(400);
  expect((await raw(line, 'Host: x', 'Transfer-Encoding : chunked')).status).toBe(400);
  expect((await raw('GET /some/where/ HTTP/1.1')).status).toBe(400);
  expect((await raw('GET /some/where/ HTTP/1.0')).status).toBe(200);
  expect((await raw('GET /some/where/ HTTP/1.1', 'Host: x', `X: ${'a'.repeat(20_000)}`)).status).toBe(431);
  expect((await raw('GET /some/where/ HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: h2c')).status).toBe(200);
});
