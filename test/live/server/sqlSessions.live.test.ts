// Sessions of a real Postgres server that end, or open, when their client does not expect it.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { command } from '../../../src/core/model/effects/request';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { goneCauses } from '../../../src/core/model/trace/trace';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { recorder } from '../../../src/live/server/process/recorder';
import { removeDatabase } from '../../../src/live/server/process/schema';
import { ReportedEffects } from '../../../src/live/server/process/serviceProcess';
import { openDatabase, type SqlConnection, type SqlDatabase } from '../../../src/live/server/process/sqlConnections';
import { SqlService } from '../../../src/live/server/process/sqlService';
import { needs } from '../../support/needs';
import type { Postgres } from '../../support/ownPostgres';
import { startPostgres } from './postgres';

vi.setConfig({ testTimeout: 60_000 });

const closed = { kind: 'error', message: 'ERROR: server closed the connection unexpectedly' };

let postgres: Postgres;
let database: SqlDatabase;
/** A separate session, which sees those of the clients. */
let other: SqlConnection;
let service: SqlService;
let events: LiveEvent[];

const ask = (client: ProcessId, statement: string, connection: number) =>
  service.serve(command(statement, 'stock'), { client, incarnation: `${client}/0` }, `${client}/0.${connection}/1`);

const written = (): readonly string[] =>
  events.map(({ kind, columns }) => {
    const { peer = 'nobody', cause } = columns as { readonly peer?: ProcessId; readonly cause?: number };
    return cause === undefined ? `${kind} ${peer}` : `${kind} ${peer} ${goneCauses[cause]}`;
  });

/** The process ids of the sessions that have an advisory lock. */
async function holders(): Promise<readonly number[]> {
  const asked = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted ORDER BY pid";
  return (await other.run(asked)).rows.map(({ pid }) => Number(pid));
}

describe('a session on Postgres', needs('postgres'), () => {
  const target = () => ({ kind: 'postgres', url: postgres.url, schema: 'test_sessions' }) as const;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase(target(), []);
    other = await database.open();
  });

  afterAll(async () => {
    await database.close();
    await removeDatabase(target());
    await postgres.stop();
  });

  beforeEach(() => {
    events = [];
    const effects = new ReportedEffects(recorder({ me: 'service', report: (event) => void events.push(event) }), false);
    service = new SqlService(database, effects, { poolSize: 0, salt: '', now: () => 0 });
    return async () => {
      for (const client of ['client1', 'client2'] as const) await ask(client, 'TERMINATE', 9);
    };
  });

  it('is not ended by a CONNECT that its client gave up, and that comes late', async () => {
    await ask('client1', 'CONNECT', 2);
    await ask('client1', 'SELECT pg_advisory_lock', 2);
    const before = await holders();
    expect(await ask('client1', 'CONNECT', 1)).toMatchObject({ kind: 'ok' });
    expect([before.length, await holders()]).toEqual([1, before]);
    expect(await ask('client1', 'SELECT pg_advisory_unlock', 2)).toMatchObject({ kind: 'ok', value: 1 });
    expect(written()).toEqual(['entrySet client1', 'entryGone client1 deleted']);
  });

  it('that the server ends frees its lock for who waits, and its client learns of it from its next statement', async () => {
    await Promise.all([ask('client1', 'CONNECT', 1), ask('client2', 'CONNECT', 1)]);
    await ask('client1', 'SELECT pg_advisory_lock', 1);
    const waits = ask('client2', 'SELECT pg_advisory_lock', 1);
    await vi.waitFor(() => expect(written()).toContain('waiting client2'));
    const [pid = 0] = await holders();
    await other.run('SELECT pg_terminate_backend($1)', [pid]);
    expect(await waits).toMatchObject({ kind: 'ok' });
    expect(written()).toEqual([
      'entrySet client1',
      'waiting client2',
      'entryGone nobody expired',
      'entrySet client2',
      'woken client2',
    ]);
    expect(await ask('client1', 'SELECT pg_advisory_unlock', 1)).toEqual(closed);
    await ask('client1', 'CONNECT', 2);
    expect(await ask('client1', 'SELECT pg_try_advisory_lock', 2)).toMatchObject({ kind: 'ok', value: 0 });
  });
});
