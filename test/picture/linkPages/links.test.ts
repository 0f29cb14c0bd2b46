// `/r/<code>/`: a link to any scenario as a page with a preview. A peer's requests are bounded, and nothing that it
// sends is returned as anything but text.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { story } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { opening } from '../../../src/content/stories/opening';
import { encodeCode } from '../../../src/core/model/links/codeLink';
import { encodeLink } from '../../../src/core/model/links/link';
import { parts } from '../../../src/core/run/parts';
import type { LinkPreview } from '../../../src/site/links/linkPreview';
import { rateOf } from '../../../src/site/links/linkRate';
import { codeLengthMax, openLinkServer } from '../../../src/site/links/linkServer';
import { type LinkPainter, openPainter, painterLimits } from '../../../src/site/links/painter';
import { targetOf } from '../../../src/site/siteServer';
import { everyObjectHas } from '../../doors/everyObjectHas';
import { byNight } from '../../support/nightly';
import { builtPage, readPage } from './builtPage';
import { richOembed } from './oembedSchema';

const code = encodeLink(
  { ...story.scenario, seed: 7 },
  { parts, base: { id: 'pause-before-write', scenario: story.scenario } },
);
const sentCode = {
  lock: 'export async function acquire() {}\n<b>\n',
  check: null,
  guard: 'none',
  faults: 'pause',
} as const;
const codeLink = encodeCode(sentCode) ?? '';
const asked: string[] = [];

/** Accepts one code, and counts. */
const fake: LinkPainter = {
  previewLink: async ({ code: given, language }) => {
    asked.push(given);
    if (given === 'v1.slow') return null;
    return given.startsWith(code) || given === codeLink
      ? { title: `${language} "title" <b>`, text: 'A text & more.', card: Uint8Array.of(1, 2, 3), stills: '' }
      : { problem: `${language} problem <b>` };
  },
  close: async () => {},
};

const servers: Server[] = [];
const painters: LinkPainter[] = [];
let at = '';

async function served(options: Partial<Parameters<typeof openLinkServer>[0]>): Promise<string> {
  const links = openLinkServer({
    base: '/sub/',
    site: undefined,
    built: builtPage(null),
    builtOwn: builtPage(null, 'own/'),
    painter: fake,
    ...options,
  });
  const server = createServer(async (request, response) => {
    const target = targetOf(request.url ?? '', '/sub/');
    if (typeof target === 'number') response.writeHead(target).end();
    else if (!(await links.answer(target, request, response))) response.writeHead(418).end();
  });
  // On a slow machine the client would use a connection that is just being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/`;
}

beforeAll(async () => {
  at = await served({ rate: { burst: 10_000, everyMs: 1, addresses: 10 } });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all(painters.map((painter) => painter.close()));
});

const page = async (path: string) => {
  const response = await fetch(`${at}${path}`);
  return { status: response.status, ...readPage(await response.text()) };
};

test('a link unfolds: title, verdict, card, and the playground with the code behind #', async () => {
  const { status, title, meta, links } = await page(`r/${code}/?lang=zh`);
  expect(status).toBe(200);
  expect(title).toBe('zh "title" <b> · Redlock Playground');
  expect(meta.get('og:description')).toBe('A text & more.');
  expect(meta.get('og:image')).toBe(`${at}r/${code}/card.png?lang=zh`);
  expect(meta.get('robots')).toBe('noindex');
  expect(new URL(meta.get('opens') ?? '', `${at}r/${code}/`).href).toBe(`${at}#${code}`);
  expect(await (await fetch(meta.get('og:image') ?? '')).bytes()).toEqual(Uint8Array.of(1, 2, 3));
  const oembed = links.find(({ type }) => type === 'application/json+oembed')?.['href'] ?? '';
  const answer = v.parse(richOembed, await (await fetch(`${oembed}&maxwidth=400&maxheight=300`)).json());
  expect([answer.width, answer.height]).toEqual([400, 300]);
  expect(answer.html).toContain(`embed/?v=1&amp;lang=zh#${code.replaceAll('&', '&amp;')}"`);
  expect((await fetch(`${oembed}&format=xml`)).status).toBe(501);
});

