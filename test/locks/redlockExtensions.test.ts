// How Redlock's libraries extend a lock: when, what they send, what a failed extension does, and whom it tells.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../src/locks/redlock';
import type { Call, Program } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import { type Held, usualWhenLost } from '../../src/model/lock';
import { newNotice } from '../../src/model/lossNotice';
import { ok } from '../../src/model/request';
import { nodeId, type Setting } from '../../src/model/scenario';
import { toMs } from '../../src/model/time';
import { type Answer, DrivenWorld } from '../support/drive';
import { type Vote, votingNodes } from '../support/votingNodes';

type Settings = Readonly<Record<string, Setting>>;
type Votes = Readonly<Record<string, readonly Vote[]>>;

const nodes = Array.from({ length: 5 }, (_, i) => nodeId(i));
const mine = '80000000';

/** A lock that was granted, and its extending, not begun. `votes` may differ from one extension to the next. */
function held(settings: Settings, votes: Votes | readonly Votes[] = {}, found: readonly (string | null)[] = []) {
  const notice = { ...newNotice(), hold: 7 };
  const own = withDefaults(redlock.fields, { tries: 1, extensions: 1, ...settings });
  const context = { me: 'client1', nodes, key: 'stock', settings: own, hold: 7, notice } as const;
  const rows = Array.isArray(votes) ? votes : [votes];
  const world: DrivenWorld = new DrivenWorld({
    answer: (call: Call): Answer => {
      const extension = world.steps.filter((step) => step === 'extend').length;
      if (call.request.command === 'GET') return { reply: ok(found[nodes.indexOf(call.to)] ?? null), afterMs: 20 };
      return votingNodes(rows[Math.min(extension, rows.length) - 1] ?? rows[0] ?? {})(call);
    },
  });
  const answer = world.run(redlock.acquire(context));
  if (answer.kind !== 'held') throw new Error('The lock was refused.');
  const extend = (): void => world.run(world.forked[0] as Program);
  return {
    context,
    world,
    notice,
    held: answer as Held,
    extend,
    left: () => toMs(world.run(redlock.remaining(context, answer))),
  };
}

function extended(settings: Settings, votes: Votes | readonly Votes[] = {}, found: readonly (string | null)[] = []) {
  const lock = held(settings, votes, found);
  lock.extend();
  return lock;
}

const sentFor = (world: DrivenWorld, command: string): readonly string[] =>
  world.sent.filter((sent) => sent.command === command && sent.to === 'nodeA').map(({ text }) => text);
const stepsOf = (world: DrivenWorld, step: string): number => world.steps.filter((one) => one === step).length;

const refusing: Votes = { compareAndExtend: ['no', 'no', 'no', 'no', 'no'] };
const silent: Votes = { compareAndExtend: ['silent', 'silent', 'silent', 'yes', 'yes'] };

describe('when it extends', () => {
  test('after a share of the time that is left', () => {
    expect(extended({ extensions: 2, extendAt: 0.75 }).world.sleepsMs).toEqual([2211, 2211]);
  });

  test('so long before the end, and without a pause where that is behind', () => {
    expect(extended({ extensions: 1, extendBefore: 500 }).world.sleepsMs).toEqual([2448]);
    expect(extended({ extensions: 2, extendBefore: 2000 }, [silent]).world.sleepsMs).toEqual([948, 0]);
  });

  test('a timer that looks at no validity goes by the TTL, and goes on when it is over', () => {
    const { world, left } = extended({ extensions: 4, extendsExpired: true }, [silent]);
    expect(world.sleepsMs).toEqual([1500, 1500, 1500, 1500]);
    expect(stepsOf(world, 'extend')).toBe(4);
    expect(left()).toBe(0);
  });

  test('it is inside again when such a timer is granted at last', () => {
    const { world, left } = extended({ extensions: 4, extendsExpired: true }, [silent, silent, silent, {}]);
    expect(world.marks).toEqual([{ mark: 'extended', hold: 7, validFor: 2_948_000 }]);
    expect(left()).toBe(2948);
  });
});

describe('what it sends', () => {
  test('its own value, by a script that takes free keys too', () => {
    const { world, left } = extended({ extendsWhat: 'mine-or-free' });
    expect(world.sent.at(-1)?.text).toBe(`setIfFreeOrMine stock ${mine} ${mine} 3000`);
    expect(left()).toBe(2948);
  });

  test('GET to all nodes, and an extension where a majority had its value', () => {
    const { world } = extended({ extendsWhat: 'get-then-extend', goesOn: 'all' }, {}, [mine, mine, mine, 'other']);
    expect(world.sent.slice(5).map(({ command }) => command)).toEqual([
      ...Array(5).fill('GET'),
      ...Array(5).fill('compareAndExtend'),
    ]);
    expect(world.marks).toHaveLength(1);
  });

  test('GET alone, where too few had its value', () => {
    const { world, left } = extended({ extendsWhat: 'get-then-extend' }, {}, [mine, mine, 'other', 'other', null]);
    expect(sentFor(world, 'GET')).toHaveLength(1);
    expect(sentFor(world, 'compareAndExtend')).toHaveLength(0);
    expect(left()).toBe(0);
  });

  test('a new value in the place of the old one, which is given back in its stead', () => {
    let drawn = 0;
    const settings = withDefaults(redlock.fields, { extensions: 2, extendsWhat: 'new-value' });
    const context = { me: 'client1', nodes, key: 'stock', settings, hold: 7 } as const;
    const world = new DrivenWorld({
      answer: votingNodes({}),
      draw: (name) => (name === 'owner' ? ++drawn / 16 : 0.5),
    });
    const answer = world.run(redlock.acquire(context));
    world.run(world.forked[0] as Program);
    world.run(redlock.release(context, answer as Held));
    expect(sentFor(world, 'setIfFreeOrMine')).toEqual([
      'setIfFreeOrMine stock 10000000 20000000 3000',
      'setIfFreeOrMine stock 20000000 30000000 3000',
    ]);
    expect(sentFor(world, 'compareAndDelete')).toEqual(['compareAndDelete stock 30000000']);
  });
});

