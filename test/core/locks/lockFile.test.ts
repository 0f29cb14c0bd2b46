// The lock of proper-lockfile: what it asks and what its updates do; then ten scenarios whose verdicts were written by
// its source before they were run, and three by nfs(5).
import { describe, expect, test } from 'vitest';
import { lockFile } from '../../../src/core/locks/lockFile/lock';
import type { Reply } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { toMs, wallEpoch } from '../../../src/core/model/values/time';
import { atStep, crashAt, pauseAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const failure = (message: string): Reply => ({ kind: 'error', message });
const [exists, absent, full, io] = [failure('EEXIST'), failure('ENOENT'), failure('ENOTEMPTY'), failure('EIO')];

/** A time in ms from the start of the world. */
const at = (ms: number): number => toMs(wallEpoch) + ms;

const acquire = lockClient(lockFile, {
  nodes: ['service'],
  replies: { MKDIR: at(20), UTIMES: at(1005), STAT: at(1005), RMDIR: 'OK' },
});
const names = {
  mkdir: 'MKDIR stock.lock 80000000',
  probe: 'UTIMES stock.lock +1005',
  stat: 'STAT stock.lock',
  rmdir: 'RMDIR stock.lock 80000000',
};

describe('acquire', () => {
  const taken = { MKDIR: exists };
  const takenFirst = { MKDIR: inTurn(exists, at(80)) };

  test.each<ClientRow>([
    ['makes the directory, sets a time that is not on the second, and reads it', {}, 'mkdir, probe, stat → held 10945'],
    ['takes the time that it reads, in whole milliseconds', { STAT: at(900.4) }, 'mkdir, probe, stat → held 10840'],
    [
      'is refused while the time is fresh, to the millisecond',
      { ...taken, STAT: at(40 - 10_000) },
      'mkdir, stat → refused: held',
    ],
    [
      'removes a directory one millisecond older, and makes its own',
      { ...takenFirst, STAT: inTurn(at(40 - 10_001), at(1005)) },
      'mkdir, stat, rmdir, mkdir, probe, stat → held 10885',
    ],
    [
      'does so after a shorter time',
      { stale: 2000, ...taken, STAT: at(40 - 2001) },
      'mkdir, stat, rmdir, mkdir → refused: held',
    ],
    [
      'does not look again at what another has made meanwhile',
      { ...taken, STAT: at(40 - 99_000) },
      'mkdir, stat, rmdir, mkdir → refused: held',
    ],
    [
      'does not mind that another has removed it',
      { ...takenFirst, STAT: inTurn(at(40 - 99_000), at(1005)), RMDIR: absent },
      'mkdir, stat, rmdir, mkdir, probe, stat → held 10885',
    ],
    ['minds another error', { ...taken, STAT: at(40 - 99_000), RMDIR: full }, 'mkdir, stat, rmdir → refused: error'],
    ['asks once more where the directory has gone', { ...taken, STAT: absent }, 'mkdir, stat, mkdir → refused: held'],
    ['is refused by an error of mkdir', { MKDIR: io }, 'mkdir → refused: error'],
    ['and of stat', { ...taken, STAT: io }, 'mkdir, stat → refused: error'],
    ['believes its kernel on a network file system', { fileSystem: 'network' }, 'mkdir, probe → held 10965'],
    [
      'which asks the server after a mkdir that was refused',
      { fileSystem: 'network', ...taken, STAT: at(40) },
      'mkdir, stat → refused: held',
    ],
    ['without a cache it asks', { fileSystem: 'network', attributeCache: 0 }, 'mkdir, probe, stat → held 10945'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('waits longer and longer between its retries', () => {
    const client = acquire({ ...taken, retries: 3, STAT: at(40), stale: 60_000 });
    expect([client.ends, client.timesOf('MKDIR')]).toEqual(['refused: held', [0, 1040, 3080, 7120]]);
  });

  test('probes once in a process: later the file system’s own time stays', () => {
    const client = acquire({ STAT: inTurn(at(1005), at(77)) });
    client.release();
    expect(client.acquire().sent.slice(4)).toEqual([names.mkdir, names.stat]);
    expect(client.left).toBe(String(77 + 10_000 - 120));
  });

  test('where its directory is gone at once, it removes what is there', () => {
    const client = acquire({ UTIMES: absent });
    expect(client.went(names)).toBe('mkdir, probe → refused: error');
    client.runTask();
    expect(client.sent.at(-1)).toBe(names.rmdir);
  });
});

describe('the update', () => {
  /** What the first updates ask, each by its command and time, and what came of it. */
  function updated(given: Circumstances, count: number): readonly (string | number)[] {
    const client = acquire(given);
    const before = client.sent.length;
    for (let nth = 0; nth < count; nth++) client.runTask(nth);
    const asked = client.world.sent.slice(before).map(({ command, atMs }) => `${command} ${atMs}`);
    return [asked.join(', '), client.reported, client.marks.filter((mark) => mark.includes('extended')).length];
  }
  const stats = (...after: readonly (number | Reply)[]) => ({ STAT: inTurn(at(1005), ...after) });

  test.each<readonly [string, Circumstances, number, string, string, number]>([
    ['looks, and sets the time anew', stats(at(1005)), 1, 'STAT 5060, UTIMES 5080', 'none', 1],
    [
      'looks for the time that it has set',
      stats(at(1005), at(5080)),
      2,
      'STAT 5060, UTIMES 5080, STAT 10100, UTIMES 10120',
      'none',
      2,
    ],
    ['finds another time', stats(at(1006)), 1, 'STAT 5060', 'stolen', 0],
    ['finds nothing', stats(absent), 1, 'STAT 5060', 'gone', 0],
    ['looks again a second after an error', stats(io, at(1005)), 2, 'STAT 5060, STAT 6080, UTIMES 6100', 'none', 1],
    ['until the last update is stale', { ...stats(io, io), stale: 2000 }, 2, 'STAT 1060, STAT 2080', 'expired', 0],
    [
      'cannot set the time of nothing',
      { ...stats(at(1005)), UTIMES: inTurn(at(1005), absent) },
      1,
      'STAT 5060, UTIMES 5080',
      'gone',
      0,
    ],
    [
      'tries again a second after it could not',
      { ...stats(at(1005)), UTIMES: inTurn(at(1005), io, at(0)) },
      2,
      'STAT 5060, UTIMES 5080, STAT 6100, UTIMES 6120',
      'none',
      1,
    ],
    [
      'comes at half of “stale” at the latest',
      { ...stats(at(1005)), stale: 4000 },
      1,
      'STAT 2060, UTIMES 2080',
      'none',
      1,
    ],
    [
      'and after a second at the earliest',
      { ...stats(at(1005)), stale: 2000, update: 1000 },
      1,
      'STAT 1060, UTIMES 1080',
      'none',
      1,
    ],
    ['asks its kernel alone where that remembers', { fileSystem: 'network' }, 1, 'UTIMES 5040', 'none', 1],
    [
      'counts from the update before',
      { ...stats(at(1005), io, at(2080)), stale: 4000 },
      3,
      'STAT 2060, UTIMES 2080, STAT 4100, STAT 5120, UTIMES 5140',
      'none',
      2,
    ],
    [
      'which it does for 30 s from what the server has said last',
      { fileSystem: 'network', STAT: at(25_120) },
      7,
      'UTIMES 5040, UTIMES 10060, UTIMES 15080, UTIMES 20100, UTIMES 25120, STAT 30140, UTIMES 30160, UTIMES 35180',
      'none',
      7,
    ],
    [
      'which it does for 30 s since the mkdir',
      { fileSystem: 'network', STAT: at(1) },
      6,
      'UTIMES 5040, UTIMES 10060, UTIMES 15080, UTIMES 20100, UTIMES 25120, STAT 30140',
      'stolen',
      5,
    ],
  ])('%s', (_, given, count, ...expected) => {
    expect(updated(given, count)).toEqual(expected);
  });
});

describe('an update that was under way at the release', () => {
  /** The holder releases just before this step of its update. */
  function releasedAt(step: string, given: Circumstances): readonly (string | number)[] {
    const client = acquire(given, { atStep: (label) => void (label === step && client.release()) });
    const before = client.sent.length;
    client.runTask();
    const commands = client.world.sent.slice(before).map(({ command }) => command);
    return [commands.join(', '), client.reported, client.marks.length, client.world.forked.length];
  }

  test.each<readonly [string, string, Circumstances, string]>([
    ['sets the time of whatever is there', 'update-mtime', {}, 'STAT, RMDIR, UTIMES'],
    ['or of nothing', 'update-mtime', { UTIMES: inTurn(at(1005), absent) }, 'STAT, RMDIR, UTIMES'],
    ['says nothing where it finds another’s', 'check-mtime', { STAT: inTurn(at(1005), at(3)) }, 'RMDIR, STAT'],
    ['nor where it finds nothing', 'check-mtime', { STAT: inTurn(at(1005), absent) }, 'RMDIR, STAT'],
    ['and ends with an error', 'check-mtime', { STAT: inTurn(at(1005), io) }, 'RMDIR, STAT'],
  ])('%s', (_, step, given, commands) => {
    expect(releasedAt(step, given)).toEqual([commands, 'none', 0, 1]);
  });

  test('one that waits for its timer is cancelled', () => {
    const client = acquire();
    client.release();
    expect(client.world.cancelled).toEqual([0]);
  });
});

describe('release', () => {
  test.each<readonly [string, Circumstances, string]>([
    ['removes whatever is there', {}, 'none'],
    ['finds nothing', { RMDIR: absent }, 'gone'],
    ['cannot', { RMDIR: full }, 'error'],
  ])('%s', (_, given, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, names.rmdir]);
  });

  test('sends nothing once the holder has heard of its loss', () => {
    const client = acquire({ STAT: inTurn(at(1005), absent) });
    client.runTask();
    const before = client.sent.length;
    expect([client.release(), client.sent.length]).toEqual(['gone', before]);
  });
});

const lock = (settings: Settings = {}) => ({ id: 'lock-file', settings });
const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 200_000, patience: 150_000 };
const work = (ms: number, more: Partial<RunSettings> = {}): Rest => ({ settings: { ...times, work: ms, ...more } });
const paused = (step: string, ms: number): Rest => ({ faults: { pause: pauseAt('client1', step, ms) } });

/** The laptop sleeps, and its wall clock goes on. */
const asleep = (ms: number): Rest => ({
  faults: { sleep: { kind: 'suspend', process: 'client1', when: atStep('client1', 'work'), for: ms } },
});
const ahead = (offset: number): Partial<RunSettings> => ({ own: { client2: { clock: { offset } } } });

/**
 * Client 1 has crashed. Client 2 finds its directory stale and stands still before it removes it. Client 3 comes,
 * removes it, and makes its own, which client 2 then removes.
 */
const twoFindItStale: Rest = {
  settings: { ...times, clients: 3, work: 4000, own: { client3: { start: 12_000 } } },
  faults: { crash: crashAt('client1', 'work'), stands: pauseAt('client2', 'remove-stale', 4000) },
};

const sleepOnNetwork = [work(13_000), asleep(13_000)];
const restartBeforeAnswer: Record<string, Fault> = {
  lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 1 } },
  restart: { kind: 'restart', process: 'service', when: { kind: 'time', at: 1000 } },
};