test('a link with code is a page of one’s own lock, with title, card and the code behind #', async () => {
  const { status, title, meta } = await page(`r/${codeLink}/`);
  expect([status, title]).toEqual([200, 'en "title" <b> · Redlock Playground']);
  expect(new URL(meta.get('opens') ?? '', `${at}r/${codeLink}/`).href).toBe(`${at}own/#${codeLink}`);
  const html = await (await fetch(`${at}r/${codeLink}/`)).text();
  expect(html).toContain('src="../../assets/');
  expect(html).not.toMatch(/(?:src|href)="\.\.\/[^.]/);
});

test('an address without its slash, and one that a chat has encoded, lead to the same page', async () => {
  const plain = await fetch(`${at}r/${code}?lang=zh`);
  expect(plain.url).toBe(`${at}r/${code}/?lang=zh`);
  const marked = `${code}&e=1&o=overlap.lost`;
  const { status, meta } = await page(`r/${encodeURIComponent(marked)}/`);
  expect([status, meta.get('opens')]).toEqual([200, `../../#${marked}`]);
});

test('a code that cannot be opened is not found, and its page says why in the language of the address', async () => {
  for (const [lang, named] of [
    ['en', 'This link cannot be opened'],
    ['zh', '此链接无法打开'],
  ]) {
    const { status, title, meta, links } = await page(`r/v1.damaged/?lang=${lang}`);
    expect([status, title]).toEqual([404, `${named} · Redlock Playground`]);
    expect(meta.get('og:description')).toBe(`${lang} problem <b>`);
    expect(meta.get('og:image')).toBe(`${at}social.png`);
    // The playground says it, too, and keeps the text of the link.
    expect(meta.get('opens')).toBe('../../#v1.damaged');
    expect(links.filter(({ type }) => type === 'application/json+oembed')).toEqual([]);
  }
  for (const file of ['card.png', 'oembed.json']) {
    const response = await fetch(`${at}r/v1.damaged/${file}`);
    expect([response.status, await response.text()]).toEqual([404, 'en problem <b>\n']);
  }
});

test.each(everyObjectHas)('%s is no code, whatever stands before and behind it', async (name) => {
  for (const given of [name, `v1.${name}`]) {
    const response = await fetch(`${at}r/${given}/`);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/[\u4e00-\u9fff]|problem/);
  }
});

test('a code of which no picture is made still opens, with title and card of the site', async () => {
  const { status, title, meta } = await page('r/v1.slow/');
  expect([status, title, meta.get('og:image')]).toEqual([200, 'Redlock Playground', `${at}social.png`]);
  const card = await fetch(`${at}r/v1.slow/card.png`, { redirect: 'manual' });
  expect([card.status, card.headers.get('location')]).toEqual([302, '../../social.png']);
  expect(new URL('../../social.png', card.url).href).toBe(`${at}social.png`);
});

test('whatever is asked for, the answer is a page of ours, or a refusal in plain words', async () => {
  const wild = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text)),
    fc.string({ maxLength: 40 }).map((text) => `v1.${encodeURIComponent(text)}`),
    fc.constantFrom(
      '../..',
      '%',
      '%00',
      '%2e%2e/',
      'v1.x/../..',
      '//evil.example',
      'v1."><script>alert(1)</script>',
      'v9999.x',
      'v1.x/card.png/',
      'v1.x/boot.js',
    ),
  );
  await fc.assert(
    fc.asyncProperty(wild, async (path) => {
      const response = await fetch(`${at}r/${path}`, { redirect: 'manual' });
      const body = await response.text();
      expect([200, 308, 400, 404, 418]).toContain(response.status);
      expect(body).not.toMatch(/<script>|evil\.example/);
      expect(response.headers.get('location') ?? 'v1.').toMatch(/^(?:c=)?v\d/);
    }),
    { numRuns: byNight(60, 2000) },
  );
});

test('a code that is too long, a method that writes, and a host that is no name are refused or left out', async () => {
  expect((await fetch(`${at}r/v1.${'a'.repeat(codeLengthMax)}/`)).status).toBe(414);
  expect((await fetch(`${at}r/${code}/`, { method: 'POST' })).status).toBe(405);
  const { request } = await import('node:http');
  const body = await new Promise<string>((done) => {
    request(`${at}r/${code}/`, { headers: { host: '"><script>alert(1)</script>' } }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => done(text));
    }).end();
  });
  expect(body).not.toContain('alert(1)');
});

