// The rules for connecting, the refusals, and several pages that share one backend, tested over real sockets, with
// runs that last until they are stopped.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { story } from '../../../../src/content/stories/argument/pauseBeforeWrite';
import { parts } from '../../../../src/core/run/parts';
import { attachBackend, type Backend } from '../../../../src/live/server/backend/backend';
import type { LiveOutcome, RunOptions } from '../../../../src/live/server/run/reports';
import { type FromServer, messageBytesMax, wireVersion } from '../../../../src/live/wire/messages';
import { ownCheckId, ownParts } from '../../../../src/sandbox/attack/ownParts';
import { attackScenario } from '../../../../src/sandbox/own/attackScenario';

interface Opened {
  readonly port: number;
  /** Runs in progress, in the order in which they began. */
  readonly running: RunOptions[];
  readonly finish: (index: number) => void;
}

interface Page {
  readonly heard: FromServer[];
  readonly say: (message: unknown) => void;
  readonly socket: WebSocket;
  /** Resolves when the socket is closed, with the reason. */
  readonly closed: Promise<string>;
}

let server: Server | null = null;
let backend: Backend | null = null;
const sockets: WebSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await backend?.close();
  await new Promise((resolve) => server?.close(resolve));
});

interface Opening {
  readonly token?: string | null;
  readonly runsMax?: number;
  readonly known?: typeof parts;
}

async function open({ token = null, runsMax = 1, known = parts }: Opening = {}): Promise<Opened> {
  const running: RunOptions[] = [];
  const finishers: (() => void)[] = [];
  const run = (_: unknown, options: RunOptions): Promise<LiveOutcome> =>
    new Promise((resolve) => {
      const end = (): void => resolve({ ok: false, problem: { en: 'over', zh: '结束' } });
      running.push(options);
      finishers.push(end);
      options.signal?.addEventListener('abort', end);
    });
  server = createServer((_, response) => response.end('page'));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const liveRunner = {
    offer: async () => ({
      version: wireVersion,
      redis: { kind: 'ready', version: '7.0.15', from: 'own' } as const,
      clock: 'shim' as const,
      database: 'libsql 0.5',
      unable: {},
      durationMax: 10_000,
    }),
    setUp: async () => {},
    run,
  };
  backend = attachBackend(server, { liveRunner, parts: known, base: '/some/path/', token, runsMax });
  return { port: (server.address() as AddressInfo).port, running, finish: (index) => finishers[index]?.() };
}

function visit(port: number, { path = '/some/path/live', ...headers }: Record<string, string> = {}): Page {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  sockets.push(socket);
  const heard: FromServer[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as FromServer));
  const closed = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve(error.message));
    socket.on('close', (_, reason) => resolve(String(reason)));
  });
  return { heard, socket, closed, say: (message) => socket.send(JSON.stringify(message)) };
}

const until = (check: () => boolean): Promise<void> => expect.poll(check, { interval: 5 }).toBe(true);

async function connected(opened: Opened, headers: Record<string, string> = {}): Promise<Page> {
  const page = visit(opened.port, headers);
  await until(() => page.heard.some(({ type }) => type === 'offer'));
  return page;
}

const { scenario } = story;
const order = (run: string): unknown => ({ type: 'run', run, scenario });
const positionsOf = ({ heard }: Page): readonly number[] =>
  heard.flatMap((message) => (message.type === 'queued' ? [message.place] : []));