/** Each verdict was written before the run, by its reason. */
const scenarios: RunRow[] = [
  ['a pause of 20 s before the write: the directory is 23 s old', 'lost', lock(), work(3000), paused('write', 20_000)],
  ['a pause of 6 s: it is 9 s old', 'held', lock(), work(3000), paused('write', 6000)],
  [
    'a sleep of a minute, and 8 s of work after it: the update comes first and throws',
    'overlap',
    lock(),
    work(8000),
    asleep(60_000),
  ],
  ['the same with 3 s of work: the write comes before the update', 'lost', lock(), work(3000), asleep(60_000)],
  ['a handler that logs: the work goes on', 'lost', lock({ onCompromised: 'logs' }), work(8000), asleep(60_000)],
  ['the other clock is 12 s ahead: it takes a live lock', 'lost', lock(), work(3000, ahead(12_000))],
  ['the other clock is 4 s ahead, and updates come each 5 s', 'held', lock(), work(20_000, ahead(4000))],
  [
    'after a crash the next waits until the directory is stale',
    'held',
    lock(),
    work(3000),
    { faults: { crash: crashAt('client1', 'work') } },
  ],
  ['two find it stale: the later removal removes the new lock', 'lost', lock(), twoFindItStale],
  [
    'a pause between the look and the update: it updates the lock of the next, who hears of it',
    'overlap',
    lock(),
    work(30_000),
    paused('update-mtime', 20_000),
  ],
  [
    'on a network file system: the update’s look is answered from memory, and the work goes on',
    'lost',
    lock({ fileSystem: 'network' }),
    ...sleepOnNetwork,
  ],
  ['the same on a local one', 'overlap', lock(), ...sleepOnNetwork],
  [
    'the server restarts before its answer is heard: the directory exists, and nobody has it until it is stale',
    'held',
    lock({ fileSystem: 'network' }),
    work(3000),
    { faults: restartBeforeAnswer },
  ],
];

