// Redlock as its libraries implement it, against nodes that answer from a table: which nodes it waits for, how many
// must agree, what it concludes, and what it takes back.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../../src/core/locks/redlock/lock';
import { quorumOf, refusalOf } from '../../../src/core/locks/redlock/settings';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import type { Table } from '../../support/drive';
import { type Circumstances, type Given, nodesOf, type Settings, votingClient } from '../../support/lockClient';

const acquire = votingClient(redlock, { settings: { tries: 1 } });

function release(given: Circumstances, more: Given = {}) {
  const client = acquire(given, more);
  const before = client.world.atMs;
  const reason = client.release();
  return { client, reason, tookMs: client.world.atMs - before, deleted: client.askedBy('compareAndDelete') };
}

const slowly = { afterMs: [5, 10, 15, 30, 45] };

test('a node grants a free key alone, by SET NX, or also its own, by the script of aioredlock', () => {
  const clients = [acquire(), acquire({ takes: 'free-or-mine', keys: 2 })];
  expect(clients.map(({ sent, ends }) => [sent[0], ends])).toEqual([
    ['SET stock 80000000 NX PX 3000', 'held 2948'],
    ['setIfFreeOrMine stock stock:2 80000000 80000000 3000', 'held 2948'],
  ]);
});

describe('how many must agree', () => {
  const needs = (quorum: string, count: number) =>
    [quorumOf, refusalOf].map((of) => of(withDefaults(redlock.fields, { quorum }) as never, nodesOf(count)));

  test.each([
    // A majority; once as many nodes have refused as the last number says, the lock is refused.
    ['majority', 1, 1, 1],
    ['majority', 3, 2, 2],
    ['majority', 4, 3, 3],
    ['majority', 5, 3, 3],
    // Half of three, plus one, is 2.5; redlock-php never requires more nodes than exist.
    ['unrounded', 1, 1, 1],
    ['unrounded', 2, 2, 2],
    ['unrounded', 3, 3, 3],
    ['unrounded', 4, 3, 3],
    ['unrounded', 5, 4, 4],
    ['2', 5, 2, 4],
    ['1', 3, 1, 3],
    ['6', 5, 6, 6],
  ])('%s of %d nodes: %d yes, %d no', (quorum, count, yes, no) => {
    expect(needs(quorum, count)).toEqual([yes, no]);
  });

  test.each([
    ['not rounded, two of three nodes are not enough', 'unrounded', 'yys', 'refused: no-quorum'],
    ['with a majority they are', 'majority', 'yys', 'held 2948'],
    ['a quorum of two takes the lock beside three nodes that say no', '2', 'yynnn', 'held 2948'],
    ['one yes is none', '2', 'ynnnn', 'refused: held'],
  ])('%s', (_, quorum, votes, ends) => {
    expect(acquire({ quorum, SET: votes }, { nodes: nodesOf(votes.length) }).ends).toBe(ends);
  });

  test('more than there are never agree', () => {
    const { ends, world } = acquire({ quorum: '6', releaseAwaits: 'none' }, slowly);
    expect([ends, world.atMs]).toEqual(['refused: no-quorum', 45]);
  });

  test('the judge counts as the lock does', () => {
    const own = withDefaults(redlock.fields, { quorum: '2' });
    expect(redlock.quorum?.(own, nodesOf(5))).toBe(2);
  });
});

describe('when it goes on', () => {
  test.each([
    ['as soon as a majority has said yes', 'decided', 'yyyyy', 15],
    ['as soon as a majority has said no', 'decided', 'nnnyy', 15],
    ['at a majority for it', 'granted', 'yyyyy', 15],
    ['a no waits for all', 'granted', 'nnnyy', 45],
    ['a no waits for a silent node', 'granted', 'nnnys', 50],
    ['when all have answered', 'all', 'yyyyy', 45],
    ['when all have said no', 'all', 'nnnnn', 45],
    ['when the timeout of the last is over', 'all', 'yyyys', 50],
  ])('%s (%s)', (_, goesOn, votes, expected) => {
    let atMs = 0;
    const atStep: Table['atStep'] = (label, _nth, world) => {
      if (label === 't2' || label === 'release-nodes') atMs = world.atMs;
    };
    acquire({ goesOn, SET: votes }, { ...slowly, atStep });
    expect(atMs).toBe(expected);
  });
});

