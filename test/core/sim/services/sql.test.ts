// The database alone, compared with the documentation of PostgreSQL and PgBouncer. Statements are joined by +.
import { describe, expect, test } from 'vitest';
import { makeSql } from '../../../../src/core/sim/services/sql';
import { ServiceStage } from '../../../support/serviceStage';

interface Row {
  readonly claim: string;
  readonly poolSize?: number;
  readonly lends?: 'last' | 'any';
  readonly lines: readonly string[];
  readonly said: readonly string[];
}

const duplicate = 'ERROR: duplicate key value violates unique constraint "locks_pkey"';
const aborted = 'ERROR: current transaction is aborted, commands ignored until end of transaction block';
const closed = 'ERROR: server closed the connection unexpectedly';

const rowLocks: readonly Row[] = [
  {
    claim: 'a name is inserted once, and deleted by its owner alone',
    lines: [
      'a INSERT+INTO+locks stock x',
      'b INSERT+INTO+locks stock y',
      'b DELETE+FROM+locks stock y',
      'a DELETE+FROM+locks stock x',
      'b INSERT+INTO+locks stock y',
    ],
    said: [
      'stock = x for a (for ever)',
      'a: 1',
      `b: ${duplicate}`,
      'b: 0',
      'stock gone by a (deleted)',
      'a: 1',
      'stock = y for b (for ever)',
      'b: 1',
    ],
  },
  {
    claim: 'a row outlives its client and its server',
    lines: ['a INSERT+INTO+locks stock x', 'a dies', 'restart', 'b CONNECT', 'b INSERT+INTO+locks stock y'],
    said: ['stock = x for a (for ever)', 'a: 1', '1 kept', 'b: OK', `b: ${duplicate}`],
  },
  {
    claim: 'a row is taken over only when it has expired, by the server’s wall clock',
    lines: [
      'a INSERT+INTO+locks stock x 500',
      'wait 500',
      'b UPDATE+locks+IF+EXPIRED stock y 300',
      'wait 1',
      'b UPDATE+locks+IF+EXPIRED stock y 300',
      'a DELETE+FROM+locks stock x',
      'clock +301',
      'a UPDATE+locks+IF+EXPIRED stock z 300',
    ],
    said: [
      'stock = x for a (500 ms)',
      'a: 1',
      'b: 0',
      'stock = y for b (300 ms)',
      'b: 1',
      'a: 0',
      'stock = z for a (300 ms)',
      'a: 1',
    ],
  },
  {
    claim: 'a row that never expires, or is not there, is not taken over',
    lines: [
      'b UPDATE+locks+IF+EXPIRED stock y 300',
      'a INSERT+INTO+locks stock x',
      'wait 100000',
      'b UPDATE+locks+IF+EXPIRED stock y 300',
    ],
    said: ['b: 0', 'stock = x for a (for ever)', 'a: 1', 'b: 0'],
  },
  {
    claim: 'who inserts what another has not committed waits for it, and fails by its commit',
    lines: ['a BEGIN', 'a INSERT+INTO+locks stock x', 'b INSERT+INTO+locks stock y', 'a COMMIT'],
    said: ['a: BEGIN', 'a: 1', 'b waits', 'stock = x for a (for ever)', 'a: COMMIT', 'b is woken', `b: ${duplicate}`],
  },
  {
    claim: 'and gets the row by its rollback, or by its death',
    lines: ['a BEGIN', 'a INSERT+INTO+locks stock x', 'b INSERT+INTO+locks stock y', 'a dies'],
    said: ['a: BEGIN', 'a: 1', 'b waits', 'stock = y for b (for ever)', 'b is woken', 'b: 1'],
  },
  {
    claim: 'a transaction with an error in it takes nothing but its end, and its end is a rollback',
    lines: [
      'a INSERT+INTO+locks stock x',
      'b BEGIN',
      'b INSERT+INTO+locks other y',
      'b INSERT+INTO+locks stock y',
      'b SELECT+1',
      'b COMMIT',
      'b SELECT+1',
      'a INSERT+INTO+locks other x',
    ],
    said: [
      'stock = x for a (for ever)',
      'a: 1',
      'b: BEGIN',
      'b: 1',
      `b: ${duplicate}`,
      `b: ${aborted}`,
      'b: ROLLBACK',
      'b: 1',
      'other = x for a (for ever)',
      'a: 1',
    ],
  },
];

