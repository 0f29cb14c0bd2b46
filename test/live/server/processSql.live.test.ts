// SQL locks on real databases: clients and the database report the events that the simulator would write.
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { slowed } from '../../../src/core/model/scenario/slowed';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { openCellStore } from '../../../src/live/server/process/cellStore';
import type { Database } from '../../../src/live/server/process/contract';
import { removeDatabase } from '../../../src/live/server/process/schema';
import { LateMeter, lateMsMax } from '../../support/lateMeter';
import { needs } from '../../support/needs';
import { atNight, sampled } from '../../support/nightly';
import type { Postgres } from '../../support/ownPostgres';
import { repeatsItself, undecidedBecause } from '../../support/undecided';
import { LiveStage, scenarioOf } from './liveStage';
import { hasPostgres, startPostgres } from './postgres';
import { liveWords, simulatedWords } from './reportWords';
import type { Skip } from './storyRuns';

// A repeated run takes up to four times as long.
vi.setConfig({ testTimeout: 120_000 });

let stage: LiveStage | null = null;
let postgres: Postgres | null = null;
let schemas = 0;

beforeAll(async () => {
  if (hasPostgres()) postgres = await startPostgres();
});

afterAll(() => postgres?.stop());

afterEach(async () => {
  await stage?.close();
  stage = null;
});

const libsql = (file: string): Database => ({ kind: 'libsql', file });
const onPostgres = (): Database => ({ kind: 'postgres', url: postgres?.url ?? '', schema: `test_${++schemas}` });

const settings = { stagger: 300, think: 20, work: 900 };

/** Client 2 comes while client 1 is inside, is refused, and comes again. */
const rows = scenarioOf({
  lock: { id: 'sql-row', settings: { tries: 20, retryDelay: 1500, retryJitter: 0 } },
  settings,
});
const jobs = scenarioOf({
  lock: { id: 'shedlock-table', settings: { lockAtMostFor: 10_000, extension: 'by-hand', extendEvery: 600 } },
  settings: { ...settings, think: 1500 },
});
const jobsByDbTime: Scenario = {
  ...jobs,
  lock: { id: 'shedlock-table', settings: { ...jobs.lock.settings, usingDbTime: true, lockAtLeastFor: 500 } },
};
const sameDatabase: Scenario = { ...rows, storage: { id: 'same-database' } };

/** The write is part of the transaction that holds the lock. */
const transactions = scenarioOf({
  lock: { id: 'sql-advisory', settings: { scope: 'transaction' } },
  storage: { id: 'same-database' },
  settings,
});
const sessions = scenarioOf({ lock: { id: 'sql-advisory' }, settings });

const each: readonly (readonly [string, Scenario])[] = [
  ['rows', rows],
  ['jobs', jobs],
  ['jobs by the database’s time', jobsByDbTime],
  ['rows, and the resource in the same database', sameDatabase],
];

const postgresNeeded = needs('postgres');

describe.each(sampled(each, 3))('%s', (_, scenario) => {
  it('on libsql', { meta: repeatsItself }, ({ skip }) => playBoth(skip, scenario, libsql));
  it('on Postgres', { ...postgresNeeded, meta: { ...postgresNeeded.meta, ...repeatsItself } }, ({ skip }) =>
    playBoth(skip, scenario, onPostgres),
  );
});

describe('advisory locks on Postgres', needs('postgres'), () => {
  it('of a session', { meta: repeatsItself }, ({ skip }) => playBoth(skip, sessions, onPostgres));
  // The lock of a pooler below is one of a transaction, too.
  atNight('of a transaction', { meta: repeatsItself }, ({ skip }) => playBoth(skip, transactions, onPostgres));

  it('of sessions that a pooler lends: a client waits when all are lent', { meta: repeatsItself }, async ({ skip }) => {
    const pooled = { pooler: 'transaction', poolSize: 1, scope: 'transaction' };
    await playBoth(skip, { ...transactions, lock: { id: 'sql-advisory', settings: pooled } }, onPostgres);
  });

  it('go with the process of their holder', async () => {
    const live = await begin(
      scenarioOf({ lock: { id: 'sql-advisory' }, settings: { ...settings, work: 60_000 } }),
      onPostgres,
    );
    const [client1] = await live.startClients();
    await live.heard(() => live.of('service').some(({ kind }) => kind === 'waiting'));
    client1?.kill('SIGKILL');
    await live.heard(() => live.of('client2').some(({ kind }) => kind === 'acquired'));
    expect(liveWords(live.of('service'))).toEqual([
      'set stock for client1: session 1, -2',
      'waiting client2',
      'gone stock, by nobody',
      'set stock for client2: session 2, -2',
      'woken client2',
    ]);
  });
});

describe('the tables of a run on Postgres', needs('postgres'), () => {
  const schemasThere = async (): Promise<readonly string[]> => {
    const client = new Client({ connectionString: postgres?.url });
    await client.connect();
    const { rows } = await client.query<{ readonly name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'redlock_playground_%'",
    );
    await client.end();
    return rows.map(({ name }) => name);
  };

  it('are dropped when their process is told to stop, and those of others stay', async () => {
    const schema = `redlock_playground_${++schemas}`;
    const other = `redlock_playground_${++schemas}`;
    const database = { kind: 'postgres', url: postgres?.url ?? '' } as const;
    const kept = await openCellStore({ ...database, schema: other }, 'storage', 'null');
    const live = await begin(scenarioOf({ settings }), () => ({ ...database, schema }));
    expect([...(await schemasThere())].sort()).toEqual([schema, other].sort());
    await live.stopStorage();
    expect(await schemasThere()).toEqual([other]);
    await kept.close();
    await removeDatabase({ ...database, schema: other });
    expect(await schemasThere()).toEqual([]);
  });
});

async function begin(scenario: Scenario, databaseOf: (file: string) => Database): Promise<LiveStage> {
  const live = new LiveStage(scenario, databaseOf);
  stage = live;
  await live.startServers();
  return live;
}

const slowest = 4;
const compared: readonly ProcessId[] = ['client1', 'client2', 'service'];

async function playBoth(skip: Skip, scenario: Scenario, databaseOf: (file: string) => Database): Promise<void> {
  for (const slower of [1, 2, slowest]) {
    const played = slowed(scenario, slower, parts);
    const watch = new LateMeter();
    watch.begin();
    const live = await begin(played, databaseOf);
    await live.startClients();
    await Promise.all([live.done('client1'), live.done('client2')]);
    watch.end();
    const { trace } = runScenario(played, parts);
    const isSame = compared.every((id) => isDeepStrictEqual(liveWords(live.of(id)), simulatedWords(trace, id)));
    const isBusy = watch.lateMs > lateMsMax * slower;
    // When a busy machine was late, the run is repeated more slowly. Any other difference fails.
    if (!isSame && isBusy) {
      if (slower === slowest) skip(undecidedBecause(watch.lateMs));
      await live.close();
      continue;
    }
    for (const id of compared) expect(liveWords(live.of(id))).toEqual(simulatedWords(trace, id));
    expect(liveWords(live.of('service')).length).toBeGreaterThan(3);
    return;
  }
}
