// Whatever arrives at the port of the site, byte by byte: the server survives, answers before a client gives up,
// reveals nothing about this machine, and sends each page with its own policy.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { headersFor } from '../../src/site/headers';
import { byNight } from '../support/nightly';
import { type Answer, answersTo, headerOf } from './rawRequest';
import { nameOfPage } from './siteFolder';
import { type SiteProcess, startSiteProcess } from './siteProcess';
import { wildConnection } from './wildRequest';

/** How many at once a server for a class has to bear. */
const atOnce = 200;

let site: SiteProcess;
/** Incomplete requests that are left open while everything else is tried. */
let halvesAnswered: Promise<readonly (readonly Answer[])[]>;
beforeAll(async () => {
  site = await startSiteProcess();
  halvesAnswered = Promise.all(openHalves());
  halvesAnswered.catch(() => {});
});
afterAll(() => void site?.child.kill('SIGTERM'));

/** What `npm start` may answer; 500 is our own mistake. */
const statuses = [
  100, 101, 200, 206, 301, 302, 304, 308, 400, 401, 403, 404, 405, 408, 412, 413, 414, 416, 417, 431, 501,
];

function expectHarmless(answer: Answer): void {
  const { status, head, body } = answer;
  // No answer: the connection was closed.
  if (head === '') return;
  expect(statuses).toContain(status);
  expect(`${head}${body}`).not.toMatch(
    /\n\s+at |node_modules|node:internal|Error:|redlock-playground-site-|kept to itself/,
  );
  expect(`${head}${body}`).not.toContain(root);
  const page = nameOfPage(body);
  if (page === undefined) return;
  seen.add(page);
  expect(headerOf(answer, 'Content-Security-Policy')).toBe(policyOf(page));
}

/** The pages that were answered. A search in which the parser refuses everything would find nothing. */
const seen = new Set<string>();

const policyOf = (page: string) => headersFor(page)['Content-Security-Policy'];

async function expectAlive(): Promise<void> {
  expect(site.child.exitCode, site.complaints()).toBeNull();
  for (const page of ['', 'learn/', 'embed/']) {
    const response = await fetch(`http://127.0.0.1:${site.port}/${page}`);
    expect([nameOfPage(await response.text()), response.headers.get('Content-Security-Policy')]).toEqual([
      page,
      policyOf(page),
    ]);
  }
  expect(site.complaints()).toBe('');
}

test.each([
  'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET // HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /% HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%c0%af HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /\\..\\ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /assets/0123456789.txt HTTP/1.1\r\nHost: x\r\nRange: bytes=5-2\r\n\r\n',
])('it outlives %j', async (text) => {
  const answers = await answersTo({ port: site.port, text });
  expect(answers.map(({ status }) => status)).toEqual([expect.any(Number)]);
  expect([200, 400, 404, 416]).toContain(answers[0]?.status);
  answers.forEach(expectHarmless);
  await expectAlive();
});

test(`it outlives any bytes, on ${atOnce} sockets at once`, async () => {
  const connections = fc.array(wildConnection, { minLength: atOnce, maxLength: atOnce });
  await fc.assert(
    fc.asyncProperty(connections, async (all) => {
      const answers = await Promise.all(all.map((one) => answersTo({ port: site.port, ...one })));
      answers.flat().forEach(expectHarmless);
      await expectAlive();
    }),
    // Any other sample would do, and shrinking hundreds of connections says less than the named one.
    { numRuns: Math.ceil(byNight(400, 20_000) / atOnce), endOnFailure: true },
  );
  const often = ['', 'embed/', 'embed/zh/failover/', 'learn/', 's/failover/'];
  // Chance may leave one or two of them out.
  expect(often.filter((page) => seen.has(page)).length).toBeGreaterThan(2);
});

function openHalves(): readonly Promise<readonly Answer[]>[] {
  const halves = [
    '',
    'G',
    'GET / HT',
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf',
  ];
  return Array.from({ length: atOnce }, (_, i) =>
    answersTo({ port: site.port, text: halves[i % halves.length] ?? '', ending: 'wait' }),
  );
}

test('halves that are left open are answered or closed before a client gives up, and keep nobody out', async () => {
  await expectAlive();
  for (const answers of await halvesAnswered) answers.forEach(expectHarmless);
  await expectAlive();
});
