// A Postgres server for tests: the one of DATABASE_URL, or one of its own where the programs are installed; else none.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export interface Postgres {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const installedBelow = '/usr/lib/postgresql';

/** Postgres refuses to run as root. */
const nobody = 65_534;

/** Where its programs are; null: nowhere. */
function postgresFolder(): string | null {
  const versions = existsSync(installedBelow) ? readdirSync(installedBelow) : [];
  const folders = [
    ...versions.map((version) => join(installedBelow, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

export const hasPostgres = (): boolean => Boolean(process.env['DATABASE_URL']) || postgresFolder() !== null;

export async function startPostgres(): Promise<Postgres> {
  const url = process.env['DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  const programs = postgresFolder();
  if (programs === null) throw new Error('There is no Postgres here.');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (user.uid !== undefined) chownSync(folder, nobody, nobody);
  const data = join(folder, 'data');
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'tester', '-A', 'trust', '--no-sync'], {
    ...user,
    cwd: folder,
  });
  const port = await freePort();
  const settings = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
  ];
  const server = spawn(join(programs, 'postgres'), settings, { ...user, stdio: 'ignore', cwd: folder });
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const own = `postgres://tester@127.0.0.1:${port}/postgres`;
  await untilAnswers(own);
  const stop = async (): Promise<void> => {
    server.kill('SIGQUIT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: own, stop };
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
