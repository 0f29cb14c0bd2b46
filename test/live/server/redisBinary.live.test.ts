// Finds a redis-server, and builds one, from the test's own mirror with a Makefile that takes a second.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startBackend } from '../../../src/live/server/backend/startBackend';
import { buildProgram, findProgram } from '../../../src/live/server/redis/binary';
import { prepareShim } from '../../../src/live/server/redis/clockShim';
import { findRedis } from '../../../src/live/server/redis/source';
import { needs } from '../../support/needs';
import { guardForFile } from './redisServers';

const guard = guardForFile();

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the server that the environment names comes first, and its version is read', async () => {
  const named = makeProgram('redis-server', 'echo "Redis server v=99.1.2 sha=0:0 bits=64"');
  vi.stubEnv('REDISMS_SYSTEM_BINARY', named);
  expect((await findProgram()).program).toEqual({ path: named, version: '99.1.2' });
});

test('a server that cannot be run is skipped; valkey works as well', async () => {
  const broken = makeProgram('redis-server', 'exit 1');
  const valkey = makeProgram('valkey-server', 'echo "Server v=8.0.1 sha=0"');
  vi.stubEnv('REDISMS_SYSTEM_BINARY', '');
  vi.stubEnv('PATH', `${dirname(broken)}:${dirname(valkey)}`);
  const { program, tried } = await findProgram();
  expect(program).toEqual({ path: valkey, version: '8.0.1' });
  expect(tried).toContain(`${broken} cannot be run`);
});

test('without a server, a text in both languages says how to get one', async () => {
  vi.stubEnv('REDISMS_SYSTEM_BINARY', '');
  vi.stubEnv('PATH', guard.makeFolder('empty'));
  const found = await findRedis({});
  // Otherwise a server that was built earlier on this machine would be found.
  if (found.ok) return expect(found.source.kind).toBe('own');
  expect(found.how.en).toContain('apt install redis-server');
  expect(found.how.zh).toContain('apt install redis-server');
  expect(found.problem).toContain('PATH');
  vi.stubEnv('REDISMS_SYSTEM_BINARY', '/nowhere/redis-server');
  expect(await findRedis({})).toMatchObject({
    how: { en: expect.stringMatching(/^\/nowhere\/redis-server .*cannot be run\./) },
  });
});

test('a named program that cannot be run is told, though another one is used', async () => {
  const other = makeProgram('redis-server', 'echo "Redis server v=99.1.2 sha=0:0 bits=64"');
  vi.stubEnv('PATH', `${dirname(other)}:${process.env['PATH']}`);
  vi.stubEnv('REDISMS_SYSTEM_BINARY', '/nowhere/redis-server');
  const started = await startBackend({ base: '/', token: null, runsMax: 1 });
  await started.close();
  expect(started.words).toBe('Real Redis: 99.1.2. /nowhere/redis-server (REDISMS_SYSTEM_BINARY) cannot be run.');
  vi.stubEnv('REDISMS_SYSTEM_BINARY', other);
  expect(await findRedis({})).not.toHaveProperty('passedOver');
});

test('a program that ignores the preload, or a missing one, does not count as having a clock of its own', async () => {
  expect((await prepareShim(makeProgram('redis-server', 'exit 1'))).ok).toBe(false);
  expect((await prepareShim('/nowhere/redis-server')).ok).toBe(false);
});

const makefile = [
  'redis-server:',
  '\tsleep 3',
  '\tcp program src/redis-server',
  '\tchmod +x src/redis-server',
  '',
].join('\n');

test('a build reports its progress line by line, and leaves a program', needs('make'), async () => {
  const lines: string[] = [];
  vi.stubEnv('REDISMS_DOWNLOAD_MIRROR', await startMirror(makefile));
  const folder = guard.makeFolder('build');
  const path = await buildProgram({ guard, folder, onLine: (line) => lines.push(line) });
  expect(path).toBe(join(folder, 'stable', 'redis-server'));
  expect(readFileSync(path, 'utf8')).toContain('v=9.9.9');
  expect(lines.join('\n')).toMatch(/trying to download/);
  expect(lines.join('\n')).toMatch(/makeInstall/);
  expect(lines).toContain('compiling: 2 files');
});

test('a build that fails says why', async () => {
  vi.stubEnv('REDISMS_DOWNLOAD_MIRROR', await startMirror('redis-server:\n\techo no compiler here >&2; exit 1\n'));
  const build = buildProgram({ guard, folder: guard.makeFolder('build'), onLine: () => undefined });
  await expect(build).rejects.toThrow(/no compiler here|make/i);
  vi.stubEnv('REDISMS_DOWNLOAD_MIRROR', 'http://127.0.0.1:1');
  const unreachable = buildProgram({ guard, folder: guard.makeFolder('build'), onLine: () => undefined });
  await expect(unreachable).rejects.toThrow('ECONNREFUSED');
});

test('an aborted build ends, and its compilers with it', needs('make'), async () => {
  vi.stubEnv('REDISMS_DOWNLOAD_MIRROR', await startMirror('redis-server:\n\tsleep 600\n'));
  const enough = new AbortController();
  const folder = guard.makeFolder('build');
  let busy: readonly string[] = [];
  const abort = (): void => {
    busy = listBusyIn(folder);
    enough.abort(new Error('enough'));
  };
  const build = buildProgram({
    guard,
    folder,
    signal: enough.signal,
    onLine: (line) => line.includes('makeInstall') && setTimeout(abort, 300),
  });
  await expect(build).rejects.toThrow('enough');
  if (process.platform === 'linux') expect(busy.length).toBeGreaterThan(0);
  // The processes have been killed, and disappear as soon as the system gets to it.
  await expect.poll(() => listBusyIn(folder)).toEqual([]);
  // The next build does not have to wait for this one.
  expect(existsSync(join(folder, 'stable.lock'))).toBe(false);
});

/** The pids of processes that work in a folder. */
function listBusyIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

function makeProgram(name: string, script: string): string {
  const path = join(guard.makeFolder('program'), name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/**
 * Serves the files of download.redis.io: sources, here a Makefile and the files that it copies. Returns its address.
 */
async function startMirror(makefileText: string): Promise<string> {
  const folder = guard.makeFolder('mirror');
  const sources = join(folder, 'redis-stable');
  mkdirSync(join(sources, 'src'), { recursive: true });
  writeFileSync(join(sources, 'Makefile'), makefileText);
  writeFileSync(join(sources, 'program'), '#!/bin/sh\necho "Redis server v=9.9.9 sha=0"\n');
  for (const name of ['a.o', 'b.o']) writeFileSync(join(sources, 'src', name), '');
  const archive = join(folder, 'redis.tar.gz');
  await promisify(execFile)('tar', ['-czf', archive, '-C', folder, 'redis-stable']);
  const bytes = readFileSync(archive);
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/redis-stable.tar.gz' ? 200 : 404;
    response.setHeader('content-length', bytes.length);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
