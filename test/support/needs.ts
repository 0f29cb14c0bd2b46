/**
 * Programs beside Node that some tests need. If one is missing, the tests are skipped, and `npm test` says so at its
 * end: `test('a clock drifts', needs('compiler'), …)`, and the same with `describe`.
 */
import { spawnSync } from 'node:child_process';
import { findCompiler, findOnPath, findRedisServer, findZookeeper } from '../../scripts/programs.cjs';
import { hasPostgres } from '../live/server/postgres';

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test did not find; scripts/testRun.mjs reads it. */
    lack?: string;
  }
}

/** What `redis-server --version` says: `Redis server v=7.0.15 …`, `Valkey server v=9.1.1 …`. */
const server = /^(Redis|Valkey) server v=(\d+)\.(\d+)/.exec(
  spawnSync(findRedisServer() ?? 'redis-server', ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? '',
);
const [, product = 'no server', major = '0', minor = '0'] = server ?? [];

/** The first version of a server with a command or an option; null: it does not have it. */
const commandSince = {
  DELEX: { Redis: 8.4, Valkey: 9.2 },
  DELIFEQ: { Redis: null, Valkey: 9.0 },
  DIGEST: { Redis: 8.4, Valkey: null },
  'SET IFEQ': { Redis: 8.4, Valkey: 8.1 },
} as const;
export type ServerHas = keyof typeof commandSince;

function ofServer(what: ServerHas): { readonly isThere: boolean; readonly lack: string } {
  const { Redis, Valkey } = commandSince[what];
  const since = product === 'Redis' ? Redis : product === 'Valkey' ? Valkey : null;
  const [sinceMajor = 0, sinceMinor = 0] = String(since?.toFixed(1) ?? '99.0')
    .split('.')
    .map(Number);
  const isThere = Number(major) > sinceMajor || (Number(major) === sinceMajor && Number(minor) >= sinceMinor);
  const servers = [Redis && `Redis ${Redis.toFixed(1)}`, Valkey && `Valkey ${Valkey.toFixed(1)}`].filter(Boolean);
  return {
    isThere,
    lack: `no server with ${what}, which is ${servers.join(' or ')}; here is ${product} ${major}.${minor}`,
  };
}

/** A server without TLS does not know the option; one with TLS refuses to listen on no port. */
function serverHasTls(): boolean {
  const options = { encoding: 'utf8', timeout: 20_000 } as const;
  const { stdout } = spawnSync(findRedisServer() ?? 'redis-server', ['--port', '0', '--tls-port', '0'], options);
  return /not listen anywhere/.test(stdout ?? '');
}

/** `lack` says what such a machine lacks, and how to install it. The check is made once. */
const wanted = {
  compiler: {
    isThere: process.platform === 'linux' && findCompiler() !== undefined,
    lack: 'no C compiler for what moves the clock of a server, on Linux (apt-get install gcc libc6-dev)',
  },
  make: {
    isThere: findOnPath('make') !== undefined,
    lack: 'no make for a Redis that is built here (apt-get install make)',
  },
  docker: {
    isThere: spawnSync('docker', ['version'], { timeout: 20_000 }).status === 0,
    lack: 'no Docker whose daemon answers (docker version), to build the image of the Dockerfile',
  },
  postgres: {
    isThere: hasPostgres(),
    lack: 'no Postgres (apt-get install postgresql, or DATABASE_URL names one)',
  },
  tls: {
    isThere: serverHasTls() && findOnPath('openssl') !== undefined,
    lack: 'no redis-server with TLS, or no openssl for its certificate (apt-get install redis-server openssl)',
  },
  zookeeper: {
    isThere: process.env['ZOOKEEPER_ADDRESS'] !== undefined || findZookeeper() !== undefined,
    lack: 'no ZooKeeper (apt-get install zookeeper default-jre-headless, or ZOOKEEPER_ADDRESS names one)',
  },
  DELEX: ofServer('DELEX'),
  DELIFEQ: ofServer('DELIFEQ'),
  DIGEST: ofServer('DIGEST'),
  'SET IFEQ': ofServer('SET IFEQ'),
} as const;

/** @returns the options of a test, or of all tests of a `describe` */
export function needs(what: keyof typeof wanted): { readonly skip?: boolean; readonly meta?: { lack: string } } {
  const { isThere, lack } = wanted[what];
  return isThere ? {} : { skip: true, meta: { lack } };
}
