// Ten scenarios of etcd's lock: leases that are renewed, run out, and are extended by a new leader, and keys in a
// queue.
import { describe } from 'vitest';
import { atStep, crashAt, pauseAt } from '../../../support/faultsAt';
import {
  after,
  atTime,
  bothWays,
  endAsWritten,
  hourLater,
  leaderless,
  oneWay,
  type Row,
  sleeps,
  threadDies,
} from './writtenFirst';

const lock = { id: 'etcd', settings: { lease: 3000, waitMax: 30_000 } };

const rows: readonly Row[] = [
  {
    when: 'the work lasts three leases',
    ends: 'held',
    because: 'a goroutine of the session renews the lease each third of it for as long as the client lives',
    source: 'client/v3/lease.go, sendKeepAliveLoop; concurrency/session.go, NewSession',
    setup: { lock, settings: { work: 9000, duration: 30_000, patience: 20_000 } },
  },
  {
    when: 'the holder pauses for a little less than its lease',
    ends: 'held',
    because: 'the first KeepAlive is sent at once, and the lease lasts its whole time after it',
    source: 'client/v3/lease.go, KeepAlive; server/lease/lessor.go, Renew',
    setup: { lock, faults: { pause: pauseAt('client1', 'work', 2700) } },
  },
  {
    when: 'the holder pauses for two leases, and the storage compares create revisions',
    ends: 'overlap',
    because:
      'the server deletes its key within half a second after the lease, and the revision of the next key is greater',
    source: 'server/lease/lessor.go, runLoop; concurrency/mutex.go, tryAcquire',
    setup: { lock, storage: { id: 'fencing' }, faults: { pause: pauseAt('client1', 'write', 6000) } },
    getsIn: { client: 'client2', from: 3115, to: 3680 },
  },
  {
    when: 'the holder is killed, and then a leader is elected',
    ends: 'held',
    because: 'a new leader extends each lease to its whole time and the election timeout',
    source: 'server/etcdserver/server.go: lessor.Promote(ElectionTimeout()); server/lease/lease.go, refresh',
    setup: { lock, faults: { crash: crashAt('client1', 'work'), election: leaderless(atTime(1000), 1000) } },
    getsIn: { client: 'client2', from: 6000, to: 6600 },
  },
  {
    when: 'no answer reaches the holder any more, and its KeepAlives arrive',
    ends: 'held',
    because: 'it gives up a lease after the last answer, and the server has renewed the lease since then',
    source: 'client/v3/lease.go, deadlineLoop and sendKeepAliveLoop',
    setup: {
      lock,
      settings: { work: 8000, whenLost: 'at-once', duration: 30_000, patience: 20_000 },
      faults: { cut: oneWay('service', 'client1', atStep('client1', 'work'), 'ever') },
    },
  },
  {
    when: 'a partition parts the holder from etcd, and it stops when it is told',
    ends: 'overlap',
    because: 'the client looks at its deadline once a second, and the server at its leases twice a second',
    source: 'client/v3/lease.go, deadlineLoop; server/lease/lessor.go, runLoop',
    setup: {
      lock,
      settings: { work: 6000, whenLost: 'at-once' },
      faults: { cut: bothWays('client1', 'service', atStep('client1', 'work'), 'ever') },
    },
    overlapMs: [460, 980],
  },
  {
    when: 'the holder’s thread dies, and its process lives',
    ends: 'stuck',
    because: 'the goroutine that renews the lease does not know the thread that holds the lock',
    source: 'concurrency/session.go, NewSession',
    setup: { lock, faults: { death: threadDies('client1', atStep('client1', 'work')) } },
  },
  {
    when: 'the holder is killed and starts again a second later',
    ends: 'held',
    because: 'its new session queues up behind the key of its old one, which ends with its lease',
    source: 'concurrency/mutex.go, tryAcquire: the key is named after the lease',
    setup: { lock, faults: { crash: crashAt('client1', 'work', 1000) } },
    getsIn: { client: 'client2', from: 3115, to: 3680 },
  },
  {
    when: 'the wall clocks of the server and of the holder jump by an hour',
    ends: 'held',
    because: 'Go compares instants by their monotonic readings',
    source: 'server/lease/lease.go, Remaining: time.Until; Go’s package time, Monotonic Clocks',
    setup: {
      lock,
      settings: { work: 5000 },
      faults: {
        server: hourLater('service', atStep('client1', 'work')),
        client: hourLater('client1', atStep('client1', 'work')),
      },
    },
  },
  {
    when: 'the machine of a client in the queue sleeps for two leases',
    ends: 'held',
    because: 'who is woken asks for its own key, and without it gets ErrSessionExpired',
    source: 'concurrency/mutex.go, Lock',
    setup: {
      lock,
      settings: { clients: 3, work: 2000, own: { client3: { start: 1000 } } },
      faults: { sleep: sleeps('client2', after('client2', 'watch', 100), 6000) },
    },
    getsIn: { client: 'client3', from: 3400, to: 4100 },
  },
];

describe('etcd', () => endAsWritten(rows));
