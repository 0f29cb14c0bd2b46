// Redlock while the holder works: extensions, and the fencing tokens from counters.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../src/locks/redlock';
import type { Program } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { nodeId, type Setting } from '../../src/model/scenario';
import { toMs } from '../../src/model/time';
import { DrivenWorld, type Table } from '../support/drive';
import { type Vote, votingNodes } from '../support/votingNodes';

type Votes = Readonly<Record<string, readonly Vote[]>>;

function acquire(
  settings: Readonly<Record<string, Setting>>,
  votes: Votes = {},
  atStep: Table['atStep'] = () => {},
  extendMs = 20,
) {
  const nodes = Array.from({ length: 5 }, (_, i) => nodeId(i));
  const own = withDefaults(redlock.fields, { tries: 1, ...settings });
  const context = { me: 'client1', nodes, key: 'stock', settings: own, hold: 7 } as const;
  const answers = votingNodes(votes);
  const world = new DrivenWorld({
    answer: (call) => {
      const { reply, afterMs } = answers(call);
      return {
        reply,
        afterMs: call.request.command === 'compareAndExtend' && reply.kind === 'ok' ? extendMs : afterMs,
      };
    },
    atStep,
  });
  const answer = world.run(redlock.acquire(context));
  return { context, world, answer };
}

function extend(settings: Readonly<Record<string, Setting>>, votes: Votes = {}, atStep: Table['atStep'] = () => {}) {
  const { context, world, answer } = acquire(settings, votes, atStep);
  if (answer.kind !== 'held') throw new Error('The lock was refused.');
  world.run(world.forked[0] as Program);
  return { context, world, held: answer as Held, left: () => toMs(world.run(redlock.remaining(context, answer))) };
}

const three = (command: string): Votes => ({ [command]: ['yes', 'yes', 'yes', 'silent', 'silent'] });
const two = (command: string): Votes => ({ [command]: ['yes', 'yes', 'silent', 'silent', 'silent'] });

describe('extending', () => {
  test('a lock that is not to be extended has no task beside it', () => {
    expect(acquire({}).world.forked).toHaveLength(0);
  });

  test('at half of the validity, as often as was said, each time for a whole TTL', () => {
    const { world, left } = extend({ extensions: 2 }, three('compareAndExtend'));
    expect(world.sleepsMs).toEqual([2948 / 2, 2948 / 2]);
    expect(world.marks).toEqual(Array(2).fill({ mark: 'extended', hold: 7, validFor: 2_948_000 }));
    expect(world.sent.filter((sent) => sent.command === 'compareAndExtend')).toHaveLength(10);
    expect(world.sent.at(-1)?.text).toBe('compareAndExtend stock 80000000 3000');
    expect(left()).toBe(2948);
  });

  test('several keys are extended together', () => {
    const { world } = extend({ extensions: 1, keys: 2 });
    expect(world.sent.at(-1)?.text).toBe('compareAndExtendAll stock stock:2 80000000 3000');
  });

  test('without a majority nothing is extended: it tries again at half of what is left', () => {
    const { world, left } = extend({ extensions: 2 }, two('compareAndExtend'));
    expect(world.marks).toEqual([]);
    expect(world.sleepsMs).toEqual([1474, (1474 - 50) / 2]);
    expect(left()).toBe(712 - 50);
  });

  test('where a majority says that the keys are not its own, nothing is left', () => {
    const { world, left } = extend({ extensions: 3 }, { compareAndExtend: ['no', 'no', 'no', 'yes', 'yes'] });
    expect(world.marks).toEqual([]);
    expect(left()).toBe(0);
    expect(world.steps.filter((step) => step === 'extend')).toHaveLength(1);
  });

  test('a lock whose validity ended in a pause is not extended', () => {
    const { context, world, answer } = acquire({ extensions: 1 });
    world.pass(5000);
    world.run(world.forked[0] as Program);
    expect(world.steps).not.toContain('extend');
    expect(world.run(redlock.remaining(context, answer as Held))).toBe(0);
  });

  test('the validity of an extension is counted from before it asked', () => {
    const { world, left } = extend({ extensions: 1 }, {}, (label, _, paused) => {
      if (label === 'extend') paused.pass(100);
    });
    expect(world.marks).toEqual([{ mark: 'extended', hold: 7, validFor: 2_948_000 }]);
    expect(left()).toBe(2948);
  });

  test('an extension whose answers took longer than the TTL leaves nothing', () => {
    const { context, world, answer } = acquire(
      { extensions: 1, ttl: 40, driftMs: 0, driftFactor: 0 },
      {},
      () => {},
      45,
    );
    world.run(world.forked[0] as Program);
    expect(world.sent.at(-1)?.text).toContain('compareAndExtend');
    expect(world.marks).toEqual([]);
    expect(world.run(redlock.remaining(context, answer as Held))).toBe(0);
  });

  test('release stops the extending before it deletes', () => {
    const { context, world, held } = extend({ extensions: 1 });
    world.run(redlock.release(context, held));
    expect(world.cancelled).toEqual([0]);
  });
});

describe('fencing tokens', () => {
  test('without a counter there is none', () => {
    const { answer, world } = acquire({});
    expect(answer).toMatchObject({ kind: 'held', token: null });
    expect(world.steps).not.toContain('token');
  });

  test('the counter on one node is on the first', () => {
    const { answer, world } = acquire({ token: 'one-node' }, { INCR: [34] });
    expect(answer).toMatchObject({ kind: 'held', token: 34 });
    expect(world.sent.slice(5).map(({ to, text }) => `${to}: ${text}`)).toEqual(['nodeA: INCR stock:token']);
  });

  test('the largest of a quorum counts, and is written back before it is used', () => {
    const { answer, world } = acquire(
      { token: 'quorum' },
      { INCR: [7, 33, 12, 'silent', 'silent'], raiseTo: [33, 33, 33, 33, 33] },
    );
    expect(answer).toMatchObject({ kind: 'held', token: 33 });
    expect(world.sent.slice(-5).map(({ to, text }) => `${to}: ${text}`)).toEqual(
      ['A', 'B', 'C', 'D', 'E'].map((letter) => `node${letter}: raiseTo stock:token 33`),
    );
  });

  const failures: readonly (readonly [string, string, Votes])[] = [
    ['the one counter is silent', 'one-node', { INCR: ['silent'] }],
    ['no majority counts', 'quorum', two('INCR')],
    ['no majority keeps the token', 'quorum', two('raiseTo')],
  ];
  test.each(failures)('%s: the lock is refused and given back', (_, token, votes) => {
    const { answer, world } = acquire({ token }, votes);
    expect(answer).toEqual({ kind: 'refused', reason: 'error' });
    expect(world.sent.slice(-5).every((sent) => sent.command === 'compareAndDelete')).toBe(true);
  });

  test('the time that the token took is taken off the validity', () => {
    expect(acquire({ token: 'quorum' }).answer).toMatchObject({ validFor: 2_948_000 - 40_000 });
  });

  test('is promised only where there is a counter', () => {
    expect(
      ['none', 'one-node', 'quorum'].map((token) => redlock.hasToken(withDefaults(redlock.fields, { token }))),
    ).toEqual([false, true, true]);
  });
});