describe('permission to connect', () => {
  it('goes to the page itself and to programs; both hear the offer', async () => {
    const opened = await open({ runsMax: 3 });
    const program = await connected(opened);
    const page = await connected(opened, { origin: `http://127.0.0.1:${opened.port}` });
    expect(program.heard[0]).toMatchObject({ type: 'offer', runsMax: 3, version: wireVersion });
    expect(page.heard[0]).toEqual(program.heard[0]);
  });

  it.each([
    ['another page', { origin: 'https://example.org' }, '403'],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, '403'],
    ['a page without an origin of its own', { origin: 'null' }, '403'],
    ['a page whose name leads here by deceit', { host: 'evil.example', origin: 'http://evil.example' }, '403'],
    ['who asks for another address', { path: '/live' }, '404'],
  ])('is not %s', async (_, headers, status) => {
    const { port } = await open();
    expect(await visit(port, headers).closed).toContain(status);
  });

  it('goes only to peers with the token, if others can reach this machine', async () => {
    const { port } = await open({ token: 'secret' });
    expect(await visit(port).closed).toContain('401');
    expect(await visit(port, { path: '/some/path/live?token=guess' }).closed).toContain('401');
    const guest = visit(port, { path: '/some/path/live?token=secret', host: 'workshop.example' });
    await until(() => guest.heard.length > 0);
  });
});

/** Sends until the connection ends: on a busy machine the server reads little at a time. Returns the reason. */
async function floodedBy({ closed }: Pick<Page, 'closed'>, send: () => void) {
  const flood = setInterval(() => {
    for (let i = 0; i < 300; i++) send();
  }, 20);
  const reason = await closed;
  clearInterval(flood);
  return reason;
}

