// `npm start` on any system, as a person runs it: the pages are served completely, and the part for real Redis says
// what this system can and cannot do.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { root } from '../../scripts/install.mjs';
import { findRedisServer } from '../../scripts/programs.cjs';
import type { Offer } from '../../src/live/wire/messages';

const isWindows = process.platform === 'win32';

let npm: ChildProcess;
let address = '';
let printed = '';

beforeAll(async () => {
  // In a shell, because npm is a script on Windows. In a process group of its own, so that Ctrl+C reaches everything
  // that it starts.
  npm = spawn('npm start -- --port 5590', { shell: true, cwd: root, detached: !isWindows, stdio: 'pipe' });
  for (const stream of [npm.stdout, npm.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(npm, 'exit').then(([code]) =>
    Promise.reject(new Error(`npm start ended with ${code}:\n${printed}`)),
  );
  const found = new Promise<string>((resolve) => {
    npm.stdout?.on('data', () => {
      const [, line] = /Redlock Playground: (http:\S+)\n[\s\S]*Ctrl\+C ends it/.exec(printed) ?? [];
      if (line !== undefined) resolve(line);
    });
  });
  ended.catch(() => undefined);
  address = await Promise.race([found, ended]);
});
afterAll(() => end());

async function end(): Promise<void> {
  if (npm.exitCode !== null || npm.signalCode !== null || npm.pid === undefined) return;
  const gone = once(npm, 'exit');
  if (isWindows) spawnSync('taskkill', ['/pid', String(npm.pid), '/T', '/F']);
  else process.kill(-npm.pid, 'SIGINT');
  await gone;
}

const get = (path: string): Promise<Response> => fetch(new URL(path, address));

test.each(['', 'learn/', 'embed/', 'embed/pause-before-write/', 'examples/'])(
  'the page "%s" is served, with every script, style and picture that it names',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toMatch(/<title>\s*\w[^<]*<\/title>/);
    const names = [...html.matchAll(/<(?:script|link(?! rel="canonical")|img)\b[^>]*?\s(?:src|href)="([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(1);
    const types = await Promise.all(
      names.map(async (name) => {
        const { status, headers } = await get(new URL(name, response.url).href);
        return `${status} ${headers.get('content-type')?.split(';')[0]} ${name}`;
      }),
    );
    expect(types.filter((line) => !/^200 (text\/(javascript|css)|image\/|application\/)/.test(line))).toEqual([]);
  },
);

test('a missing page gives 404', async () => {
  expect((await get('nothing/')).status).toBe(404);
});

test('the part of real Redis answers, and says what this system cannot do', async () => {
  expect(await (await get('live.json')).json()).toEqual({ server: true });
  const { redis, clock, unable } = await askOffer();
  if (isWindows) {
    expect(redis).toMatchObject({ kind: 'missing', how: { en: expect.stringMatching(/SIGSTOP.*WSL/) } });
  } else if (findRedisServer() === undefined) {
    expect(redis).toMatchObject({ kind: 'missing', how: { en: expect.stringContaining('Install Redis') } });
  } else {
    expect(redis).toMatchObject({ kind: 'ready', from: 'own' });
  }
  // A preload moves a clock, and only Linux has preloads.
  if (process.platform === 'darwin' && redis.kind === 'ready') {
    expect(clock).toBe('shifted-expiry');
    expect(unable['clock-drift']?.en).toContain('Linux');
  }
  expect(printed).toContain(redis.kind === 'ready' ? `Real Redis: ${redis.version}` : redis.how.en);
});

async function askOffer(): Promise<Offer> {
  const socket = new WebSocket(new URL('live', address.replace(/^http/, 'ws')));
  const [message] = await once(socket, 'message');
  socket.close();
  return JSON.parse(String(message)) as Offer;
}

test('it ends when it is told to, and its port is free again', async () => {
  await end();
  await expect(get('')).rejects.toThrow();
});
