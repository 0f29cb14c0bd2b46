// How Redlock's libraries extend a lock: when, what they send, what a failed extension does, and whom it notifies.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../../src/core/locks/redlock/lock';
import { ok } from '../../../src/core/model/effects/request';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { usualWhenLost } from '../../../src/core/model/scenario/lock';
import {
  type Given,
  type LockClient,
  nodesOf,
  type Settings,
  type Votes,
  votingClient,
} from '../../support/lockClient';
import { votingNodes } from '../../support/votingNodes';

const nodes = nodesOf(5);
const mine = '80000000';
const acquire = votingClient(redlock, { hold: 7, settings: { tries: 1, extensions: 1 } });

/** A lock that was granted and then extended. A list has the votes on one extension after the other. */
const extended = (settings: Settings, votes: Votes | readonly Votes[] = {}, more: Given = {}): LockClient =>
  acquire(settings, { votes: Array.isArray(votes) ? [{}, ...votes] : votes, ...more }).runTask();

const sentToFirst = ({ world }: LockClient, command: string): readonly string[] =>
  world.sent.filter((sent) => sent.command === command && sent.to === 'nodeA').map(({ text }) => text);

const refusing: Votes = { compareAndExtend: 'nnnnn' };
const silent: Votes = { compareAndExtend: 'sssyy' };

describe('when it extends', () => {
  const timer = { extensions: 4, extendsExpired: true };

  test.each<readonly [string, Settings, readonly Votes[], readonly number[]]>([
    ['after a share of the time that is left', { extensions: 2, extendAt: 0.75 }, [], [2211, 2211]],
    ['so long before the end', { extendBefore: 500 }, [], [2448]],
    ['and without a pause where that is behind', { extensions: 2, extendBefore: 2000 }, [silent], [948, 0]],
    ['a timer that looks at no validity goes by the TTL, also when it is over', timer, [silent], Array(4).fill(1500)],
  ])('%s', (_, settings, votes, sleepsMs) => {
    const client = extended(settings, votes);
    expect([client.world.sleepsMs, client.stepsOf('extend')]).toEqual([sleepsMs, sleepsMs.length]);
  });

  test.each<readonly [string, readonly Votes[], readonly string[], string]>([
    ['such a timer that is never granted leaves nothing', [silent], [], '0'],
    ['one that is granted at last is inside again', [silent, silent, silent, {}], ['7 extended 2948'], '2948'],
  ])('%s', (_, votes, marks, left) => {
    const client = extended(timer, votes);
    expect([client.marks, client.left]).toEqual([marks, left]);
  });
});

describe('what it sends', () => {
  const found = (...values: readonly (string | null)[]): Given => ({
    answer: (call) =>
      call.request.command === 'GET'
        ? { reply: ok(values[nodes.indexOf(call.to)] ?? null), afterMs: 20 }
        : votingNodes({})(call),
  });
  const toAll = (text: string): readonly string[] => Array(5).fill(text);
  const looks = { extendsWhat: 'get-then-extend' };

  test.each<readonly [string, Settings, Given, readonly string[], string, readonly string[]]>([
    [
      'its own value, by a script that takes free keys too',
      { extendsWhat: 'mine-or-free' },
      {},
      toAll(`setIfFreeOrMine stock ${mine} ${mine} 3000`),
      '2948',
      ['7 extended 2948'],
    ],
    [
      'GET to all nodes, and an extension where a majority had its value',
      { ...looks, goesOn: 'all' },
      found(mine, mine, mine, 'other'),
      [...toAll('GET stock'), ...toAll(`compareAndExtend stock ${mine} 3000`)],
      '2928',
      ['7 extended 2928'],
    ],
    ['GET alone, where too few had its value', looks, found(mine, mine, 'other', 'other'), toAll('GET stock'), '0', []],
  ])('%s', (_, settings, more, sent, left, marks) => {
    const client = extended(settings, {}, more);
    expect([client.sent.slice(5), client.left, client.marks]).toEqual([sent, left, marks]);
  });

  test('a new value in the place of the old one, which is given back in its stead', () => {
    let drawn = 0;
    const draw = (name: string) => (name === 'owner' ? ++drawn / 16 : 0.5);
    const client = extended({ tries: 3, extensions: 2, extendsWhat: 'new-value' }, {}, { draw });
    client.release();
    expect(sentToFirst(client, 'setIfFreeOrMine')).toEqual([
      'setIfFreeOrMine stock 10000000 20000000 3000',
      'setIfFreeOrMine stock 20000000 30000000 3000',
    ]);
    expect(sentToFirst(client, 'compareAndDelete')).toEqual(['compareAndDelete stock 30000000']);
  });
});

