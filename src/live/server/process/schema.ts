/**
 * The Postgres schema in which one process of a run has its tables. It is created with the process, and dropped with
 * it.
 */
import { Client } from 'pg';
import type { Database } from './contract';

type PostgresDatabase = Extract<Database, { readonly kind: 'postgres' }>;

/** A schema with this prefix is ours. */
const prefix = 'redlock_playground_';

/** Longer than any run. An older schema was left behind by a backend that was killed together with its guard. */
const staleAfterMs = 3_600_000;

/** Opens a session in the schema, and makes the schema if it does not exist. */
export async function connectTo({ url, schema }: PostgresDatabase): Promise<Client> {
  const client = new Client({ connectionString: url });
  // Somebody may end the session from outside. Then the waiting statement reports it.
  client.on('error', () => {});
  await client.connect().catch(refuse);
  const name = client.escapeIdentifier(schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  await client.query(`SET search_path TO ${name}`);
  return client;
}

/** Names the address that refused, without its password. */
function refuse(problem: NodeJS.ErrnoException): never {
  // When a name has several addresses, the combined error has no message.
  const reason = problem.message || problem.code;
  const text = `The Postgres server of DATABASE_URL cannot be used: ${reason}. It is named as postgres://user:password@host:5432/database.`;
  throw Object.assign(new Error(text, { cause: problem }), { code: problem.code });
}

/** Notes when the schema was made, and drops schemas that are too old to be in use. */
export async function sweepSchemas(client: Client, { schema }: PostgresDatabase): Promise<void> {
  await client.query(
    `COMMENT ON SCHEMA ${client.escapeIdentifier(schema)} IS ${client.escapeLiteral(String(Date.now()))}`,
  );
  const { rows } = await client.query<{ readonly name: string; readonly made: string | null }>(
    `SELECT nspname AS name, obj_description(oid, 'pg_namespace') AS made FROM pg_namespace WHERE starts_with(nspname, $1)`,
    [prefix],
  );
  for (const { name, made } of rows)
    if (made !== null && Date.now() - Number(made) > staleAfterMs)
      await client.query(`DROP SCHEMA IF EXISTS ${client.escapeIdentifier(name)} CASCADE`);
}

/** Removes the data of a process from a Postgres server. A file is removed with its folder. */
export async function removeDatabase(database: Database): Promise<void> {
  if (database.kind === 'libsql') return;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`DROP SCHEMA IF EXISTS ${client.escapeIdentifier(database.schema)} CASCADE`);
  } finally {
    await client.end();
  }
}

/** For example `PostgreSQL 15.3`. */
export async function postgresName(client: Client): Promise<string> {
  const { rows } = await client.query<{ readonly server_version: string }>('SHOW server_version');
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`;
}
