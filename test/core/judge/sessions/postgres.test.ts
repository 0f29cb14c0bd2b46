// Ten scenarios of PostgreSQL's advisory locks: what ends a session, what ends its transaction, and what ends neither.
import { describe } from 'vitest';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { atStep, crashAt } from '../../../support/faultsAt';
import { after, bothWays, endAsWritten, losesPower, type Row, stops, threadDies } from './writtenFirst';

const lock = (settings: Readonly<Record<string, Setting>> = {}) => ({
  id: 'sql-advisory',
  settings: { keepAlive: 3000, waitMax: 30_000, ...settings },
});

const restart = { kind: 'restart', process: 'service', when: atStep('client1', 'work') } as const;

const rows: readonly Row[] = [
  {
    when: 'a client pauses while it waits, and the lock becomes its own meanwhile',
    ends: 'held',
    because: 'pg_advisory_lock waits at the server, and a lock that is granted stays with the session',
    source: 'PostgreSQL docs, 9.28.10 and 13.3.5',
    setup: {
      lock: lock(),
      settings: { clients: 3 },
      faults: { pause: stops('client2', after('client2', 'advisory-lock', 50), 3000) },
    },
    getsIn: { client: 'client3', from: 3400, to: 4000 },
  },
  {
    when: 'clients grow tired of waiting, disconnect and ask again',
    ends: 'held',
    because: 'a session that ends takes its wait and its lock with it',
    source: 'PostgreSQL docs, 13.3.5',
    setup: { lock: lock({ waitMax: 500 }), settings: { clients: 3, work: 1800 } },
  },
  {
    when: 'the holder’s process is killed',
    ends: 'held',
    because: 'its kernel closes the connection, and the lock ends with the session at once',
    source: 'PostgreSQL docs, 13.3.5',
    setup: { lock: lock(), faults: { crash: crashAt('client1', 'write') } },
    getsIn: { client: 'client2', from: 435, to: 460 },
  },
  {
    when: 'the holder’s machine loses power',
    ends: 'held',
    because: 'the session lasts until the server’s keepalives find nobody',
    source: 'PostgreSQL docs, 20.3.2 (tcp_keepalives_idle, _interval, _count)',
    setup: { lock: lock(), faults: { dark: losesPower('client1', atStep('client1', 'write')) } },
    getsIn: { client: 'client2', from: 3100, to: 3600 },
  },
  {
    when: 'the database restarts while the holder works',
    ends: 'lost',
    because:
      'all sessions end, their locks are gone, and the holder finds out at its next statement, which is its unlock',
    source: 'PostgreSQL docs, 13.3.5 and 18.5',
    setup: { lock: lock(), settings: { work: 1500 }, faults: { restart } },
  },
  {
    when: 'the database restarts, and the holder pings its connection and stops',
    ends: 'held',
    because: 'the first statement on a closed connection fails, here before another client has come',
    source: 'PostgreSQL docs, 32.2 (PQstatus) and 18.5',
    setup: {
      lock: lock({ pings: true, keepAlive: 800 }),
      settings: { work: 1500, whenLost: 'at-once' },
      faults: { restart },
    },
  },
  {
    when: 'the database restarts, and lock and data were in one transaction',
    ends: 'overlap',
    because: 'a transaction that did not commit is rolled back, so the late client changes nothing',
    source: 'PostgreSQL docs, 13.3.5 and 28.3 (WAL)',
    setup: {
      lock: lock({ scope: 'transaction' }),
      storage: { id: 'same-database' },
      settings: { work: 1500 },
      faults: { restart },
    },
  },
  {
    when: 'the thread of a waiting client dies, and its process keeps the connection',
    ends: 'stuck',
    because: 'its session is given the lock in its turn, and nobody will ever unlock it or close it',
    source: 'PostgreSQL docs, 9.28.10 and 13.3.5',
    setup: {
      lock: lock(),
      settings: { clients: 3 },
      faults: { death: threadDies('client2', after('client2', 'advisory-lock', 50)) },
    },
  },
  {
    when: 'the machine of a waiting client loses power, with the keepalives of Linux',
    ends: 'unavailable',
    because: 'its session is given the lock in its turn, and ends only after two hours of silence',
    source: 'PostgreSQL docs, 20.3.2: the operating system’s default',
    setup: {
      lock: lock({ keepAlive: 7_200_000 }),
      settings: { clients: 3, patience: 5000 },
      faults: { dark: losesPower('client2', after('client2', 'advisory-lock', 50)) },
    },
  },
  {
    when: 'a partition is over before the keepalives give the holder up',
    ends: 'held',
    because: 'TCP sends again what was not acknowledged, and the session never ended',
    source: 'PostgreSQL docs, 20.3.2; RFC 6298, 5',
    setup: {
      lock: lock({ nodeTimeout: 5000 }),
      faults: { cut: bothWays('client1', 'service', atStep('client1', 'work'), 1200) },
    },
  },
];

describe('PostgreSQL’s advisory lock', () => endAsWritten(rows));
