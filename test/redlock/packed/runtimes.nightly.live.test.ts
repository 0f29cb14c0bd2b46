// The tarball of quorum-lock in a fresh folder, on real Redis through ioredis, by other runtimes: those of `runtimes/`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { type RedisProcesses, startRedisProcesses } from '../../support/redis';
import { type FreshFolder, freshFolder, wholeCycle } from './cycle';

const runtimes = join(root, 'test/redlock/packed/runtimes');
const installed = join(runtimes, 'node_modules');
const lack = 'no packages in test/redlock/packed/runtimes (npm ci --prefix test/redlock/packed/runtimes)';

/** Its program, and its arguments before the file. */
const commands = {
  bun: [join(installed, '.bin/bun'), 'run'],
  deno: [join(installed, '.bin/deno'), 'run', '--allow-all', '--node-modules-dir=manual'],
  'node-22': [join(installed, 'node-22/bin/node')],
  'node-24': [join(installed, 'node-24/bin/node')],
} as const;

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(runtimes, 'package.json'), 'utf8'));
const versions: Readonly<Record<string, string>> = { ...dependencies, ...optionalDependencies };

describe('other runtimes', existsSync(installed) ? {} : { skip: true, meta: { lack } }, () => {
  let servers: RedisProcesses;
  let folder: FreshFolder;
  beforeAll(async () => {
    [servers, folder] = await Promise.all([startRedisProcesses(3), freshFolder()]);
  });
  afterAll(async () => {
    folder?.remove();
    await servers?.stop();
  });

  test.each(Object.entries(commands))('%s is of the version that is meant', (name, [program]) => {
    const [, version = ''] = /([\d.]+)$/.exec(versions[name] ?? '') ?? [];
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toContain(version);
  });

  const uses = Object.entries(commands).flatMap(([name, command]) =>
    ['cycle.mjs', 'cycle.cjs', 'cycle.ts'].map((file) => ({ name, file, command })),
  );
  test.each(uses)('$name runs $file', async ({ command, file }) => {
    expect(await folder.run(command, file, servers.ports)).toEqual(wholeCycle);
  });
});