const advisory: readonly Row[] = [
  {
    claim: 'a lock of the session is re-entrant, and is free when it was unlocked as often',
    lines: [
      'a SELECT+pg_advisory_lock stock',
      'a SELECT+pg_try_advisory_lock stock',
      'b SELECT+pg_try_advisory_lock stock',
      'b SELECT+pg_advisory_unlock stock',
      'b SELECT+pg_advisory_lock stock',
      'a SELECT+pg_advisory_unlock stock',
      'a SELECT+pg_advisory_unlock stock',
    ],
    said: [
      'stock = session 1 for a (session)',
      'a: OK',
      'stock = session 1 ×2 for a (session)',
      'a: 1',
      'b: 0',
      'b: 0',
      'b waits',
      'stock = session 1 for a (session)',
      'a: 1',
      'stock gone by a (deleted)',
      'a: 1',
      'stock = session 2 for b (session)',
      'b is woken',
      'b: OK',
    ],
  },
  {
    claim: 'a lock of the transaction goes with its commit or rollback, and one of the session outlives them',
    lines: [
      'a BEGIN',
      'a SELECT+pg_advisory_xact_lock stock',
      'a SELECT+pg_advisory_lock other',
      'b SELECT+pg_try_advisory_xact_lock stock',
      'a SELECT+pg_advisory_unlock stock',
      'a ROLLBACK',
      'b SELECT+pg_try_advisory_lock other',
    ],
    said: [
      'a: BEGIN',
      'stock = session 1 for a (session)',
      'a: OK',
      'other = session 1 for a (session)',
      'a: OK',
      'b: 0',
      'a: 0',
      'stock gone by a (deleted)',
      'a: ROLLBACK',
      'b: 0',
    ],
  },
  {
    claim: 'outside of a transaction a lock of the transaction is gone at once',
    lines: ['a SELECT+pg_advisory_xact_lock stock', 'b SELECT+pg_try_advisory_lock stock'],
    said: [
      'stock = session 1 for a (session)',
      'stock gone by a (deleted)',
      'a: OK',
      'stock = session 2 for b (session)',
      'b: 1',
    ],
  },
  {
    claim: 'the session ends with its client, and with it all that it has',
    lines: ['a BEGIN', 'a SELECT+pg_advisory_lock stock', 'b SELECT+pg_advisory_lock stock', 'a dies', 'a SELECT+1'],
    said: [
      'a: BEGIN',
      'stock = session 1 for a (session)',
      'a: OK',
      'b waits',
      'stock gone by nobody (expired)',
      'stock = session 2 for b (session)',
      'b is woken',
      'b: OK',
      `a: ${closed}`,
    ],
  },
  {
    claim: 'a machine that is not reached for the keep-alive’s time is given up; one that comes back in time is not',
    lines: [
      'a SELECT+pg_advisory_lock stock',
      'a is away',
      'wait 990',
      'a is back',
      'wait 20',
      'a is away',
      'wait 950',
      'b SELECT+pg_try_advisory_lock stock',
      'wait 300',
      'b SELECT+pg_try_advisory_lock stock',
      'a SELECT+1',
    ],
    said: [
      'stock = session 1 for a (session)',
      'a: OK',
      'b: 0',
      'stock gone by nobody (expired)',
      'stock = session 2 for b (session)',
      'b: 1',
      `a: ${closed}`,
    ],
  },
  {
    claim: 'a restart forgets all advisory locks and closes every connection',
    lines: ['a SELECT+pg_advisory_lock stock', 'restart', 'a SELECT+1', 'b CONNECT', 'b SELECT+pg_advisory_lock stock'],
    said: [
      'stock = session 1 for a (session)',
      'a: OK',
      'stock gone by nobody (lost)',
      '0 kept',
      `a: ${closed}`,
      'b: OK',
      'stock = session 3 for b (session)',
      'b: OK',
    ],
  },
  {
    claim: 'who hangs up takes back what it has asked for',
    lines: [
      'a SELECT+pg_advisory_lock stock',
      'b SELECT+pg_advisory_lock stock',
      'b TERMINATE',
      'a SELECT+pg_advisory_unlock stock',
    ],
    said: ['stock = session 1 for a (session)', 'a: OK', 'b waits', 'b: OK', 'stock gone by a (deleted)', 'a: 1'],
  },
];

