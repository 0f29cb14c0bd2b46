/**
 * The row of a real database in which one process of the resource keeps its cell. Transactions change it one after the
 * other.
 */
import type { ProcessId } from '../../../core/model/scenario/processId';
import { cellFirst } from '../../../core/model/trace/recordServer';
import type { Database } from './contract';
import { connectTo, postgresName, sweepSchemas } from './schema';
import { openSqlite } from './sqlite';

/** The cell, the process that marked it, and the data that the check keeps beside it. */
export interface CellRow {
  readonly value: number;
  readonly version: number;
  readonly token: number | null;
  readonly owner: string | null;
  readonly markedBy: ProcessId | null;
  /** JSON text. */
  readonly kept: string;
}

export interface CellStore {
  /** Its name and version, for people. */
  readonly name: string;
  /** Locks the row, runs `change`, writes the row that it returns, and commits. Transactions run one by one. */
  readonly transact: <T>(change: Change<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export type Change<T> = (row: CellRow) => { readonly row: CellRow; readonly result: T };

const table = `CREATE TABLE IF NOT EXISTS cells (process TEXT PRIMARY KEY, value BIGINT NOT NULL, version BIGINT NOT NULL,
  token BIGINT, owner TEXT, marked_by TEXT, kept TEXT NOT NULL)`;
const columns = 'value, version, token, owner, marked_by, kept';

type Raw = { readonly [column: string]: string | number | null };

/** @param initialData the initial data of the check, as JSON. */
export const openCellStore = (database: Database, process: ProcessId, initialData: string): Promise<CellStore> =>
  database.kind === 'libsql'
    ? openEmbedded(database.file, process, initialData)
    : openPostgres(database, process, initialData);

async function openEmbedded(file: string, process: ProcessId, initialData: string): Promise<CellStore> {
  const db = await openSqlite(file);
  db.exec(table);
  db.prepare(`INSERT INTO cells (process, value, version, kept) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`).run(
    process,
    cellFirst.value,
    cellFirst.version,
    initialData,
  );
  const selectCells = db.prepare(`SELECT ${columns} FROM cells WHERE process = ?`);
  const write = db.prepare(
    'UPDATE cells SET value = ?, version = ?, token = ?, owner = ?, marked_by = ?, kept = ? WHERE process = ?',
  );
  const transact = async <T>(change: Change<T>): Promise<T> =>
    db.transact(() => {
      const before = fromRaw(selectCells.get(process) as Raw);
      const { row, result } = change(before);
      if (!isSame(before, row)) write.run(...toRaw(row), process);
      return result;
    });
  return { name: db.name, transact, close: async () => db.close() };
}

async function openPostgres(
  database: Extract<Database, { readonly kind: 'postgres' }>,
  process: ProcessId,
  initialData: string,
): Promise<CellStore> {
  const client = await connectTo(database);
  await sweepSchemas(client, database);
  await client.query(table);
  await client.query(
    'INSERT INTO cells (process, value, version, kept) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [process, cellFirst.value, cellFirst.version, initialData],
  );
  const name = await postgresName(client);
  let latest: Promise<unknown> = Promise.resolve();
  const transactNow = async <T>(change: Change<T>): Promise<T> => {
    await client.query('BEGIN');
    try {
      const queryResult = await client.query<Raw>(`SELECT ${columns} FROM cells WHERE process = $1 FOR UPDATE`, [
        process,
      ]);
      const before = fromRaw(queryResult.rows[0] as Raw);
      const { row, result } = change(before);
      if (!isSame(before, row))
        await client.query(
          'UPDATE cells SET value = $1, version = $2, token = $3, owner = $4, marked_by = $5, kept = $6 WHERE process = $7',
          [...toRaw(row), process],
        );
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  };
  return {
    name,
    // There is one connection, and nothing else may run on it between a transaction's BEGIN and COMMIT.
    transact: (change) => {
      const mine = latest.then(() => transactNow(change));
      latest = mine.catch(() => {});
      return mine;
    },
    close: () => client.end(),
  };
}

const fromRaw = (raw: Raw): CellRow => ({
  value: Number(raw['value']),
  version: Number(raw['version']),
  token: raw['token'] === null ? null : Number(raw['token']),
  owner: raw['owner'] as string | null,
  markedBy: raw['marked_by'] as ProcessId | null,
  kept: String(raw['kept']),
});

const toRaw = ({ value, version, token, owner, markedBy, kept }: CellRow): readonly (string | number | null)[] => [
  value,
  version,
  token,
  owner,
  markedBy,
  kept,
];

const isSame = (before: CellRow, after: CellRow): boolean => {
  const raw = toRaw(after);
  return toRaw(before).every((one, index) => one === raw[index]);
};
