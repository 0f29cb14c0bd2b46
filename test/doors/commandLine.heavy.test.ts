// Arguments of `npm start`, and the variables that name a program or a folder: refused in words, or ignored.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { loadTarget } from '../../src/cli/target';
import { makeCacheFolder } from '../../src/live/server/redis/clockShim';

afterEach(() => {
  vi.unstubAllEnvs();
});

const start = (typed: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url)), ...typed], {
    encoding: 'utf8',
    timeout: 20_000,
  });

test.each([
  [['--port', '0'], '--port must be a whole number from 1 to 65535, not "0".'],
  [['--port', '1e999'], '--port must be a whole number from 1 to 65535, not "1e999".'],
  [['--runs', '21'], '--runs must be a whole number from 1 to 20, not "21".'],
  [['--hots', 'x'], "Unknown option '--hots'"],
  [['extra'], "Unexpected argument 'extra'"],
])('npm start %j is refused before anything is built, with what is allowed and no stack', (typed, problem) => {
  const { status, stdout, stderr } = start(typed);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(problem);
  expect(stderr).toContain('Usage: npm start -- [--port 5180]');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test.each([
  ['nothing.ts', undefined, 'There is no file '],
  ['my-lock.ts', 'export const x = ;', 'my-lock.ts, line 1: Unexpected'],
  ['my-lock.ts', 'export const x = 1;', 'It exports x. Export functions acquire'],
])('npm start -- --lock %s with %j in it is refused before anything is built', (name, code, problem) => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  if (code !== undefined) writeFileSync(join(folder, name), code);
  const { status, stdout, stderr } = start(['--lock', join(folder, name)]);
  rmSync(folder, { recursive: true });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(problem);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

/** In a separate process, because playwright-core, which is asked, replaces functions of Node. */
function chromiumsWith(paths: readonly string[]): readonly string[] {
  const program = `
    import { findChromium } from ${JSON.stringify(new URL('../../scripts/chromium.mjs', import.meta.url))};
    for (const path of ${JSON.stringify(paths)}) {
      process.env.CHROMIUM_PATH = path;
      console.log(String(findChromium()));
    }`;
  const options = ['--input-type=module', '--eval', program];
  return spawnSync(process.execPath, options, { encoding: 'utf8' }).stdout.trim().split('\n');
}

test.each(['/nowhere/at/all', '/dev/zero', '/', '/bin/false'])(
  'CHROMIUM_PATH=%s is no browser, and another one is found',
  (path) => {
    const [usual, found] = chromiumsWith(['', path]);
    expect(usual).toBeDefined();
    expect(found).toBe(usual);
  },
);

test('INIT_CWD is the folder from which a path is meant, if there is such a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'called-'));
  writeFileSync(join(folder, 'mine.json'), '[]');
  vi.stubEnv('INIT_CWD', folder);
  const inFolder = await loadTarget('./mine.json');
  vi.stubEnv('INIT_CWD', `${folder}/none`);
  const nowhere = await loadTarget('./mine.json');
  rmSync(folder, { recursive: true });
  expect(inFolder).toMatchObject({ problem: { en: './mine.json: The scenario must be an object, not a list.' } });
  expect(nowhere).toMatchObject({ problem: { en: 'There is no file ./mine.json.' } });
});

test('XDG_CACHE_HOME may be anything: a folder that cannot be made is passed over, and ours is closed to others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-'));
  const made = makeCacheFolder(['/dev/null', undefined, '', folder]);
  const mode = statSync(join(folder, 'redlock-playground')).mode & 0o777;
  rmSync(folder, { recursive: true });
  expect({ made, mode }).toEqual({ made: join(folder, 'redlock-playground'), mode: 0o700 });
  expect(makeCacheFolder(['/dev/null', ''])).toBeNull();
});