describe('a message of a page', () => {
  it.each([
    ['no JSON', 'hello'],
    ['no message', '{"type":"shell","run":"a"}'],
    ['a run with a name that is none', '{"type":"run","run":"../../etc","scenario":{}}'],
    ['more than it was asked for', '{"type":"stop","run":"a","path":"/"}'],
  ])('ends the connection with a reason when it is %s', async (_, text) => {
    const page = await connected(await open());
    page.socket.send(text);
    expect(await page.closed).not.toBe('');
  });

  it('ends the connection when it is too long, or too much at once', async () => {
    const opened = await open();
    const [long, many] = [await connected(opened), await connected(opened)];
    long.socket.send(`"${'x'.repeat(messageBytesMax)}"`);
    expect(await floodedBy(many, () => many.say({ type: 'stop', run: 'a' }))).toContain('Too many');
    await long.closed;
  });

  it('ends the connection when it pings endlessly, and not before', async () => {
    const opened = await open();
    const [patient, flood] = [await connected(opened), await connected(opened)];
    const answered = new Promise((resolve) => patient.socket.once('pong', (data) => resolve(String(data))));
    patient.socket.ping('there?');
    expect(await answered).toBe('there?');
    expect(await floodedBy(flood, () => flood.socket.ping())).toContain('Too many');
    expect(patient.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('does not count after the page was told to go, even if it stays', async () => {
    const opened = await open();
    const page = await connected(opened);
    // A peer that never answers a close frame stays connected until it is cut off.
    Object.assign(page.socket, { close: () => {} });
    page.say({ type: 'run', run: 'aç\u4e2d'.repeat(60), scenario });
    page.say(order('later'));
    expect(await page.closed).not.toBe('');
    expect(opened.running).toEqual([]);
  });

  it('is answered in words when the scenario does not fit', async () => {
    const page = await connected(await open());
    page.say({ type: 'run', run: 'a', scenario: { ...scenario, lock: { id: 'no-such-lock' } } });
    await until(() => page.heard.some(({ type }) => type === 'failed'));
    expect(page.heard.at(-1)).toMatchObject({ type: 'failed', run: 'a' });
  });
});

describe('code of a reader', () => {
  const own = attackScenario({ nodes: 1, ttl: 1000, token: false });
  const refusalOf = async (opened: Opened, asked: unknown): Promise<string> => {
    const page = await connected(opened);
    page.say({ type: 'run', run: 'a', scenario: asked });
    await until(() => page.heard.some(({ type }) => type === 'failed'));
    expect(opened.running).toEqual([]);
    const { problem } = page.heard.at(-1) as Extract<FromServer, { type: 'failed' }>;
    return problem.en;
  };

  it('is not there without --lock, and a press for it is told so', async () => {
    expect(await refusalOf(await open(), own)).toMatch(/without a lock of your own.*--lock my-lock\.ts/);
  });

  it('never comes by the socket, not even where a lock is there', async () => {
    const opened = await open({ known: ownParts });
    const code = 'export const acquire = () => process.exit(1)';
    const page = await connected(opened);
    page.say({ type: 'run', run: 'a', scenario: own, code });
    expect(await page.closed).toContain('takes no code');
    expect(await refusalOf(opened, { ...own, lock: { ...own.lock, settings: { code } } })).toMatch(/code/);
    expect(await refusalOf(opened, { ...own, code })).toMatch(/code/);
    expect(await refusalOf(opened, { ...own, storage: { id: ownCheckId } })).toMatch(/check of your own.*simulator/);
  });
});

describe('several pages at one backend', () => {
  it('are not affected by an error of another one', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const breaks = (): never => {
      throw new Error('planted');
    };
    const locks = Object.assign(new Map(parts.locks), { get: breaks });
    const opened = await open({ known: { ...parts, locks } });
    const [one, other] = [await connected(opened), await connected(opened)];
    one.say(order('a'));
    expect(await one.closed).toBe('Something broke in the server.');
    expect(said).toHaveBeenCalledWith(expect.stringContaining('planted'));
    other.say({ type: 'stop', run: 'b' });
    const third = await connected(opened);
    expect([other.socket.readyState, third.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    said.mockRestore();
  });

  it('wait in a line, see their place, and move up', async () => {
    const opened = await open({ runsMax: 1 });
    const [first, second, third] = [await connected(opened), await connected(opened), await connected(opened)];
    first.say(order('a'));
    await until(() => opened.running.length === 1);
    second.say(order('b'));
    await until(() => positionsOf(second).length === 1);
    third.say(order('c'));
    await until(() => positionsOf(third).length === 1);
    expect([positionsOf(first), positionsOf(second), positionsOf(third)]).toEqual([[], [1], [2]]);
    opened.finish(0);
    await until(() => opened.running.length === 2);
    expect(positionsOf(third)).toEqual([2, 1]);
  });

  it('leave the line when they are stopped or go away', async () => {
    const opened = await open({ runsMax: 1 });
    const pages = await Promise.all(['a', 'b', 'c', 'd'].map(() => connected(opened)));
    for (const [i, page] of pages.entries()) {
      page.say(order(`run${i}`));
      await until(() => (i === 0 ? opened.running.length === 1 : positionsOf(page).length > 0));
    }
    pages[1]?.say({ type: 'stop', run: 'run1' });
    pages[2]?.socket.terminate();
    await until(() => positionsOf(pages[3] as Page).at(-1) === 1);
    expect(opened.running).toHaveLength(1);
  });

  it('have their run ended when they go away, or ask for another', async () => {
    const opened = await open({ runsMax: 2 });
    const page = await connected(opened);
    page.say(order('a'));
    await until(() => opened.running.length === 1);
    page.say(order('b'));
    await until(() => opened.running.length === 2);
    expect(opened.running[0]?.signal?.aborted).toBe(true);
    page.socket.terminate();
    await until(() => opened.running[1]?.signal?.aborted === true);
  });

  it('hear only of their own run, by the name that they gave it', async () => {
    const opened = await open({ runsMax: 2 });
    const [one, two] = [await connected(opened), await connected(opened)];
    one.say(order('mine'));
    await until(() => opened.running.length === 1);
    two.say(order('yours'));
    await until(() => opened.running.length === 2);
    opened.running[1]?.onReport?.({ type: 'preparing', what: { en: 'two', zh: '二' } });
    await until(() => two.heard.length === 2);
    expect(two.heard[1]).toEqual({ type: 'preparing', run: 'yours', what: { en: 'two', zh: '二' } });
    expect(one.heard).toHaveLength(1);
  });
});
