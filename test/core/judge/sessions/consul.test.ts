// Ten scenarios of Consul's lock: sessions that live for two TTLs, helpers that notify nobody, and the lock-delay.
import { describe } from 'vitest';
import type { Fault } from '../../../../src/core/model/scenario/fault';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { atStep, crashAt, pauseAt } from '../../../support/faultsAt';
import { atTime, endAsWritten, hourLater, leaderless, oneWay, type Row, runsWrong, threadDies } from './writtenFirst';

const lock = (settings: Readonly<Record<string, Setting>> = {}) => ({
  id: 'consul',
  settings: { ttl: 2000, lockDelay: 1000, retryDelay: 500, ...settings },
});

/** The holder sends its write, and is killed. The write arrives much later. */
const lateWrite: Readonly<Record<string, Fault>> = {
  late: { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 5500 },
  crash: {
    kind: 'crash',
    process: 'client1',
    when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
    restartAfter: 'never',
  },
};

const rows: readonly Row[] = [
  {
    when: 'the holder pauses for longer than its TTL, and not for twice as long',
    ends: 'held',
    because: 'the leader ends a session two TTLs after its last renewal',
    source: 'agent/consul/session_ttl.go, createSessionTimer: SessionTTLMultiplier',
    setup: { lock: lock(), faults: { pause: pauseAt('client1', 'work', 3700) } },
  },
  {
    when: 'the holder pauses for longer than two TTLs and the lock-delay',
    ends: 'lost',
    because: 'the key is closed for the lock-delay, then the next try gets it, and nothing stops the late write',
    source: 'agent/consul/state/session.go, deleteSessionTxn; api/lock.go, Lock: DefaultLockRetryTime',
    setup: { lock: lock(), faults: { pause: pauseAt('client1', 'write', 8000) } },
    getsIn: { client: 'client2', from: 5105, to: 5700 },
  },
  {
    when: 'the server restarts while the holder works, and the holder stops at the error of its watch',
    ends: 'held',
    because: 'the channel closes though the lock is not lost, and Unlock then frees the key without a lock-delay',
    source: 'api/lock.go, monitorLock and Unlock',
    setup: {
      lock: lock(),
      settings: { work: 2000, whenLost: 'at-once' },
      faults: { restart: { kind: 'restart', process: 'service', when: atStep('client1', 'work') } },
    },
  },
  {
    when: 'the holder is killed, and then a leader is elected',
    ends: 'unavailable',
    because: 'a new leader starts all timers anew, so two more TTLs and the lock-delay pass',
    source: 'agent/consul/session_ttl.go, initializeSessionTimers',
    setup: {
      lock: lock(),
      settings: { patience: 5000 },
      faults: { crash: crashAt('client1', 'work'), election: leaderless(atTime(3000), 1000) },
    },
    getsIn: { client: 'client2', from: 9000, to: 9700 },
  },
  {
    when: 'no answer reaches the holder any more, and what it sends arrives',
    ends: 'lost',
    because: 'its one renewal waits for an answer for ever, and neither that nor its watch tells it anything',
    source: 'api/session.go, RenewPeriodic; api/lock.go, monitorLock: no time limit',
    setup: {
      lock: lock(),
      settings: { work: 8000, duration: 30_000, patience: 20_000 },
      faults: { cut: oneWay('service', 'client1', atStep('client1', 'work'), 'ever') },
    },
    getsIn: { client: 'client2', from: 6100, to: 6700 },
  },
  {
    when: 'the holder is killed, and its write comes within the lock-delay',
    ends: 'held',
    because: 'nobody gets the key while the lock-delay lasts, so the late write destroys nothing',
    source: 'Consul docs, Sessions: lock-delay; agent/consul/state/delay.go',
    setup: { lock: lock({ lockDelay: 2500 }), faults: lateWrite },
  },
  {
    when: 'the holder is killed, and its write comes after the next holder’s, for want of a lock-delay',
    ends: 'lost',
    because: 'the key is free as soon as the session ends, and a plain storage takes the late write',
    source: 'agent/consul/state/session.go, deleteSessionTxn: if delay > 0',
    setup: { lock: lock({ lockDelay: 0 }), faults: lateWrite },
    getsIn: { client: 'client2', from: 4105, to: 4200 },
  },
  {
    when: 'the leader’s wall clock jumps by an hour within a lock-delay',
    ends: 'held',
    because: 'the end of the delay and the time of the request both carry monotonic readings',
    source: 'agent/consul/kvs_endpoint.go, kvsPreApply: expires.After(time.Now())',
    setup: {
      lock: lock(),
      faults: { crash: crashAt('client1', 'work'), jump: hourLater('service', atTime(4500)) },
    },
    getsIn: { client: 'client2', from: 5105, to: 5700 },
  },
  {
    when: 'the holder’s clock runs at half speed',
    ends: 'held',
    because: 'a renewal each half of a TTL that takes twice as long still comes within two TTLs',
    source: 'api/session.go, RenewPeriodic; agent/consul/session_ttl.go, createSessionTimer',
    setup: {
      lock: lock(),
      settings: { work: 5000, duration: 30_000, patience: 25_000 },
      faults: { slow: runsWrong('client1', -500_000) },
    },
  },
  {
    when: 'the holder’s thread dies, and its process lives',
    ends: 'stuck',
    because: 'the goroutine that renews the session ends only with its channel or its context',
    source: 'api/session.go, RenewPeriodic',
    setup: { lock: lock(), faults: { death: threadDies('client1', atStep('client1', 'work')) } },
  },
];

describe('Consul', () => endAsWritten(rows));
