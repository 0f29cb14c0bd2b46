/**
 * Programs beside Node that some tests need. Where one is missing, the tests are skipped, and the end of `npm test`
 * says so: `test('a clock drifts', needs('compiler'), …)`, and the same with `describe`.
 */
import { findCompiler, findOnPath, findZookeeper } from '../../scripts/programs.cjs';
import { hasPostgres } from '../live/server/postgres';

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test did not find; scripts/resultReporter.mjs reads it. */
    lack?: string;
  }
}

/** `lack` says what such a machine lacks, and how to install it. It is looked for once. */
const wanted = {
  compiler: {
    isThere: process.platform === 'linux' && findCompiler() !== undefined,
    lack: 'no C compiler for what moves the clock of a server, on Linux (apt-get install gcc libc6-dev)',
  },
  make: {
    isThere: findOnPath('make') !== undefined,
    lack: 'no make for a Redis that is built here (apt-get install make)',
  },
  postgres: {
    isThere: hasPostgres(),
    lack: 'no Postgres (apt-get install postgresql, or DATABASE_URL names one)',
  },
  zookeeper: {
    isThere: process.env['ZOOKEEPER_ADDRESS'] !== undefined || findZookeeper() !== undefined,
    lack: 'no ZooKeeper (node scripts/installZookeeper.mjs, or ZOOKEEPER_ADDRESS names one)',
  },
} as const;

/** @returns the options of a test, or of all tests of a `describe` */
export function needs(what: keyof typeof wanted): { readonly skip?: boolean; readonly meta?: { lack: string } } {
  const { isThere, lack } = wanted[what];
  return isThere ? {} : { skip: true, meta: { lack } };
}
