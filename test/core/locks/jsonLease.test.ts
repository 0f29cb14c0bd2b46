// The lease in a JSON file: what a client reads, writes and renames, who renews, and what two that read “free” do.
import { describe, expect, test } from 'vitest';
import { jsonLease } from '../../../src/core/locks/jsonLease/lock';
import type { Reply } from '../../../src/core/model/effects/request';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { toMs, wallEpoch } from '../../../src/core/model/values/time';
import { crashAt, pauseAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const failure = (message: string): Reply => ({ kind: 'error', message });
const [absent, io] = [failure('ENOENT'), failure('EIO')];
const me = '80000000';
const lease = (owner: string, ms: number): string => JSON.stringify({ owner, expiresAt: toMs(wallEpoch) + ms });

const acquire = lockClient(jsonLease, {
  nodes: ['service'],
  settings: { ttl: 30_000, renewEvery: 10_000, retryDelay: 1000 },
  replies: { READ: absent, WRITE: 'OK', RENAME: 'OK', UNLINK: 'OK' },
});
const write = (expiresAt: number): string => `WRITE stock.json.${me}.tmp {"owner":"${me}","expiresAt":+${expiresAt}}`;
const names = {
  read: 'READ stock.json',
  rename: `RENAME stock.json.${me}.tmp stock.json ${me}`,
  unlink: `UNLINK stock.json ${me}`,
};

describe('acquire', () => {
  test.each<ClientRow>([
    ['writes beside the file, and renames', {}, `read, ${write(30_020)}, rename → held 29960`],
    ['takes what is over, to the millisecond', { READ: lease('x', 20) }, `read, ${write(30_020)}, rename → held 29960`],
    [
      'waits for what is not',
      { READ: inTurn(lease('x', 21), absent) },
      `read, read, ${write(31_040)}, rename → held 29960`,
    ],
    ['takes its own', { READ: lease(me, 9000) }, `read, ${write(30_020)}, rename → held 29960`],
    [
      'does not take what it cannot read',
      { READ: inTurn(io, absent) },
      `read, read, ${write(31_040)}, rename → held 29960`,
    ],
    [
      'reads again where the rename failed, and finds its own name',
      { READ: inTurn(absent, lease(me, 30_020)), RENAME: inTurn(absent, 'OK') },
      `read, ${write(30_020)}, rename, read, ${write(31_080)}, rename → held 29960`,
    ],
    [
      'reads back its own name',
      { readsBack: true, READ: inTurn(absent, lease(me, 30_020)) },
      `read, ${write(30_020)}, rename, read → held 29940`,
    ],
    [
      'and another’s, for which it waits',
      { readsBack: true, READ: inTurn(absent, lease('x', 30_021), absent, lease(me, 1)) },
      `read, ${write(30_020)}, rename, read, read, ${write(31_100)}, rename, read → held 29940`,
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });
});

describe('a renewal', () => {
  function renewed(given: Circumstances): readonly string[] {
    const client = acquire(given);
    const before = client.sent.length;
    client.runTask();
    return [
      client.world.sent
        .slice(before)
        .map(({ command, atMs }) => `${command} ${atMs}`)
        .join(', '),
      client.reported,
      client.marks.join(', '),
    ];
  }
  const mine = lease(me, 30_020);

  test.each<readonly [string, Circumstances, string, string, string]>([
    [
      'reads its own name, renames, and goes on until another’s',
      { READ: inTurn(absent, mine, lease('x', 99_000)) },
      'READ 10060, WRITE 10080, RENAME 10100, READ 20120',
      'stolen',
      '1 extended 29960, 1 lost: stolen',
    ],
    ['ends where the file is gone', { READ: absent }, 'READ 10060', 'gone', '1 lost: gone'],
    [
      'is tried again when the next is due',
      { READ: inTurn(absent, mine, mine, absent), RENAME: inTurn('OK', absent, 'OK') },
      'READ 10060, WRITE 10080, RENAME 10100, READ 20120, WRITE 20140, RENAME 20160, READ 30180',
      'gone',
      '1 extended 29960, 1 lost: gone',
    ],
    [
      'writes over what it cannot read',
      { READ: inTurn(absent, io, absent) },
      'READ 10060, WRITE 10080, RENAME 10100, READ 20120',
      'gone',
      '1 extended 29960, 1 lost: gone',
    ],
  ])('%s', (_, given, ...expected) => {
    expect(renewed(given)).toEqual(expected);
  });
});

describe('release', () => {
  test.each<readonly [string, Circumstances, string, string]>([
    ['reads its own name, and removes the file', { READ: inTurn(absent, lease(me, 1)) }, 'unlink', 'none'],
    ['leaves another’s alone', { READ: inTurn(absent, lease('x', 1)) }, 'read', 'stolen'],
    ['finds nothing', {}, 'read', 'gone'],
    ['cannot read', { READ: inTurn(absent, io) }, 'read', 'error'],
    ['removes whatever is there', { release: 'any', READ: inTurn(absent, lease('x', 1)) }, 'unlink', 'none'],
    ['or nothing', { release: 'any', UNLINK: absent }, 'unlink', 'gone'],
    ['or cannot', { release: 'any', UNLINK: io }, 'unlink', 'error'],
  ])('%s', (_, given, last, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([
      reason,
      Object.entries(names).find(([name]) => name === last)?.[1],
    ]);
  });

  test('ends the renewal', () => {
    const client = acquire();
    client.release();
    expect(client.world.cancelled).toEqual([0]);
  });
});

const lock = (settings: Settings = {}) => ({
  id: 'json-lease',
  settings: { ttl: 30_000, renewEvery: 10_000, retryDelay: 1000, ...settings },
});
const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 400_000, patience: 390_000 };
const work = (ms: number, more: Partial<RunSettings> = {}): Rest => ({ settings: { ...times, work: ms, ...more } });
const paused = (step: string, ms: number): Rest => ({ faults: { pause: pauseAt('client1', step, ms) } });
const ahead = (offset: number): Partial<RunSettings> => ({ own: { client2: { clock: { offset } } } });
/** Client 1 renames first, and reads back after client 2 has renamed, too. */
const bothReadFree: Rest['faults'] = {
  first: pauseAt('client1', 'write-lease', 500),
  second: pauseAt('client2', 'write-lease', 500),
  back: pauseAt('client1', 'read-back', 1000),
};
const dies: Rest = { faults: { dies: threadDiesAt('client1', 'work') } };

describe('in runs', () => {
  test.each<RunRow>([
    ['three clients, two rounds', 'held', lock(), work(3000, { clients: 3, rounds: 2 })],
    ['two read “free”: a pause before the rename', 'lost', lock(), work(3000), paused('write-lease', 2000)],
    [
      'reading back finds one’s own name, since the other renamed first',
      'lost',
      lock({ readsBack: true }),
      work(3000),
      paused('write-lease', 2000),
    ],
    [
      'and helps where the other renames between',
      'held',
      lock({ readsBack: true }),
      work(3000),
      { faults: bothReadFree },
    ],
    ['nobody renews, and the work is longer', 'lost', lock({ renewedBy: 'nobody' }), work(40_000)],
    ['a harness renews', 'held', lock(), work(40_000)],
    ['a loop that writes one long answer does not', 'lost', lock({ renewedBy: 'loop' }), work(40_000)],
    ['a clock that is 31 s ahead takes a live lease', 'lost', lock(), work(3000, ahead(31_000))],
    [
      'whose holder hears of it at the next renewal, and stops at its next step',
      'overlap',
      lock(),
      work(40_000, ahead(31_000)),
    ],
    ['a clock that is 19 s ahead, where each renewal leaves 20 s', 'held', lock(), work(40_000, ahead(19_000))],
    [
      'after a crash the next waits until the lease is over',
      'held',
      lock(),
      work(3000),
      { faults: { crash: crashAt('client1', 'work') } },
    ],
    [
      'the agent hangs, and its harness watches it',
      'held',
      lock({ renewedBy: 'harness-while-alive', silenceMax: 20_000 }),
      work(3000),
      dies,
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('the agent hangs, and its harness renews for ever', () => {
    expect(runOf(setupOf(lock(), work(3000), dies)).times('acquired', 'client2')).toEqual([]);
  });

  test('a rename without an answer, and a server that restarts: it finds its own name, and takes it', () => {
    const faults: Rest['faults'] = {
      lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 3 } },
      restart: { kind: 'restart', process: 'service', when: { kind: 'time', at: 1000 } },
    };
    const [first = 0] = runOf(setupOf(lock({ fileSystem: 'network' }), work(3000), { faults })).times(
      'acquired',
      'client1',
    );
    expect(first).toBeGreaterThan(4000);
    expect(first).toBeLessThan(6000);
  });

  test('a late release removes the lease of the next, unless it reads first', () => {
    const late = [work(3000), paused('write', 25_000)];
    const facts = (release: string): readonly string[] =>
      runOf(setupOf(lock({ release, renewedBy: 'nobody' }), ...late, { settings: { ...times, work: 12_000 } })).facts(
        'deleted-another',
      );
    expect([facts('any').length, facts('if-own')]).toEqual([1, []]);
  });
});
