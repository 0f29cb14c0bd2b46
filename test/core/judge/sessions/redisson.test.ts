// Ten scenarios of Redisson's lock: a watchdog that renews, notifies nobody, and does not know its thread; and lost
// answers.
import { describe } from 'vitest';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { atStep } from '../../../support/faultsAt';
import { atTime, bothWays, endAsWritten, hourLater, type Row, sleeps, stops, threadDies } from './writtenFirst';

type Settings = Readonly<Record<string, Setting>>;

const lock = (settings: Settings = {}) => ({ id: 'redisson', settings: { watchdogTimeout: 1500, ...settings } });
/** As in versions since 3.37: lock and unlock scripts are not sent again when their answer is lost. */
const newer = { lockResent: false, unlockResent: false, unlockLatch: true, firstSooner: true };
const lostReply = (nth: number) =>
  ({ kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth } }) as const;

const rows: readonly Row[] = [
  {
    when: 'the holder’s machine sleeps for longer than the lease',
    ends: 'lost',
    because: 'the watchdog sleeps, too, finds the lock gone afterwards, and tells nobody',
    source: 'renewal/LockTask.java, buildChunk: cancelExpirationRenewal',
    setup: {
      lock: lock(),
      settings: { work: 1000 },
      faults: { sleep: sleeps('client1', atStep('client1', 'work'), 4000) },
    },
    getsIn: { client: 'client2', from: 1600, to: 1640 },
    overlapMs: [1000, 1045],
  },
  {
    when: 'a fenced lock has a lease time that is shorter than the work',
    ends: 'lost',
    because: 'there is no watchdog, and the first late write comes before the storage has seen the newer token',
    source: 'RedissonFencedLock.java, tryLockInnerAsync; RedissonLock.java, tryAcquireAsync',
    setup: { lock: lock({ fenced: true, leaseTime: 1000 }), storage: { id: 'fencing' }, settings: { work: 2500 } },
    getsIn: { client: 'client2', from: 1100, to: 1140 },
  },
  {
    when: 'the answer to a lock script is lost, and lock() is called again',
    ends: 'held',
    because: 'the thread is in already and counts twice, so its one unlock leaves a lease that nobody renews',
    source: 'RedissonLock.java, tryLockInnerAsync, unlockInnerAsync; RedissonBaseLock.java, unlockAsync0',
    setup: { lock: lock({ ...newer, nodeTimeout: 300 }), faults: { lost: lostReply(1) } },
    getsIn: { client: 'client2', from: 2300, to: 2420 },
  },
  {
    when: 'the thread of a waiting client dies',
    ends: 'held',
    because: 'a message that the lock is free goes to all processes that are subscribed',
    source: 'RedissonLock.java, lock; pubsub/LockPubSub.java',
    setup: {
      lock: lock(),
      settings: { clients: 3 },
      faults: { death: threadDies('client2', atStep('client2', 'await-message')) },
    },
  },
  {
    when: 'a partition parts the holder from Redis for longer than the lease',
    ends: 'lost',
    because: 'renewals fail, the key expires, and nothing tells the thread',
    source: 'renewal/RenewalTask.java, run; RedissonLock.java',
    setup: {
      lock: lock(),
      settings: { work: 4000 },
      faults: { cut: bothWays('client1', 'nodeA', atStep('client1', 'work'), 2500) },
    },
    getsIn: { client: 'client2', from: 1600, to: 1640 },
  },
  {
    when: 'a partition parts the holder from Redis for half a lease',
    ends: 'held',
    because: 'the renewal after a third of the lease is sent again by TCP and still comes in time',
    source: 'renewal/RenewalTask.java, schedule: internalLockLeaseTime / 3; RFC 6298, 5',
    setup: {
      lock: lock(),
      settings: { work: 3000 },
      faults: { cut: bothWays('client1', 'nodeA', atStep('client1', 'work'), 700) },
    },
  },
  {
    when: 'Redis restarts with a log that is flushed at each write',
    ends: 'held',
    because: 'the key is still there with the rest of its time, and the watchdog renews it',
    source: 'Redis docs, Persistence: appendfsync always; renewal/LockTask.java',
    setup: {
      lock: lock(),
      nodes: { persistence: 'always' },
      settings: { work: 3000 },
      faults: { restart: { kind: 'restart', process: 'nodeA', when: atStep('client1', 'work') } },
    },
  },
  {
    when: 'the answer to an unlock is lost, and the script is sent again',
    ends: 'held',
    because: 'the first one freed the lock and published it, and the second only throws',
    source: 'Redisson up to 3.36, RedissonLock.java, unlockInnerAsync',
    setup: { lock: lock({ nodeTimeout: 300 }), faults: { lost: lostReply(2) } },
    getsIn: { client: 'client2', from: 440, to: 490 },
  },
  {
    when: 'the wall clock of Redis jumps by an hour',
    ends: 'lost',
    because: 'Redis keeps expiries as absolute times of its wall clock, so the key is past at once',
    source: 'Redis docs, EXPIRE: Expires and persistence',
    setup: { lock: lock(), settings: { work: 1500 }, faults: { jump: hourLater('nodeA', atStep('client1', 'work')) } },
    getsIn: { client: 'client2', from: 400, to: 440 },
  },
  {
    when: 'Redis stands still past the end of the lease, with a renewal at its door',
    ends: 'lost',
    because: 'the key is past when Redis goes on, and the script of the other client came before the renewal',
    source: 'Redis docs, EXPIRE: How Redis expires keys; renewal/LockTask.java, buildChunk',
    setup: { lock: lock(), settings: { work: 2500 }, faults: { still: stops('nodeA', atTime(402), 1400) } },
    getsIn: { client: 'client2', from: 1800, to: 1830 },
  },
];

describe('Redisson', () => endAsWritten(rows));