describe('the time limit of a node', () => {
  test.each<readonly [string, Settings, string, readonly (number | null)[]]>([
    ['0 is none', { nodeTimeout: 0 }, 'nnnnn', Array(10).fill(null)],
    [
      'it can hold for the acquire alone',
      { timeoutOn: 'acquire' },
      'yyyyy',
      [50, 50, 50, 50, 50, ...Array(5).fill(null)],
    ],
    ['what gives back a failed attempt belongs to the acquire', { timeoutOn: 'acquire' }, 'nnnyy', Array(10).fill(50)],
  ])('%s', (_, settings, votes, expected) => {
    const client = acquire({ ...settings, SET: votes });
    if (client.ends.startsWith('held')) client.release();
    expect(client.world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual(expected);
  });
});

describe('what is taken back', () => {
  const granted = { releaseTo: 'granted-now' };

  test('after a failed attempt, from those that said yes in it', () => {
    expect(acquire({ ...granted, SET: 'ysynn' }).askedBy('compareAndDelete')).toBe('AC');
  });

  test('of several attempts only the latest counts', () => {
    const client = acquire({ ...granted, tries: 2, goesOn: 'all' }, { votes: [{ SET: 'yynnn' }, { SET: 'nnnny' }] });
    expect(client.askedBy('compareAndDelete')).toBe('ABE');
  });

  test('after the work, from all', () => {
    expect(release({ ...granted, SET: 'yyyny' }).deleted).toBe('ABCDE');
  });
});

describe('who waits for a release', () => {
  const majority = { releaseAwaits: 'majority' };
  const [decided, granted] = [
    { ...majority, goesOn: 'decided' },
    { ...majority, goesOn: 'granted' },
  ];
  const refusing = { compareAndDelete: 'nnnyy' };

  test.each<readonly [string, Circumstances, string, number]>([
    ['all', { releaseAwaits: 'all' }, 'none', 45],
    ['a majority', majority, 'none', 15],
    ['a majority without the key ends it, as in node-redlock 5', { ...decided, ...refusing }, 'not-owner', 15],
    ['a majority without the key waits for all, as in Pottery', { ...granted, ...refusing }, 'not-owner', 45],
    ['all, after the work, though nobody waits after a failed acquire', { releaseAwaits: 'none' }, 'none', 45],
  ])('%s', (_, given, reason, tookMs) => {
    expect(release(given, slowly)).toMatchObject({ reason, tookMs });
  });

  test('nobody, after a failed acquire: it is on its way, and the client goes on', () => {
    const client = acquire({ releaseAwaits: 'none', SET: 'nnnyy' });
    expect([client.ends, client.askedBy('compareAndDelete')]).toEqual(['refused: held', '']);
    expect(client.runTask().askedBy('compareAndDelete')).toBe('ABCDE');
  });
});

describe('a release that a majority refuses', () => {
  const refusing = { compareAndDelete: 'nnnyy' };
  const halves = { compareAndDeleteAll: [1, 1, 1, 2, 2], setIfAllAbsent: Array(5).fill(2) };

  test.each<readonly [string, Circumstances, string, string]>([
    ['is sent once', refusing, 'not-owner', 'ABCDE'],
    ['is sent again as often as is set', { releaseTries: 3, ...refusing }, 'not-owner', 'ABCDEABCDEABCDE'],
    ['and no more once a majority has deleted the key', { releaseTries: 3 }, 'none', 'ABCDE'],
    ['one of two keys is not enough', { keys: 2, ...halves }, 'not-owner', ''],
  ])('%s', (_, given, reason, deleted) => {
    expect(release(given)).toMatchObject({ reason, deleted });
  });
});

describe('what it believes', () => {
  const late = (ms: number) => ({ afterMs: Array(5).fill(ms) });
  const startsAt = (ms: number): Given => ({
    ...late(950),
    atStep: (label, _, world) => void (label === 't1' && world.pass(ms)),
  });
  const whole = { clock: 'seconds', ttl: 2000, nodeTimeout: 1000 };
  const fromReturn = { leaseFrom: 'return', ttl: 2000, nodeTimeout: 3000 };
  const fromFirst = { leaseFrom: 'first-attempt', tries: 2, retryDelay: 1000, retryJitter: 0, nodeTimeout: 1000 };
  const second = { votes: [{ SET: 'nnnnn' }, {}] };

  test.each<readonly [string, Settings, Given, string]>([
    ['a clock of whole seconds: within one second, it takes no time', whole, startsAt(20), `held ${2000 - 22}`],
    ['a clock of whole seconds: across a second, it takes one', whole, startsAt(60), `held ${2000 - 1000 - 22}`],
    ['counted from its return, the whole TTL', fromReturn, late(950), 'held 2000'],
    ['though the validity is checked', fromReturn, late(1990), 'refused: no-validity'],
    // Two rounds and a release of 20 ms each, and a pause of a second.
    ['counted from the first of several attempts', fromFirst, second, `held ${3000 - 32 - 1060}`],
    ['which may leave nothing', { ...fromFirst, ttl: 1000 }, second, 'refused: no-validity'],
    ['checked or not', { ...fromFirst, ttl: 1000, validityCheck: false }, second, 'held 0'],
  ])('%s', (_, settings, more, ends) => {
    expect(acquire(settings, more).ends).toBe(ends);
  });
});

describe('settings that make no sense together', () => {
  const warned = (settings: Settings, count = 5): readonly string[] => {
    const scenario = { ...defaultSettings, nodes: { ...defaultSettings.nodes, count } };
    return (redlock.warnings?.(withDefaults(redlock.fields, settings), scenario) ?? []).map(({ en }) => en);
  };

  test('the defaults have none', () => {
    for (let count = 1; count <= 9; count++) expect(warned({}, count)).toEqual([]);
  });

  test.each<readonly [Settings, string]>([
    [{ quorum: '2' }, '2 of 5 nodes are not a majority'],
    [{ quorum: '6' }, 'nobody gets the lock'],
    [{ ask: 'sequence', goesOn: 'granted' }, 'it always waits for each'],
    [{ nodeTimeout: 0, timeoutOn: 'acquire' }, 'The timeout is 0'],
    [{ extensions: 1, extendBefore: 3000 }, 'without a pause'],
    [{ extensions: 1, extendAt: 0 }, 'without a pause'],
    [{ extensions: 1, extendAt: 1 }, 'when it no longer extends'],
    [{ extensions: 1, keys: 2, extendsWhat: 'get-then-extend' }, 'only the first key'],
    [{ toldBy: 'flag' }, 'nothing is reported'],
  ])('%j: %s', (settings, words) => {
    expect(warned(settings)).toEqual([expect.stringContaining(words)]);
  });
});
