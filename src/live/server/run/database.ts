/** The database of a run's storage: an embedded one, or an existing Postgres server. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Database } from '../process/contract';
import { sqliteName } from '../process/sqlite';

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

/** For example `libsql 0.5` or `PostgreSQL`, as the page shows it before a connection has been made. Null: it has no store. */
export const databaseName = (url: string | undefined): string | null =>
  url === undefined || url === '' ? sqliteName() : 'PostgreSQL';