describe('when an extension fails', () => {
  const ends = { whenExtensionFails: 'ends' };
  const deletesEach = { whenExtensionFails: 'deletes-each' };
  const late = { compareAndExtend: 'yylll' };
  const short = { ...deletesEach, ttl: 60, extendTries: 2, extendAt: 0, nodeTimeout: 0 };

  test.each<readonly [string, Settings, Votes | readonly Votes[], number, number]>([
    ['it has so many attempts', { ...ends, extendTries: 3 }, [silent], 3, 0],
    ['an attempt that is granted is the last', { ...ends, extendTries: 3 }, [silent, {}], 2, 0],
    ['it tries on while there is time', { extensions: 3 }, [silent], 3, 0],
    ['or extends no more, and the keys expire', { ...ends, extensions: 3 }, [silent], 1, 0],
    ['or deletes the keys', { extensions: 3, whenExtensionFails: 'deletes' }, [silent], 1, 1],
    ['or deletes them after each of its attempts', { ...deletesEach, extensions: 3, extendTries: 3 }, refusing, 3, 3],
    ['an answer that comes after the end counts as a failed attempt', short, [late, {}], 2, 1],
    ['unless the validity is not checked', { ...short, validityCheck: false }, [late, {}], 1, 0],
  ])('%s', (_, settings, votes, attempts, deletions) => {
    const client = extended(settings, votes);
    expect(client.stepsOf('extend')).toBe(attempts);
    const deleted = Array(deletions).fill(`compareAndDelete stock ${mine}`);
    expect(sentToFirst(client, 'compareAndDelete')).toEqual(deleted);
  });

  test('between two attempts is a pause', () => {
    expect(extended({ ...ends, extendTries: 3 }, [silent]).world.sleepsMs.slice(1)).toEqual([200, 200]);
  });

  test('an attempt that is granted is declared once', () => {
    expect(extended({ ...ends, extendTries: 3 }, [silent, {}]).marks).toHaveLength(1);
  });

  test.each([
    ['extends no more', 'ends', 1474 - 50],
    ['deletes the keys', 'deletes', 1474 - 50 - 50 + 30],
  ])('a client that %s believes in what is left', (_, whenExtensionFails, left) => {
    expect(extended({ extensions: 3, whenExtensionFails }, [silent]).left).toBe(String(left));
  });
});

describe('who tells of a loss', () => {
  const signal = { toldBy: 'signal' };
  const flag = { toldBy: 'flag', extendsExpired: true, extensions: 2 };
  const by = (toldBy: string, whenExtensionFails = 'ends') => ({ toldBy, whenExtensionFails });

  test.each<readonly [string, Settings, Votes | readonly Votes[], string, number]>([
    ['the client’s own clock: not the extending', by('own-clock'), refusing, 'none', 0],
    ['nothing: not the extending', by('nothing'), refusing, 'none', 0],
    ['a signal, as soon as an extension has failed for good', by('signal'), silent, 'no-quorum', 1],
    ['a signal, as the keys are deleted', by('signal', 'deletes'), refusing, 'gone', 1],
    ['a signal of a library that tries on, when no time is left', { ...signal, extensions: 99 }, silent, 'expired', 1],
    ['or when the keys are found to be gone', signal, refusing, 'gone', 1],
    ['a flag goes up at each failed extension', flag, silent, 'no-quorum', 1],
    ['and down at one that is granted', flag, [silent, {}], 'none', 1],
  ])('%s', (_, settings, votes, reason, count) => {
    const { reported, marks } = extended({ extensions: 9, ...settings }, votes);
    expect([reported, marks.filter((mark) => mark.includes('lost')).length]).toEqual([reason, count]);
  });

  test('that signal does not come before the end', () => {
    expect(extended({ ...signal, extensions: 99 }, silent).world.atMs).toBeGreaterThanOrEqual(2968);
  });

  test.each([
    ['signal', [42]],
    ['flag', []],
  ])('a signal interrupts the work, and a flag does not: %s', (toldBy, cancelled) => {
    const client = acquire({ toldBy, whenExtensionFails: 'ends', ...silent });
    if (client.context.notice) client.context.notice.work = { id: 42 };
    expect(client.runTask().world.cancelled).toEqual(cancelled);
  });

  test.each([
    ['own-clock', undefined],
    ['nothing', 'never'],
    ['flag', 'never'],
    ['signal', 'at-next-look'],
  ])('what a library that tells by %s usually makes of it: %s', (toldBy, usual) => {
    expect(usualWhenLost(redlock, withDefaults(redlock.fields, { toldBy }))).toBe(usual);
  });
});
