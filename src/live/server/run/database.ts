/** The database of a run's storage: an embedded one, or an existing Postgres server. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ProcessId } from '../../../core/model/processId';
import type { Database } from '../process/contract';

export interface DatabaseSource {
  readonly hasPostgres: boolean;
  readonly databaseOf: (process: ProcessId, folder: string) => Database;
}

/** @param url of a Postgres server; undefined means the embedded database. */
export function databaseSource(url: string | undefined): DatabaseSource {
  if (url === undefined || url === '')
    return {
      hasPostgres: false,
      databaseOf: (process, folder) => ({ kind: 'libsql', file: join(folder, `${process}.db`) }),
    };
  return {
    hasPostgres: true,
    databaseOf: (process) => ({
      kind: 'postgres',
      url,
      schema: `redlock_playground_${process.toLowerCase()}_${randomBytes(6).toString('hex')}`,
    }),
  };
}

/** For example `libsql 0.5` or `PostgreSQL`, as the page shows it before a connection has been made. */
export const databaseName = (url: string | undefined): string =>
  url === undefined || url === '' ? `libsql ${libsqlVersion()}` : 'PostgreSQL';

/** Major and minor version of the installed package. */
function libsqlVersion(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('libsql'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  return version.split('.').slice(0, 2).join('.');
}
