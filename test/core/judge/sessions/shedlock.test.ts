// Ten scenarios of ShedLock, over Redis and over a table: lockAtMostFor and lockAtLeastFor, clocks, and extensions.
import { describe } from 'vitest';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { atStep, crashAt } from '../../../support/faultsAt';
import { after, atTime, endAsWritten, hourLater, type Row, stops } from './writtenFirst';

type Settings = Readonly<Record<string, Setting>>;

const redis = (settings: Settings = {}) => ({ id: 'shedlock', settings: { lockAtMostFor: 2000, ...settings } });
const table = (settings: Settings = {}) => ({ id: 'shedlock-table', settings: { lockAtMostFor: 2000, ...settings } });
const keepAlive = { extension: 'keep-alive', nodeTimeout: 500 };
/** The second scheduler's clock is five seconds ahead. */
const unlike = { client2: { clock: { offset: 5000 } } };

const rows: readonly Row[] = [
  {
    when: 'the job takes longer than lockAtMostFor',
    ends: 'lost',
    because: 'the lock is free after lockAtMostFor, so more than one process has it',
    source: 'ShedLock README, Annotate your scheduled tasks: lockAtMostFor',
    setup: { lock: redis(), settings: { work: 3000 } },
    getsIn: { client: 'client2', from: 2100, to: 2260 },
  },
  {
    when: 'the job takes three times lockAtMostFor, and KeepAliveLockProvider extends it',
    ends: 'held',
    because: 'it extends the lock by a whole lockAtMostFor after each half of it',
    source: 'KeepAliveLockProvider.java, extendForNextPeriod',
    setup: { lock: redis(keepAlive), settings: { work: 6500, duration: 30_000, patience: 20_000 } },
  },
  {
    when: 'the answer to one extension of KeepAliveLockProvider is lost',
    ends: 'lost',
    because:
      'the exception ends a task at a fixed rate for good, nobody is told, and the lock lasts one more lockAtMostFor',
    source: 'KeepAliveLockProvider.java; ScheduledExecutorService.scheduleAtFixedRate',
    setup: {
      lock: redis(keepAlive),
      settings: { work: 6500, duration: 30_000, patience: 20_000 },
      faults: { lost: { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 2 } } },
    },
    getsIn: { client: 'client2', from: 3000, to: 3260 },
  },
  {
    when: 'a short job ends before lockAtLeastFor',
    ends: 'held',
    because: 'the unlock only shortens the lock’s time to what is left of lockAtLeastFor',
    source: 'InternalRedisLockProvider.java, doUnlock: keepLockFor',
    setup: { lock: redis({ lockAtLeastFor: 1500 }), settings: { work: 50 } },
    getsIn: { client: 'client2', from: 1600, to: 1750 },
  },
  {
    when: 'the clock of the second scheduler is ahead by more than lockAtMostFor',
    ends: 'lost',
    because: 'it compares the row’s lock_until with its own clock',
    source: 'SqlStatementsSource.java, getUpdateStatement: lockUntil <= :now',
    setup: { lock: table(), settings: { work: 1000, own: unlike } },
    getsIn: { client: 'client2', from: 400, to: 460 },
  },
  {
    when: 'the same with usingDbTime',
    ends: 'held',
    because: 'all times are the database’s',
    source: 'PostgresSqlServerTimeStatementsSource.java',
    setup: { lock: table({ usingDbTime: true }), settings: { work: 1000, own: unlike } },
  },
  {
    when: 'a scheduler is killed within its job and starts again under the same name',
    ends: 'held',
    because: 'an update asks for a time that is past, not for the name, so it waits for its own old lock',
    source: 'SqlStatementsSource.java, getUpdateStatement',
    setup: { lock: table(), settings: { clients: 1 }, faults: { crash: crashAt('client1', 'work', 200) } },
    getsIn: { client: 'client1', nth: 2, from: 2100, to: 2300 },
  },
  {
    when: 'a job pauses past lockAtMostFor and then extends by hand, with safeUpdate',
    ends: 'overlap',
    because: 'the extension finds another’s value and throws, which ends the job before its write',
    source: 'InternalRedisLockProvider.java, setKeyExpiration; LockExtender.java, extendActiveLock',
    setup: {
      lock: redis({ extension: 'by-hand', extendEvery: 500, safeUpdate: true }),
      settings: { work: 6000 },
      faults: { pause: stops('client1', after('client1', 'work', 700), 3000) },
    },
    getsIn: { client: 'client2', from: 2600, to: 2780 },
    overlapMs: [1050, 1250],
  },
  {
    when: 'Redis restarts without a log while the job runs',
    ends: 'lost',
    because: 'the key was in memory alone, and SET NX of the next scheduler finds nothing',
    source: 'Redis docs, Persistence: no persistence; InternalRedisLockProvider.java, createLock',
    setup: {
      lock: redis(),
      settings: { work: 1500 },
      faults: { restart: { kind: 'restart', process: 'nodeA', when: atStep('client1', 'work') } },
    },
  },
  {
    when: 'the scheduler’s wall clock jumps by an hour under KeepAliveLockProvider',
    ends: 'lost',
    because: 'it takes its lock for over by its own clock, stops extending, and tells nobody',
    source: 'KeepAliveLockProvider.java, extendForNextPeriod: currentLockAtMostUntil.isBefore(now())',
    setup: {
      lock: redis(keepAlive),
      settings: { work: 5000 },
      faults: { jump: hourLater('client1', atTime(500)) },
    },
    getsIn: { client: 'client2', from: 2100, to: 2260 },
  },
];

describe('ShedLock', () => endAsWritten(rows));