test('what was unfolded is kept, and one address may not ask for any number of others', async () => {
  const own = await served({ site: 'https://play.example/x', rate: { burst: 2, everyMs: 1e9, addresses: 10 } });
  asked.length = 0;
  for (const path of [`r/${code}/`, `r/${code}/card.png`, 'r/v1.a/', 'r/v1.b/', 'r/v1.c/'])
    await fetch(`${own}${path}`);
  expect(asked).toEqual([code, 'v1.a']);
  const again = readPage(await (await fetch(`${own}r/${code}/`)).text());
  expect(again.meta.get('og:image')).toBe(`https://play.example/x/r/${code}/card.png`);
});

test('a picture that failed for want of time is tried again; one that cannot be made is not', async () => {
  const answers = ['later', null] as const;
  let count = 0;
  const own = await served({
    painter: { previewLink: async () => answers[count++] ?? null, close: async () => {} },
    rate: { burst: 10, everyMs: 1, addresses: 10 },
  });
  for (let i = 0; i < 4; i++) await fetch(`${own}r/v1.slow/`);
  expect(count).toBe(2);
});

test('a page does not wait for a picture that takes long; whoever asks later gets it', async () => {
  let finish = (_: LinkPreview): void => {};
  const slow = new Promise<LinkPreview>((done) => {
    finish = done;
  });
  const own = await served({ painter: { previewLink: () => slow, close: async () => {} }, patienceMs: 1 });
  const first = await fetch(`${own}r/v1.slow/card.png`, { redirect: 'manual' });
  expect([first.status, first.headers.get('cache-control')]).toEqual([302, 'no-store']);
  finish({ title: 'slow', text: 'slow', card: Uint8Array.of(7), stills: '' });
  await slow;
  const patient = readPage(await (await fetch(`${own}r/v1.slow/`)).text());
  expect(patient.title).toContain('slow');
});

test('who has used up what is allowed at once may have one more after a while; others are not concerned', () => {
  let now = 0;
  const may = rateOf({ burst: 2, everyMs: 100, addresses: 2 }, () => now);
  expect([may('a'), may('a'), may('a'), may('b')]).toEqual([true, true, false, true]);
  now = 100;
  expect([may('a'), may('a')]).toEqual([true, false]);
});

test('a thread plays the run and paints the card; one that takes too long is given up, and the line is short', async () => {
  const painter = openPainter('no site', { ...painterLimits, jobMs: 120_000, waiting: 1 });
  const hasty = openPainter('no site', { ...painterLimits, jobMs: 1 });
  painters.push(painter, hasty);
  const job = { code, language: 'en' } as const;
  const first = await painter.previewLink(job);
  const [, damaged, last] = await Promise.all([
    painter.previewLink(job),
    painter.previewLink({ ...job, code: 'v1.damaged' }),
    painter.previewLink(job),
  ]);
  if (first === null || first === 'later' || 'problem' in first) throw new Error('It was not unfolded.');
  expect(first.title).toBe(`${opening.title.en}, changed`);
  expect(first.text).toMatch(/^An update was lost\./);
  expect(Buffer.from(first.card).subarray(1, 4).toString()).toBe('PNG');
  expect([damaged, last]).toEqual([{ problem: expect.stringMatching(/^The link is damaged: /) }, 'later']);
  const sent = await painter.previewLink({ ...job, code: codeLink });
  if (sent === null || sent === 'later' || 'problem' in sent) throw new Error('The code was not unfolded.');
  expect([sent.title, sent.text]).toEqual([
    'A lock to try, with its code',
    '2 lines of code. They run in a sandbox in your browser, when you click or tap.',
  ]);
  expect(Buffer.from(sent.card).subarray(1, 4).toString()).toBe('PNG');
  expect(await hasty.previewLink(job)).toBe('later');
  // The next one has its own thread.
  expect(await hasty.previewLink(job)).toBe('later');
});