describe('scenarios', () => {
  test.each(scenarios)('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });
});

describe('in runs', () => {
  const holderCrashes = { faults: { crash: crashAt('client1', 'work') } };

  test.each<RunRow>([
    ['three clients, two rounds', 'held', lock(), work(3000, { clients: 3, rounds: 2 })],
    [
      'both clocks are wrong by the same',
      'held',
      lock(),
      work(8000, { own: { client1: { clock: { offset: 60_000 } }, client2: { clock: { offset: 60_000 } } } }),
    ],
    [
      'the holder’s clock is 12 s behind instead',
      'lost',
      lock(),
      work(3000, { own: { client1: { clock: { offset: -12_000 } } } }),
    ],
    [
      'nobody saw it stale but one',
      'held',
      lock(),
      { ...twoFindItStale, faults: { crash: crashAt('client1', 'work') } },
    ],
    [
      'the version check refuses the laptop’s write',
      'overlap',
      lock(),
      { storage: { id: 'version' } },
      work(3000),
      asleep(60_000),
    ],
    ['a process that was stopped throws as well', 'overlap', lock(), work(20_000), paused('check-mtime', 12_000)],
    ['unless its work ends before the answer to its look', 'lost', lock(), work(8000), paused('check-mtime', 20_000)],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('after a crash the next is in a second after the directory is stale at the latest', () => {
    const { times: when } = runOf(setupOf(lock(), work(3000), holderCrashes));
    const waited = (when('acquired', 'client2')[0] ?? 0) - (when('acquired', 'client1')[0] ?? 0);
    expect(waited).toBeGreaterThan(10_000);
    expect(waited).toBeLessThan(11_300);
  });

  test('where the thread dies alone, the process keeps the lock fresh for ever', () => {
    const dies = { faults: { dies: threadDiesAt('client1', 'work') } };
    expect(runOf(setupOf(lock(), work(3000), dies)).times('acquired', 'client2')).toEqual([]);
  });

  test('the laptop’s holder hears of its loss 5 s of its own time after it began, and its release sends nothing', () => {
    const { times: when, requests } = runOf(setupOf(lock(), work(8000), asleep(60_000)));
    const [heard = 0] = when('lockLost', 'client1');
    expect(heard).toBeGreaterThan(65_000);
    expect(heard).toBeLessThan(65_300);
    expect(requests('client1').at(-1)).toBe('STAT stock.lock');
  });

  test('the rightful holder hears of a loss, where the late update has touched its directory', () => {
    const { times: when } = runOf(setupOf(lock(), work(30_000), paused('update-mtime', 20_000)));
    expect([when('lockLost', 'client1').length, when('lockLost', 'client2').length]).toEqual([0, 1]);
  });

  test('the late removal removes the new lock of another', () => {
    expect(runOf(setupOf(lock(), twoFindItStale)).facts('deleted-another')).toContain('client2 client3');
  });

  test('an update under way outlives the release, and touches the directory of the next', () => {
    const late: Fault = { kind: 'delay', message: { from: 'service', to: 'client1', leg: 'reply', nth: 4 }, by: 600 };
    const { times: when } = runOf(setupOf(lock(), work(5200), { faults: { late } }));
    expect([when('lockLost', 'client1').length, when('lockLost', 'client2').length]).toEqual([0, 1]);
  });

  test('a server that remembers answers the same to a request sent again; after its restart it does not', () => {
    const { lost } = restartBeforeAnswer;
    const firstIn = (fileSystem: string, faults: Record<string, Fault>): number =>
      runOf(setupOf(lock({ fileSystem }), work(3000, { clients: 1 }), { faults })).times('acquired', 'client1')[0] ?? 0;
    if (lost === undefined) throw new Error('There is no such fault.');
    expect(firstIn('network', { lost })).toBeLessThan(4000);
    expect(firstIn('local', restartBeforeAnswer)).toBeLessThan(4000);
    expect(firstIn('network', restartBeforeAnswer)).toBeGreaterThan(10_000);
  });
});
