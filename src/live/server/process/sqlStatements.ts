/** The requests of the SQL locks, and of a resource in their database, as SQL. The simulator uses the same names. */

import { ok, type Reply, type Request } from '../../../core/model/effects/request';
import { cellFirst } from '../../../core/model/trace/recordServer';
import { withoutExpiry } from '../../../core/model/trace/trace';
import { fromMs, type Micros } from '../../../core/model/values/time';
import { ownerOfRow, type ShedlockStatement, shedlockStatement } from '../../../core/sim/services/sqlShedlock';
import type { MessageName } from '../liveEvent';
import type { SqlAnswer } from './sqlConnections';

export const tables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS locks (name TEXT, owner TEXT NOT NULL, expires_at BIGINT, CONSTRAINT locks_pkey PRIMARY KEY (name))',
  'CREATE TABLE IF NOT EXISTS shedlock (name TEXT, lock_until BIGINT NOT NULL, locked_at BIGINT NOT NULL, locked_by TEXT NOT NULL, CONSTRAINT shedlock_pkey PRIMARY KEY (name))',
  'CREATE TABLE IF NOT EXISTS stock (id INTEGER PRIMARY KEY, value BIGINT NOT NULL, version BIGINT NOT NULL)',
  `INSERT INTO stock (id, value, version) VALUES (1, ${cellFirst.value}, ${cellFirst.version}) ON CONFLICT DO NOTHING`,
];

/** The effect of a statement, reported when it counts. */
export type StatementEffect =
  | { readonly kind: 'row-set'; readonly key: string; readonly owner: string; readonly expiresIn: Micros }
  | { readonly kind: 'row-gone'; readonly key: string }
  | { readonly kind: 'read'; readonly value: number; readonly version: number }
  | {
      readonly kind: 'wrote';
      readonly message: MessageName;
      readonly value: number;
      readonly version: number;
      readonly base: number;
    }
  | { readonly kind: 'took'; readonly key: string; readonly scope: 'session' | 'transaction' }
  | { readonly kind: 'unlocked'; readonly key: string };

export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
  readonly read: (answer: SqlAnswer) => { readonly reply: Reply; readonly effect: StatementEffect | null };
}

const expired = 'expires_at IS NOT NULL AND expires_at <';

/**
 * @param now the wall clock of the database in µs; rows expire by it.
 * @param salt separates the advisory locks of runs that share a server.
 * @returns null when the request is not a statement.
 */
export function statementOf(request: Request, now: Micros, message: MessageName, salt: string): Statement | null {
  const { command: name, args } = request;
  const [key, owner] = [String(args[0]), String(args[1])];
  const ttl = Number(args[2] ?? 0);
  const expiresAt = ttl > 0 ? now + fromMs(ttl) : null;
  const set: StatementEffect = { kind: 'row-set', key, owner, expiresIn: ttl > 0 ? fromMs(ttl) : withoutExpiry };
  switch (name) {
    case 'SELECT 1':
      return { sql: 'SELECT 1', values: [], read: () => ({ reply: ok(1), effect: null }) };
    case 'INSERT INTO locks':
      return counting('INSERT INTO locks (name, owner, expires_at) VALUES ($1, $2, $3)', [key, owner, expiresAt], set);
    case 'UPDATE locks IF EXPIRED':
      return counting(
        `UPDATE locks SET owner = $1, expires_at = $2 WHERE name = $3 AND ${expired} $4`,
        [owner, expiresAt, key, now],
        set,
      );
    case 'DELETE FROM locks':
      return counting('DELETE FROM locks WHERE name = $1 AND owner = $2', [key, owner], { kind: 'row-gone', key });
    case 'SELECT FROM stock':
      return { sql: 'SELECT value, version FROM stock WHERE id = 1', values: [], read: readStock };
    case 'UPDATE stock':
      return updateStock(Number(args[0]), Number(args[1]), message);
    default: {
      const ofJob = shedlockStatement(request, now);
      return ofJob === null ? advisory(name, key, salt) : changeShedlock(ofJob);
    }
  }
}

