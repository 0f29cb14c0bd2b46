/**
 * Connections for SQL with `$1`, `$2` in order: to the embedded database, or sessions of a Postgres server. An UPDATE
 * that waits in Postgres does not notice that its client is gone, so its session is ended.
 */
import type { Database } from './contract';
import { connectTo, postgresName, sweepSchemas } from './schema';
import { openSqlite } from './sqlite';

export interface SqlAnswer {
  readonly rows: readonly { readonly [column: string]: unknown }[];
  readonly count: number;
  /** The command that Postgres says it carried out: the COMMIT of a failed transaction is a ROLLBACK. */
  readonly did: string;
}

/** A session of the server. */
export interface SqlConnection {
  /** Rejects with the server's own message. */
  readonly run: (sql: string, values?: readonly (string | number | null)[]) => Promise<SqlAnswer>;
  /** Whether its statement waits for a lock of another session. */
  readonly isBlocked: () => Promise<boolean>;
  /** Ends the session, with everything that it holds or still waits for. */
  readonly end: () => Promise<void>;
}

export interface SqlDatabase {
  readonly name: string;
  readonly hasSessions: boolean;
  readonly open: () => Promise<SqlConnection>;
  /** Ends every session. */
  readonly close: () => Promise<void>;
}

export const openDatabase = (database: Database, tables: readonly string[]): Promise<SqlDatabase> =>
  database.kind === 'libsql' ? openEmbedded(database.file, tables) : openPostgres(database, tables);

/** All share one connection, because the database is embedded and every statement is a transaction of its own. */
async function openEmbedded(file: string, tables: readonly string[]): Promise<SqlDatabase> {
  const db = await openSqlite(file);
  for (const table of tables) db.exec(table);
  const run: SqlConnection['run'] = async (sql, values = []) => {
    const statement = db.prepare(sql.replace(/\$\d/g, '?'));
    if (!/^SELECT|RETURNING/.test(sql)) return { rows: [], count: Number(statement.run(...values).changes), did: '' };
    const rows = statement.all(...values) as SqlAnswer['rows'];
    return { rows, count: rows.length, did: '' };
  };
  const connection: SqlConnection = { run, isBlocked: async () => false, end: async () => {} };
  return {
    name: db.name,
    hasSessions: false,
    open: async () => connection,
    close: async () => db.close(),
  };
}

async function openPostgres(
  database: Extract<Database, { readonly kind: 'postgres' }>,
  tables: readonly string[],
): Promise<SqlDatabase> {
  const admin = await connectTo(database);
  await sweepSchemas(admin, database);
  for (const table of tables) await admin.query(table);
  const sessions = new Set<SqlConnection>();
  const close = async (): Promise<void> => {
    await Promise.all([...sessions].map((session) => session.end()));
    await admin.end();
  };
  return { name: await postgresName(admin), hasSessions: true, open, close };

  async function open(): Promise<SqlConnection> {
    const client = await connectTo(database);
    const pid = (await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const session: SqlConnection = {
      run: async (sql, values = []) => {
        const result = await client.query<{ [column: string]: unknown }>(sql, [...values]);
        return { rows: result.rows, count: result.rowCount ?? 0, did: result.command };
      },
      isBlocked: async () => {
        const statement = 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked';
        return (await admin.query<{ readonly blocked: boolean }>(statement, [pid])).rows[0]?.blocked === true;
      },
      end: async () => {
        sessions.delete(session);
        // A server that waits for a lock does not check whether its client is still there.
        await admin.query('SELECT pg_terminate_backend($1)', [pid]);
        await client.end().catch(() => {});
      },
    };
    sessions.add(session);
    return session;
  }
}