const pooled: readonly Row[] = [
  {
    claim: 'two clients on one session share its locks',
    poolSize: 1,
    lines: [
      'a SELECT+pg_advisory_lock stock',
      'b SELECT+pg_advisory_lock stock',
      'a SELECT+pg_advisory_unlock stock',
      'b SELECT+pg_advisory_unlock stock',
    ],
    said: [
      'stock = session 1 for a (for ever)',
      'a: OK',
      'stock = session 1 ×2 for b (for ever)',
      'b: OK',
      'stock = session 1 for b (for ever)',
      'a: 1',
      'stock gone by b (deleted)',
      'b: 1',
    ],
  },
  {
    claim: 'a session in a transaction is nobody else’s until it ends',
    poolSize: 1,
    lines: [
      'a BEGIN',
      'a SELECT+pg_advisory_xact_lock stock',
      'b BEGIN',
      'a COMMIT',
      'b SELECT+pg_advisory_xact_lock stock',
    ],
    said: [
      'a: BEGIN',
      'stock = session 1 for a (session)',
      'a: OK',
      'b waits',
      'stock gone by a (deleted)',
      'a: COMMIT',
      'b is woken',
      'b: BEGIN',
      'stock = session 1 for b (session)',
      'b: OK',
    ],
  },
  {
    claim: 'with two sessions, who unlocks may be in the wrong one',
    poolSize: 2,
    lines: ['a SELECT+pg_advisory_lock stock', 'b BEGIN', 'a SELECT+pg_advisory_unlock stock'],
    said: ['stock = session 1 for a (for ever)', 'a: OK', 'b: BEGIN', 'a: 0'],
  },
  {
    claim: 'a session that is ended takes its locks along, and a new one takes its place',
    poolSize: 1,
    lines: ['a SELECT+pg_advisory_lock stock', 'a loses-session', 'b SELECT+pg_advisory_lock stock'],
    said: [
      ...['stock = session 1 for a (for ever)', 'a: OK', 'stock gone by nobody (expired)'],
      ...['stock = session 2 for b (for ever)', 'b: OK'],
    ],
  },
  {
    claim: 'the session that was used last is lent first',
    poolSize: 3,
    lends: 'last',
    lines: [
      'a BEGIN',
      'b SELECT+pg_advisory_lock stock',
      'a COMMIT',
      'b SELECT+pg_advisory_unlock stock',
      'a BEGIN',
      'b SELECT+pg_advisory_unlock stock',
    ],
    said: [
      ...['a: BEGIN', 'stock = session 2 for b (for ever)', 'b: OK', 'a: COMMIT'],
      ...['b: 0', 'a: BEGIN', 'stock gone by b (deleted)', 'b: 1'],
    ],
  },
  {
    claim: 'any session is lent, as it is drawn',
    poolSize: 3,
    lends: 'any',
    lines: ['a SELECT+pg_advisory_lock stock', 'b BEGIN', 'a SELECT+pg_advisory_unlock stock'],
    said: ['stock = session 3 for a (for ever)', 'a: OK', 'b: BEGIN', 'a: 0'],
  },
  {
    claim: 'the locks of a session of the pool stay when its client dies; its transaction does not',
    poolSize: 1,
    lines: [
      'a SELECT+pg_advisory_lock other',
      'a BEGIN',
      'a SELECT+pg_advisory_xact_lock stock',
      'a dies',
      'b SELECT+pg_advisory_unlock other',
    ],
    said: [
      'other = session 1 for a (for ever)',
      'a: OK',
      'a: BEGIN',
      'stock = session 1 for a (session)',
      'a: OK',
      'stock gone by nobody (expired)',
      'other gone by b (deleted)',
      'b: 1',
    ],
  },
];

const resource: readonly Row[] = [
  {
    claim: 'the resource is changed when the transaction commits, and others wait for that',
    lines: [
      'a BEGIN',
      'a SELECT+FROM+stock',
      'a UPDATE+stock 43 1',
      'b SELECT+FROM+stock',
      'b UPDATE+stock 99 1',
      'a COMMIT',
    ],
    said: [
      'a: BEGIN',
      'a read 42, version 1',
      'a: [42 1]',
      'a: 2',
      'b read 42, version 1',
      'b: [42 1]',
      'b waits',
      'a wrote 43, version 2 on 1',
      'a: COMMIT',
      'b wrote 99, version 3 on 1',
      'b is woken',
      'b: 3',
    ],
  },
  {
    claim: 'what was not committed has not been',
    lines: ['a BEGIN', 'a UPDATE+stock 43 1', 'a SELECT+FROM+stock', 'a dies', 'b SELECT+FROM+stock'],
    said: ['a: BEGIN', 'a: 2', 'a read 43, version 2', 'a: [43 2]', 'b read 42, version 1', 'b: [42 1]'],
  },
];

describe.each([
  ['rows', rowLocks],
  ['advisory locks', advisory],
  ['with a pooler', pooled],
  ['the resource', resource],
])('%s', (_, rows) => {
  test.each(rows.map((row) => [row.claim, row] as const))(
    '%s',
    (_claim, { poolSize = 0, lends = 'first', lines, said }) => {
      const pooler = poolSize > 0 ? 'transaction' : 'none';
      const stage = new ServiceStage(makeSql, { keepAlive: 1000, pooler, poolSize, lends });
      stage.play('a CONNECT', 'b CONNECT');
      expect(stage.play(...lines)).toEqual(said);
    },
  );
});