/** A statement that returns the number of rows that it changed; it should change one. */
const counting = (sql: string, values: Statement['values'], effect: StatementEffect): Statement => ({
  sql,
  values,
  read: ({ count }) => ({ reply: ok(count), effect: count > 0 ? effect : null }),
});

/** The statements of ShedLock, with times in µs. Placeholders are in order, because libsql uses only their order. */
function changeShedlock(statement: ShedlockStatement): Statement {
  const { name, byDbTime, key, lockedBy, now, lockUntil } = statement;
  const set = 'UPDATE shedlock SET lock_until =';
  switch (name) {
    case 'INSERT INTO shedlock': {
      const insert = 'INSERT INTO shedlock (name, lock_until, locked_at, locked_by) VALUES ($1, $2, $3, $4)';
      const sql = byDbTime ? `${insert} ON CONFLICT (name) DO NOTHING` : insert;
      return changingJob(sql, [key, lockUntil, now, lockedBy], statement);
    }
    case 'UPDATE shedlock IF OVER': {
      const sql = `${set} $1, locked_at = $2, locked_by = $3 WHERE name = $4 AND lock_until <= $5`;
      return changingJob(sql, [lockUntil, now, lockedBy, key, now], statement);
    }
    case 'UPDATE shedlock EXTEND': {
      const sql = `${set} $1 WHERE name = $2 AND locked_by = $3 AND lock_until > $4`;
      return changingJob(sql, [lockUntil, key, lockedBy, now], statement);
    }
    default: {
      const sql = byDbTime
        ? `${set} CASE WHEN locked_at + $1 > $2 THEN locked_at + $3 ELSE $4 END WHERE name = $5 AND locked_by = $6`
        : `${set} $1 WHERE name = $2 AND locked_by = $3`;
      const lasts = lockUntil - now;
      const until = byDbTime ? [lasts, now, lasts, now] : [lockUntil];
      return changingJob(sql, [...until, key, lockedBy], statement);
    }
  }
}

/** Returns the number of rows that it changed. A job's row stays, and is free when its time is over. */
const changingJob = (
  sql: string,
  values: Statement['values'],
  { key, now, lockedBy }: ShedlockStatement,
): Statement => ({
  sql: `${sql} RETURNING lock_until, locked_at`,
  values,
  read: ({ rows }) => {
    const [row] = rows;
    if (row === undefined) return { reply: ok(0), effect: null };
    const expiresIn = Number(row['lock_until']) - now;
    const owner = ownerOfRow({ lockedBy, lockedAt: Number(row['locked_at']) });
    return {
      reply: ok(1),
      effect: expiresIn > 0 ? { kind: 'row-set', key, owner, expiresIn } : { kind: 'row-gone', key },
    };
  },
});

function readStock({ rows }: SqlAnswer): ReturnType<Statement['read']> {
  const [value, version] = [Number(rows[0]?.['value']), Number(rows[0]?.['version'])];
  return { reply: ok([value, version]), effect: { kind: 'read', value, version } };
}

const updateStock = (value: number, base: number, message: MessageName): Statement => ({
  sql: 'UPDATE stock SET value = $1, version = version + 1 WHERE id = 1 RETURNING version',
  values: [value],
  read: ({ rows }) => {
    const version = Number(rows[0]?.['version']);
    return { reply: ok(version), effect: { kind: 'wrote', message, value, version, base } };
  },
});

/** Postgres identifies advisory locks by numbers. */
function advisory(name: string, key: string, salt: string): Statement | null {
  const called = /^SELECT (pg_(?:try_)?advisory_(?:xact_)?lock|pg_advisory_unlock)$/.exec(name)?.[1];
  if (called === undefined) return null;
  const effect: StatementEffect =
    called === 'pg_advisory_unlock'
      ? { kind: 'unlocked', key }
      : { kind: 'took', key, scope: called.includes('xact') ? 'transaction' : 'session' };
  return {
    sql: `SELECT ${called}(hashtextextended($1, 0)) AS answer`,
    values: [`${salt} ${key}`],
    read: ({ rows }) => {
      const answer = rows[0]?.['answer'];
      if (answer === false) return { reply: ok(0), effect: null };
      return { reply: ok(answer === true ? 1 : 'OK'), effect };
    },
  };
}
