// What a database's clients do is reported in the server's order, even when the answers of its sessions overtake each
// other.
import { beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../src/core/model/effects/request';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { goneCauses } from '../../../src/core/model/trace/trace';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { recorder } from '../../../src/live/server/process/recorder';
import { ReportedEffects } from '../../../src/live/server/process/serviceProcess';
import type { SqlAnswer, SqlDatabase } from '../../../src/live/server/process/sqlConnections';
import { SqlService } from '../../../src/live/server/process/sqlService';

/** A database that answers each session when the test says so. */
class Slow implements SqlDatabase {
  readonly name = 'slow';
  readonly hasSessions = true;
  readonly asked: { readonly sql: string; readonly answer: (answer?: Partial<SqlAnswer>) => void }[] = [];
  readonly close = async (): Promise<void> => {};

  /** Opens a session when the test answers OPEN. */
  opensWhenAsked = false;

  readonly open = async () => {
    if (this.opensWhenAsked) await this.ask('OPEN');
    return {
      run: (sql: string) => this.ask(sql),
      isBlocked: async () => false,
      end: async () => void (await this.ask('END')),
    };
  };

  /** Answers the first open statement that begins like this. */
  async answer(start: string, rows: SqlAnswer['rows'] = [], did = ''): Promise<void> {
    const index = this.asked.findIndex(({ sql }) => sql.startsWith(start));
    const [found] = this.asked.splice(index, 1);
    if (found === undefined) throw new Error(`Nobody asks ${start}.`);
    found.answer({ rows, did });
    await new Promise((resolve) => setImmediate(resolve));
  }

  private ask(sql: string): Promise<SqlAnswer> {
    return new Promise((resolve) => {
      this.asked.push({ sql, answer: (answer) => resolve({ rows: [], count: 1, did: '', ...answer }) });
    });
  }
}

let database: Slow;
let service: SqlService;
let events: LiveEvent[];

const peer = (client: ProcessId) => ({ client, incarnation: `${client}/0` });
const ask = (client: ProcessId, name: string, connection = 1) =>
  service.serve(command(name, 'stock'), peer(client), `${client}/0.${connection}/1`);
const granted = [{ answer: '' }];

const written = (): readonly string[] =>
  events.map(({ kind, columns }) => {
    const { peer: who = 'nobody', cause } = columns as { readonly peer?: ProcessId; readonly cause?: number };
    return cause === undefined ? `${kind} ${who}` : `${kind} ${who} ${goneCauses[cause]}`;
  });

/** Client 1 has the lock, and client 2 has asked for it. */
async function begin(how: 'lock' | 'xact_lock'): Promise<void> {
  await Promise.all([ask('client1', 'CONNECT'), ask('client2', 'CONNECT')]);
  if (how === 'xact_lock') {
    const begun = ask('client1', 'BEGIN');
    await database.answer('BEGIN');
    await begun;
  }
  const locked = ask('client1', `SELECT pg_advisory_${how}`);
  await database.answer(`SELECT pg_advisory_${how}`, granted);
  await locked;
  events.length = 0;
}

beforeEach(() => {
  database = new Slow();
  events = [];
  const effects = new ReportedEffects(recorder({ me: 'service', report: (event) => void events.push(event) }), false);
  service = new SqlService(database, effects, { poolSize: 0, salt: '', now: () => 0 });
});

it('an unlock belongs to its client, even if the next holder’s answer comes first', async () => {
  await begin('lock');
  const unlocked = ask('client1', 'SELECT pg_advisory_unlock');
  const next = ask('client2', 'SELECT pg_advisory_lock');
  await database.answer('SELECT pg_advisory_lock', granted);
  expect(written()).toEqual([]);
  await database.answer('SELECT pg_advisory_unlock', [{ answer: true }]);
  expect(await unlocked).toMatchObject({ kind: 'ok', value: 1 });
  expect(await next).toMatchObject({ kind: 'ok', value: 'OK' });
  expect(written()).toEqual(['entryGone client1 deleted', 'entrySet client2']);
});

it('the writes of a transaction are reported before the next holder comes in', async () => {
  await begin('xact_lock');
  const wrote = ask('client1', 'UPDATE stock');
  await database.answer('UPDATE stock', [{ version: 2 }]);
  await wrote;
  const committed = ask('client1', 'COMMIT');
  const next = ask('client2', 'SELECT pg_advisory_lock');
  await database.answer('SELECT pg_advisory_lock', granted);
  await database.answer('COMMIT', [], 'COMMIT');
  await Promise.all([committed, next]);
  expect(written()).toEqual(['wrote client1', 'entryGone client1 deleted', 'entrySet client2']);
});

it.each([
  ['a client that hung up gave its locks back', () => void ask('client1', 'TERMINATE'), 'client1 deleted'],
  ['a client that is gone gave nothing back itself', () => service.left(peer('client1')), 'nobody expired'],
])('%s', async (_, end, how) => {
  await begin('lock');
  const next = ask('client2', 'SELECT pg_advisory_lock');
  end();
  await database.answer('SELECT pg_advisory_lock', granted);
  expect(written()).toEqual([]);
  await database.answer('END');
  await next;
  expect(written()).toEqual([`entryGone ${how}`, 'entrySet client2']);
});

describe('what a client sent on a connection that it has given up comes late', () => {
  const closed = { kind: 'error', message: 'ERROR: server closed the connection unexpectedly' };

  /** Client 1 has given up its first connection, and has the lock by a session of the second. */
  async function beginAnew(): Promise<void> {
    await ask('client1', 'CONNECT', 2);
    const locked = ask('client1', 'SELECT pg_advisory_lock', 3);
    await database.answer('SELECT pg_advisory_lock', granted);
    await locked;
    events.length = 0;
  }

  it('a CONNECT ends no session', async () => {
    await beginAnew();
    expect(await ask('client1', 'CONNECT', 1)).toMatchObject({ kind: 'ok' });
    const unlocked = ask('client1', 'SELECT pg_advisory_unlock', 3);
    await database.answer('SELECT pg_advisory_unlock', [{ answer: true }]);
    await unlocked;
    expect(written()).toEqual(['entryGone client1 deleted']);
    expect(database.asked).toEqual([]);
  });

  it.each(['TERMINATE', 'SELECT pg_advisory_unlock'])('%s does nothing to the newer session', async (name) => {
    await beginAnew();
    expect(await ask('client1', name, 1)).toEqual(closed);
    expect([written(), database.asked]).toEqual([[], []]);
  });

  it('a CONNECT that the server takes long to answer gives its session back', async () => {
    database.opensWhenAsked = true;
    const first = ask('client1', 'CONNECT', 1);
    const second = ask('client1', 'CONNECT', 2);
    await database.answer('OPEN');
    await database.answer('OPEN');
    await database.answer('END');
    await Promise.all([first, second]);
    const locked = ask('client1', 'SELECT pg_advisory_lock', 2);
    await database.answer('SELECT pg_advisory_lock', granted);
    expect(await locked).toMatchObject({ kind: 'ok' });
  });
});
