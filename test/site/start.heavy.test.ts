// `npm start` when something is wrong: it says what, in one line, and serves what exists.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/install.mjs';

interface Started {
  readonly code: number | null;
  readonly printed: string;
}

/** Resolves when it ends, or when it serves. It is ended after the test. */
async function start(
  args: readonly string[],
  {
    environment = {},
    folder = root,
    before = '',
  }: { environment?: NodeJS.ProcessEnv; folder?: string; before?: string },
): Promise<Started> {
  const { REDIS_URLS: _, SITE_URL: __, REPOSITORY_URL: ___, ...inherited } = process.env;
  const command = [process.execPath, join(folder, 'scripts/start.mjs'), ...args];
  const [program = '', ...rest] = before === '' ? command : ['/bin/sh', '-c', `${before}; exec "$@"`, 'sh', ...command];
  const child = spawn(program, rest, { env: { ...inherited, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  let printed = '';
  const serves = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('Ctrl+C')) resolve();
      });
  });
  await Promise.race([serves, once(child, 'close')]);
  return { code: child.exitCode, printed };
}

test.each([
  [
    '--host of no interface',
    ['--host', '203.0.113.7'],
    {},
    /^--host 203\.0\.113\.7 is no address of this machine\. It has 127\.0\.0\.1.*0\.0\.0\.0/,
  ],
  ['--host of no name', ['--host', 'nobody.invalid'], {}, /^--host nobody\.invalid is no address of this machine/],
  [
    'a SITE_URL that is no address',
    [],
    { SITE_URL: 'play.example' },
    /^SITE_URL is to be an address such as https:.*, not play\.example/,
  ],
  ['a SITE_URL of another kind', [], { SITE_URL: 'ftp://play.example' }, /^SITE_URL is to be an address/],
  ['a REPOSITORY_URL that is no address', [], { REPOSITORY_URL: 'nothing' }, /^REPOSITORY_URL is to be an address/],
])('%s is refused in one line', async (_, args, environment, words) => {
  const { code, printed } = await start(args, { environment });
  expect(printed).toMatch(words);
  expect(printed.trim().split('\n').length).toBe(1);
  expect(code).toBe(2);
});

/** A copy of the project, with or without an earlier build of the page. */
function copyProject(builtPage: string | null): string {
  const copy = mkdtempSync(join(tmpdir(), 'redlock-playground-start-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of [
    'scripts',
    'src',
    'embed',
    'learn',
    'matrix',
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  if (builtPage !== null) {
    mkdirSync(join(copy, 'dist'));
    writeFileSync(join(copy, 'dist/index.html'), builtPage);
  }
  return copy;
}

/** Every write to a file fails, as on a full disk. */
const full = 'ulimit -f 0';
const port = (): string => String(27_000 + Math.floor(Math.random() * 1000));

test.skipIf(process.platform === 'win32')('on a full disk, what was built is served, without real Redis', async () => {
  const { printed } = await start(['--port', port()], { folder: copyProject('built earlier'), before: full });
  expect(printed).toMatch(/^The page could not be rebuilt, so the one in dist\/ is served: .+$/m);
  expect(printed).toMatch(/^Real Redis cannot run here: .+$/m);
  expect(printed).not.toMatch(/^\s+at /m);
  const [, address = ''] = /Redlock Playground: (\S+)/.exec(printed) ?? [];
  expect(await (await fetch(address)).text()).toBe('built earlier');
});

test.skipIf(process.platform === 'win32')('on a full disk without a built page, it says so and ends', async () => {
  const { code, printed } = await start(['--port', port()], { folder: copyProject(null), before: full });
  expect(printed).toMatch(/^The page could not be built: .+$/m);
  expect(printed).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
});