describe('when an extension fails', () => {
  test('it has so many attempts, with a pause between two', () => {
    const { world } = extended({ extendTries: 3, whenExtensionFails: 'ends' }, [silent]);
    expect(stepsOf(world, 'extend')).toBe(3);
    expect(world.sleepsMs.slice(1)).toEqual([200, 200]);
  });

  test('an attempt that is granted is the last', () => {
    const { world } = extended({ extendTries: 3, whenExtensionFails: 'ends' }, [silent, {}]);
    expect(stepsOf(world, 'extend')).toBe(2);
    expect(world.marks).toHaveLength(1);
  });

  test('it tries on while there is time', () => {
    expect(stepsOf(extended({ extensions: 3 }, [silent]).world, 'extend')).toBe(3);
  });

  test('or extends no more, and the keys expire', () => {
    const { world, left } = extended({ extensions: 3, whenExtensionFails: 'ends' }, [silent]);
    expect(stepsOf(world, 'extend')).toBe(1);
    expect(sentFor(world, 'compareAndDelete')).toEqual([]);
    expect(left()).toBe(1474 - 50);
  });

  test('or deletes the keys on all nodes, while the client believes in what is left', () => {
    const { world, left } = extended({ extensions: 3, whenExtensionFails: 'deletes' }, [silent]);
    expect(stepsOf(world, 'extend')).toBe(1);
    expect(sentFor(world, 'compareAndDelete')).toEqual([`compareAndDelete stock ${mine}`]);
    expect(left()).toBe(1474 - 50 - 50 + 30);
  });

  test('or deletes them after each of its attempts', () => {
    const settings = { extensions: 3, extendTries: 3, whenExtensionFails: 'deletes-each' };
    const { world } = extended(settings, refusing);
    expect(stepsOf(world, 'extend')).toBe(3);
    expect(sentFor(world, 'compareAndDelete')).toHaveLength(3);
  });

  test('an answer that comes after the end counts as a failed attempt', () => {
    const settings = { ttl: 60, extendTries: 2, extendAt: 0, nodeTimeout: 0, whenExtensionFails: 'deletes-each' };
    const late: Votes = { compareAndExtend: ['yes', 'yes', 'late', 'late', 'late'] };
    expect(stepsOf(extended(settings, [late, {}]).world, 'extend')).toBe(2);
    const unchecked = { ...settings, validityCheck: false };
    expect(stepsOf(extended(unchecked, [late, {}]).world, 'extend')).toBe(1);
  });
});

describe('who tells of a loss', () => {
  const reasonAfter = (settings: Settings, votes: Votes | readonly Votes[]) => {
    const { notice, world } = extended({ extensions: 9, ...settings }, votes);
    return [notice.reason, world.marks.filter(({ mark }) => mark === 'lost').length];
  };

  test.each(['own-clock', 'nothing'])('%s: not the extending', (toldBy) => {
    expect(reasonAfter({ toldBy, whenExtensionFails: 'ends' }, refusing)).toEqual(['none', 0]);
  });

  test('a signal, as soon as an extension has failed for good', () => {
    expect(reasonAfter({ toldBy: 'signal', whenExtensionFails: 'ends' }, silent)).toEqual(['no-quorum', 1]);
    expect(reasonAfter({ toldBy: 'signal', whenExtensionFails: 'deletes' }, refusing)).toEqual(['gone', 1]);
  });

  test('a signal of a library that tries on, when no time is left', () => {
    const { notice, world } = extended({ extensions: 99, toldBy: 'signal' }, silent);
    expect(notice.reason).toBe('expired');
    expect(world.atMs).toBeGreaterThanOrEqual(2968);
  });

  test('or when the keys are found to be gone', () => {
    expect(reasonAfter({ toldBy: 'signal' }, refusing)).toEqual(['gone', 1]);
  });

  test('a flag goes up at each failed extension, and down at one that is granted', () => {
    const twice = { toldBy: 'flag', extendsExpired: true, extensions: 2 };
    expect(reasonAfter(twice, silent)).toEqual(['no-quorum', 1]);
    expect(reasonAfter(twice, [silent, {}])).toEqual(['none', 1]);
  });

  test('a signal interrupts the work, and a flag does not', () => {
    for (const [toldBy, cancelled] of [
      ['signal', [42]],
      ['flag', []],
    ] as const) {
      const { notice, world, extend } = held({ toldBy, whenExtensionFails: 'ends' }, silent);
      notice.work = { id: 42 };
      extend();
      expect(world.cancelled).toEqual(cancelled);
    }
  });

  test('what a library usually makes of it', () => {
    const usual = (toldBy: string) => usualWhenLost(redlock, withDefaults(redlock.fields, { toldBy }));
    expect(['own-clock', 'nothing', 'flag', 'signal'].map(usual)).toEqual([
      undefined,
      'never',
      'never',
      'at-next-look',
    ]);
  });
});
