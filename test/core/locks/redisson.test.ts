// Redisson's lock against a node that answers from a table, and in the runs of articles and stories.
import { describe, expect, test } from 'vitest';
import { redisson } from '../../../src/core/locks/redisson/lock';
import { timedOut } from '../../../src/core/model/effects/request';
import { crashAt, loseReply, pauseAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const acquire = lockClient(redisson, {
  settings: { waits: 'not' },
  replies: {
    lockHash: null,
    lockHashFenced: inTurn([-1, 33], [-1, 34]),
    unlockHash: 1,
    renewHash: inTurn(1, 0),
  },
});

const me = '80000000:1';
const names = {
  lock: `lockHash stock 5000 ${me}`,
  watched: `lockHash stock 30000 ${me}`,
  fenced: `lockHashFenced stock redisson_lock_token:{stock} 30000 ${me}`,
};

describe('lock', () => {
  test.each<ClientRow>([
    ['sends its lease and its thread, and is valid for the lease', {}, 'watched → held 29980'],
    ['tryLock() gives up if it hears how long the lock will last', { lockHash: 1234 }, 'watched → refused: held'],
    ['may send once alone', { retries: 0, lockHash: timedOut }, 'watched → refused: error'],
    [
      'fenced, it has the token of the last time that it came in',
      { fenced: true, entries: 2 },
      'fenced, fenced → held 29960, token 34',
    ],
    ['fenced, it is refused all the same', { fenced: true, lockHashFenced: [1234, -1] }, 'fenced → refused: held'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('waits 3 s for its node, and owns the lock by its thread', () => {
    const { world, held } = acquire();
    expect([world.sent.map(({ timeoutMs }) => timeoutMs), held.owner]).toEqual([[3000], me]);
  });

  test.each([
    [{ leaseTime: 5000 }, 0],
    [{}, 1],
  ])('with a lease time there is no watchdog: %j', (settings, count) => {
    expect(acquire(settings).world.forked).toHaveLength(count);
  });

  test('a thread has one name as long as its process lives', () => {
    expect(acquire({ leaseTime: 5000 }).acquire().sent).toEqual([names.lock, names.lock]);
  });

  test('sends again four times where nobody answers, 1 to 2 s apart', () => {
    const client = acquire({ lockHash: timedOut });
    expect(client.timesOf('lockHash')).toEqual([0, 4500, 9000, 13_500, 18_000]);
    expect(client.ends).toBe('refused: error');
  });
});

describe('with replicas', () => {
  const replicated = { replicated: true } as const;
  const info = (count: number) => `role:master\r\nconnected_slaves:${count}\r\n`;
  const asks = {
    ...names,
    info: 'INFO replication',
    wait: 'WAIT 2 1000',
    unlock: `unlockHash stock redisson_lock__channel:{stock} 0 30000 ${me}`,
  };
  const counted: Settings = { checkLockSyncedSlaves: 'counted', retries: 1, retryJitter: 0 };

  test.each<ClientRow>([
    ['it waits for all of them after the script', { INFO: info(2), WAIT: 2 }, 'info, watched, wait → held 29960'],
    ['one of them is enough', { INFO: info(2), WAIT: 1 }, 'info, watched, wait → held 29960'],
    [
      'if none has the lock, it unlocks and tries again',
      { INFO: info(2), WAIT: inTurn(0, 1) },
      'info, watched, wait, unlock, info, watched, wait → held 29960',
    ],
    [
      'it does so as often as it resends, and then lock() throws',
      { INFO: info(2), WAIT: 0 },
      'info, watched, wait, unlock, info, watched, wait, unlock → refused: error',
    ],
    ['with none connected, it waits for nobody', { INFO: info(0) }, 'info, watched → held 29980'],
    ['a refused script is not waited for', { INFO: info(2), lockHash: 900 }, 'info, watched → refused: held'],
    ['a node that does not say how many fails', { INFO: timedOut }, 'info, info → refused: error'],
    [
      'if nobody answers WAIT, the lock stays taken and lock() throws',
      { INFO: info(2), WAIT: timedOut },
      'info, watched, wait, wait → refused: error',
    ],
    ['without the check it asks nothing', { checkLockSyncedSlaves: 'off' }, 'watched → held 29980'],
  ])('%s', (_, given, went) => {
    expect(acquire({ ...counted, ...given }, replicated).went(asks)).toBe(went);
  });

  test('WAIT has its own time besides that of a command', () => {
    const { sent, world } = acquire({ ...counted, slavesSyncTimeout: 50, INFO: info(1), WAIT: 1 }, replicated);
    expect([sent.at(-1), world.sent.at(-1)?.timeoutMs]).toEqual(['WAIT 1 50', 3050]);
  });

  test('set up for one server, it asks nothing', () => {
    expect(acquire(counted).went(asks)).toBe('watched → held 29980');
  });

  test.each<readonly [string, Circumstances, number]>([
    ['asks again', { INFO: info(2), WAIT: 2, checkLockSyncedSlaves: 'counted' }, 2],
    ['remembers how many there are', { INFO: info(2), WAIT: 2, checkLockSyncedSlaves: 'remembered' }, 1],
    ['asks again after another number', { INFO: info(2), WAIT: 1, checkLockSyncedSlaves: 'remembered' }, 2],
    ['remembers that there is none', { INFO: inTurn(info(0), info(1)), checkLockSyncedSlaves: 'remembered' }, 1],
  ])('before its second lock it %s', (_, given, count) => {
    const client = acquire(given, replicated).acquire();
    expect(client.timesOf('INFO')).toHaveLength(count);
  });
});

describe('unlock', () => {
  const released = (given: Circumstances) => {
    const client = acquire({ leaseTime: 5000, ...given });
    if (redisson.unwind) client.world.run(redisson.unwind(client.context as never, client.held));
    const inside = client.sent.length;
    const reason = client.release();
    return [reason, client.sent.slice(1, inside), client.sent.slice(inside)];
  };
  const unlock = `unlockHash stock redisson_lock__channel:{stock} 0 5000 ${me}`;

  const thrice = { entries: 3, unlockHash: inTurn(0, 0, 1) };
  const tooOften = { unlocksOnceMore: true, unlockHash: inTurn(1, null) };

  test.each<readonly [string, Circumstances, string, readonly string[], readonly string[]]>([
    ['frees it', { unlockHash: 1 }, 'none', [], [unlock]],
    ['by a stranger is an error', { unlockHash: null }, 'not-owner', [], [unlock]],
    ['of a thread that is inside once more is none', { unlockHash: 0 }, 'none', [], [unlock]],
    ['that nobody answers fails', { retries: 0, unlockHash: timedOut }, 'error', [], [unlock]],
    [
      'is called as often as lock was, all but the last time while the client is inside',
      thrice,
      'none',
      [names.lock, names.lock, unlock, unlock],
      [unlock],
    ],
    ['once too often is an error', tooOften, 'not-owner', [], [unlock, unlock]],
  ])('%s', (_, given, ...expected) => {
    expect(released(given)).toEqual(expected);
  });
});

describe('the watchdog', () => {
  test('renews every third of the lease, and stops where the thread is not inside any more', () => {
    const { world, marks, left } = acquire({ watchdogTimeout: 3000, renewHash: inTurn(1, 1, 0) }).runTask();
    expect(world.sleepsMs).toEqual([1000, 1000, 1000]);
    expect(marks).toEqual(['1 extended 2980', '1 extended 2980']);
    // Renewed at 2040, asked again at 3060, refused at 3080.
    expect(left).toBe(String(3000 - (3080 - 2040)));
  });

  test('goes on after a renewal that nobody answered', () => {
    const { marks } = acquire({ watchdogTimeout: 3000, retries: 0, renewHash: inTurn(timedOut, 1, 0) }).runTask();
    expect(marks).toHaveLength(1);
  });

  test.each([[1], [null]])('ends with the unlock, whatever that found: %j', (found) => {
    const client = acquire({ unlockHash: found });
    client.release();
    expect(client.world.cancelled).toEqual([0]);
  });
});

describe('in the stories’ runs', () => {
  const rLock = (settings: Settings = {}) => ({ id: 'redisson', settings: { watchdogTimeout: 1500, ...settings } });
  const storage = { id: 'version' };
  const long = { settings: { work: 4000, duration: 12_000, patience: 9000 } };
  const crashed = { settings: { work: 2000, patience: 6000 }, faults: { crash: crashAt('client1', 'write') } };
  const paused = { storage, settings: { work: 800 }, faults: { pause: pauseAt('client1', 'write', 2600) } };
  const leased = { storage, settings: { work: 2500 } };
  const dead = { settings: { work: 1000, duration: 9000 }, faults: { dies: threadDiesAt('client1', 'write') } };
  const away: Rest = {
    settings: { work: 1800, duration: 20_000 },
    faults: { crash: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 900 }, restartAfter: 1000 } },
  };
  const works = { settings: { work: 1000 } };
  const tokens = { storage: { id: 'fencing' }, settings: { rounds: 2 } };

  test.each<RunRow>([
    ['36: work longer than the lease, renewed', 'held', rLock(), long],
    ['36b: the holder crashes, and the lock is free after a lease at most', 'held', rLock(), crashed],
    ['36c: the whole process pauses, and the watchdog with it', 'overlap', rLock(), paused],
    ['36d: a lease time, hence no watchdog', 'overlap', rLock({ leaseTime: 1500 }), leased],
    ['36e: the thread is dead, the process lives and renews', 'stuck', rLock(), dead],
    ['36e: if the watchdog looked at the thread', 'held', rLock({ watchdogWatches: 'thread' }), dead],
    ['37: lock twice, unlock twice', 'held', rLock({ entries: 2 }), works],
    ['37: an unlock once too often is an error, with another inside', 'held', rLock({ unlocksOnceMore: true }), works],
    ['a fenced lock that is entered twice', 'held', rLock({ fenced: true, entries: 2 }), tokens],
    ['a node that was away, and forgot the lock', 'expired', rLock(), away],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('36: it is renewed again and again, and the key of one that crashed is gone after a lease', () => {
    expect(runOf({ lock: rLock(), ...long }).times('extended', 'client1').length).toBeGreaterThan(5);
    expect(runOf({ lock: rLock(), ...crashed }).verdict.measures.freeAfterCrash).toBeLessThan(1_600_000);
  });

  test('36d: the late unlock is a stranger’s', () => {
    expect(runOf({ lock: rLock({ leaseTime: 1500 }), ...leased }).facts('deleted-another')).toEqual([]);
  });

  test('37: the refused is told the time, waits, and is woken', () => {
    const run = runOf({ lock: rLock({ entries: 2 }), ...works });
    expect(run.requests('client1').filter((text) => text.startsWith('unlockHash'))).toHaveLength(2);
    expect(run.times('refused', 'client2')).toEqual([]);
    expect(run.verdict.measures.wokenPerRelease).toBe(0.5);
    const woken = run.times('woken', 'nodeA')[0] ?? 0;
    expect((run.times('acquired', 'client2')[0] ?? 0) - woken).toBeLessThan(150);
  });

  test('the tokens of a fenced lock grow with each entry', () => {
    const { trace } = runOf({ lock: rLock({ fenced: true, entries: 2 }), ...tokens });
    expect(trace.strings.filter((text) => /^-1 \d+$/.test(text))).toHaveLength(8);
  });

  test('a lock script whose answer was lost counts twice: the key outlives the unlock', () => {
    const lock = rLock({ nodeTimeout: 300, retryDelay: 100, retryJitter: 0 });
    const { facts } = runOf({ lock, faults: { lost: loseReply('nodeA', 'client1', 1) } });
    expect(facts('entry-left')).toEqual(['client1 nodeA']);
  });

  test('who waits hears of it again after the node was away', () => {
    expect(runOf({ lock: rLock(), ...away }).times('acquired', 'client2')).toHaveLength(1);
  });

  test('tryLock with a wait time waits no longer than that, and does not try again when it is over', () => {
    const run = runOf({ lock: rLock({ waits: 'wait-time', waitTime: 500 }), settings: { work: 1500 } });
    const [asked = 0] = run.times('acquiring', 'client2');
    const [refused = 0] = run.times('refused', 'client2');
    expect(refused - asked).toBe(500);
  });
});
