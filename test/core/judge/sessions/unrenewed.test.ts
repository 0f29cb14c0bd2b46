// Leases and sessions that nobody renews, or that never end, in etcd and in Consul.
import { describe } from 'vitest';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { crashAt } from '../../../support/faultsAt';
import { endAsWritten, type Row } from './writtenFirst';

type Own = Readonly<Record<string, Setting>>;

const etcd = (renewal: string, own: Own = {}) => ({ id: 'etcd', settings: { lease: 2000, renewal, ...own } });

const consul = (renewal: string, own: Own = {}) => ({
  id: 'consul',
  settings: { ttl: 1000, lockDelay: 500, retryDelay: 200, renewal, ...own },
});

// Nobody renews the session of a waiting client, either. When that session has ended, too, the client asks again with
// a new one.

/** Its session would have ended long before the run does. */
const killed = { faults: { crash: crashAt('client1', 'work') }, settings: { duration: 30_000 } };

const grants = 'etcd API reference, LeaseGrant and LeaseKeepAlive';
const leaseless = 'etcd API reference, PutRequest: lease 0 indicates no lease';
const timers = 'agent/consul/session_ttl.go, createSessionTimer and invalidateSession';
const noTtl = 'Consul docs, Sessions: TTL is optional';

const rows: readonly Row[] = [
  {
    when: 'etcd, the work ends before a lease that nobody renews',
    ends: 'held',
    because: 'a lease lasts its whole time, for a client that waits from its request on',
    source: grants,
    setup: { lock: etcd('never'), settings: { work: 700 } },
  },
  {
    when: 'etcd, a lease that nobody renews ends while its client works',
    ends: 'lost',
    because: 'the key is deleted at the server’s next look, and the client hears nothing',
    source: grants,
    setup: { lock: etcd('never'), settings: { work: 5000 } },
    getsIn: { client: 'client2', from: 2500, to: 2800 },
  },
  {
    when: 'etcd, the same work, and the lease is renewed',
    ends: 'held',
    because: 'each KeepAlive gives the lease its whole time again',
    source: grants,
    setup: { lock: etcd('kept'), settings: { work: 5000 } },
    getsIn: { client: 'client2', from: 5100, to: 5300 },
  },
  {
    when: 'etcd, the holder of a lease that nobody renews is killed',
    ends: 'held',
    because: 'the server ends the lease and deletes the key',
    source: grants,
    setup: { lock: etcd('never'), ...killed },
    getsIn: { client: 'client2', from: 2500, to: 2800 },
  },
  {
    when: 'etcd, the holder of a key without a lease is killed',
    ends: 'stuck',
    because: 'nobody deletes the key, and all others queue up behind it',
    source: leaseless,
    setup: { lock: etcd('none'), ...killed },
  },
  {
    when: 'etcd, the holder of a key without a lease is killed and starts again',
    ends: 'stuck',
    because: 'it puts another key, behind its own old one',
    source: leaseless,
    setup: { lock: etcd('none'), ...killed, faults: { crash: crashAt('client1', 'work', 1000) } },
  },
  {
    when: 'etcd, keys without a lease, and nobody dies',
    ends: 'held',
    because: 'each client deletes its key',
    source: leaseless,
    setup: { lock: etcd('none'), settings: { work: 5000, rounds: 2, duration: 30_000 } },
  },
  {
    when: 'Consul, a session that nobody renews ends while its client works, which takes no heed of its watch',
    ends: 'lost',
    because: 'the leader ends the session after two TTLs, and the key opens after the lock-delay',
    source: timers,
    setup: { lock: consul('never'), settings: { work: 5000, whenLost: 'never' } },
    getsIn: { client: 'client2', from: 2605, to: 3000 },
  },
  {
    when: 'Consul, the holder of a session without a TTL is killed',
    ends: 'stuck',
    because: 'no timer ends the session, and the key stays acquired',
    source: noTtl,
    setup: { lock: consul('none'), ...killed },
  },
  {
    when: 'Consul, the holder of a session that nobody renews is killed',
    ends: 'held',
    because: 'its session ends all the same',
    source: timers,
    setup: { lock: consul('never'), ...killed },
    getsIn: { client: 'client2', from: 2605, to: 3000 },
  },
  {
    when: 'Consul, sessions without a TTL, and nobody dies',
    ends: 'held',
    because: 'Unlock releases the key',
    source: noTtl,
    setup: { lock: consul('none', { stopsAfterTtl: true }), settings: { work: 3000, rounds: 2, duration: 30_000 } },
  },
];

describe('what nobody renews', () => endAsWritten(rows));
