/**
 * A Postgres server of the tests' own, if Postgres is installed: in a temporary folder, without fsync, ended by the
 * guard of its test.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Guard } from '../../src/live/server/redis/contract';

export interface Postgres {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const installedBelow = '/usr/lib/postgresql';

/** If this process is root, Postgres runs as this user, because it refuses to run as root. */
const nobody = 65_534;

/** Returns the folder of its programs; null if they are not installed. */
function postgresFolder(): string | null {
  const versions = existsSync(installedBelow) ? readdirSync(installedBelow) : [];
  const folders = [
    ...versions.map((version) => join(installedBelow, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

export const canStartPostgres = (): boolean => postgresFolder() !== null;

/** Throws if its programs are not installed. */
export async function startOwnPostgres(guard: Guard): Promise<Postgres> {
  const programs = postgresFolder();
  if (programs === null) throw new Error('There is no Postgres here.');
  const folder = guard.makeFolder('postgres');
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const data = join(folder, 'data');
  mkdirSync(data);
  if (user.uid !== undefined) {
    // The guard removes only folders of its own user, so this folder keeps its owner, and only its content gets another
    // one.
    chmodSync(folder, 0o711);
    chownSync(data, nobody, nobody);
  }
  const initdb = ['-D', data, '-U', 'tester', '-A', 'trust', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initdb, { ...user, cwd: data });
  const port = await freePort();
  const settings = ['-D', data, '-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
  const server = guard.spawn(join(programs, 'postgres'), settings, { ...user, stdio: 'ignore', cwd: data });
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  await untilAnswers(url);
  const stop = async (): Promise<void> => {
    server.kill('SIGQUIT');
    await gone;
    guard.removeFolder(folder);
  };
  return { url, stop };
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
