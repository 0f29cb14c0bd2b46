/**
 * The embedded database: libsql where it is installed, and otherwise the SQLite of Node 22.13 and newer. The published
 * package brings no libsql, because it is compiled for each system.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Value = string | number | null;

export interface SqliteStatement {
  readonly run: (...values: readonly Value[]) => { readonly changes: number | bigint };
  /** Undefined without a row. */
  readonly get: (...values: readonly Value[]) => unknown;
  readonly all: (...values: readonly Value[]) => unknown[];
}

export interface Sqlite {
  /** For example `libsql (SQLite 3.45.1)`. */
  readonly name: string;
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  /** Runs it in a transaction that has the right to write from its start. What it throws ends the transaction. */
  readonly transact: <T>(run: () => T) => T;
  readonly close: () => void;
}

/** For example `libsql 0.5` or `SQLite 3.50`; null if this machine has neither. */
export function sqliteName(): string | null {
  const libsql = libsqlVersion();
  if (libsql !== null) return `libsql ${majorAndMinor(libsql)}`;
  return hasOwnSqlite() ? `SQLite ${majorAndMinor(process.versions['sqlite'] ?? '')}` : null;
}

/** Committed data has to survive only a crash of the process: the machine's disk is assumed to keep its promises. */
const pragmas = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL';

/** @param file it is made if it is not there */
export async function openSqlite(file: string): Promise<Sqlite> {
  const db = await opened(file);
  db.exec(pragmas);
  const row: unknown = db.prepare('SELECT sqlite_version() AS version').get();
  const version = typeof row === 'object' && row !== null && 'version' in row ? row.version : '?';
  return {
    name: libsqlVersion() === null ? `SQLite ${version}` : `libsql (SQLite ${version})`,
    exec: (sql) => void db.exec(sql),
    prepare: (sql) => db.prepare(sql),
    transact: (run) => {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = run();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => void db.close(),
  };
}

/** What both databases have in common. */
interface Opened {
  readonly exec: (sql: string) => unknown;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => unknown;
}

/** The types of Node 20 do not have `node:sqlite`. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => Opened;
}

async function opened(file: string): Promise<Opened> {
  if (libsqlVersion() !== null) {
    const db = new (await import('libsql')).default(file);
    return { exec: (sql) => db.exec(sql), prepare: (sql) => db.prepare<Value[]>(sql), close: () => db.close() };
  }
  const { DatabaseSync }: NodeSqlite = createRequire(import.meta.url)('node:sqlite');
  return new DatabaseSync(file);
}

function libsqlVersion(): string | null {
  try {
    const main = createRequire(import.meta.url).resolve('libsql');
    const manifest: unknown = JSON.parse(readFileSync(join(dirname(main), 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/** Earlier versions of Node 22 have it only behind a flag. */
function hasOwnSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

const majorAndMinor = (version: string): string => version.split('.').slice(0, 2).join('.');
