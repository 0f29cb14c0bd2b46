/** A table of accounts in an embedded database or in Postgres, as the recipe for fencing sees it. */
import Libsql from 'libsql';
import { Client } from 'pg';
import type { Database } from '../../../src/redlock/recipes/fencingInSql';

export interface Accounts extends Database {
  readonly close: () => Promise<unknown>;
}

const table = 'CREATE TABLE accounts (id int primary key, balance int not null, token bigint not null default 0)';

export async function embedded(): Promise<Accounts> {
  const database = new Libsql(':memory:');
  const query: Database['query'] = async (text, values) => {
    const statement = database.prepare(text.replace(/\$(\d)/g, '?$1'));
    return { rows: statement.all(...values) as readonly Record<string, unknown>[] };
  };
  database.exec(table);
  database.exec('INSERT INTO accounts (id, balance) VALUES (7, 100)');
  return { query, close: async () => database.close() };
}

export async function inPostgres(url: string): Promise<Accounts> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(table.replace('CREATE', 'CREATE TEMPORARY'));
  await client.query('INSERT INTO accounts (id, balance) VALUES (7, 100)');
  return { query: (text, values) => client.query(text, [...values]), close: () => client.end() };
}
