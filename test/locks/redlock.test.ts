// Redlock against nodes that answer from a table: which client gets in, for how long, and which is told to let go.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../src/locks/redlock';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { nodeId, type Setting } from '../../src/model/scenario';
import { toMs } from '../../src/model/time';
import { DrivenWorld, type Table } from '../support/drive';
import { type Vote, votingNodes } from '../support/votingNodes';

const five = Array.from({ length: 5 }, (_, i) => nodeId(i));

const contextOf = (settings: Readonly<Record<string, Setting>>, nodes = five, me: `client${number}` = 'client1') => ({
  me,
  nodes,
  key: 'stock',
  settings: withDefaults(redlock.fields, settings),
  hold: 1,
});

interface Case {
  readonly settings?: Readonly<Record<string, Setting>>;
  readonly votes?: Readonly<Record<string, readonly Vote[]>>;
  readonly afterMs?: readonly number[];
  readonly atStep?: Table['atStep'];
  readonly nodes?: typeof five;
}

function acquire({ settings = {}, votes = {}, afterMs = [], atStep = () => {}, nodes = five }: Case) {
  const context = contextOf({ tries: 1, ...settings }, nodes);
  const world = new DrivenWorld({ answer: votingNodes(votes, afterMs), atStep });
  const answer = world.run(redlock.acquire(context));
  const outcome = answer.kind === 'held' ? toMs(answer.validFor) : answer.reason;
  return { context, world, answer, outcome };
}

/** The nodes to which a command was sent, as letters, in the order of sending. */
const askedBy = (world: DrivenWorld, command: string): string =>
  world.sent
    .filter((sent) => sent.command === command)
    .map((sent) => sent.to.slice(-1))
    .join('');

const held = (answer: { readonly kind: string }): Held => {
  if (answer.kind !== 'held') throw new Error('The lock was refused.');
  return answer as Held;
};

describe('who is let in', () => {
  const rows: readonly (readonly [string, readonly Vote[], number | string])[] = [
    // Validity: 3000 − 20 for one round trip − 32 for drift.
    ['all five grant', ['yes', 'yes', 'yes', 'yes', 'yes'], 2948],
    ['three grant, two are silent', ['yes', 'yes', 'yes', 'silent', 'silent'], 2948],
    ['three grant, two refuse', ['no', 'yes', 'yes', 'no', 'yes'], 2948],
    ['two grant, three refuse', ['yes', 'yes', 'no', 'no', 'no'], 'held'],
    ['two grant, three are silent', ['yes', 'yes', 'silent', 'silent', 'silent'], 'no-quorum'],
    ['two grant, two refuse, one is silent', ['yes', 'yes', 'no', 'no', 'silent'], 'no-quorum'],
    ['two grant, three connections are closed', ['yes', 'yes', 'closed', 'closed', 'closed'], 'no-quorum'],
    ['two grant, three answer with an error', ['yes', 'yes', 'error', 'error', 'error'], 'no-quorum'],
    ['nobody answers', ['silent', 'silent', 'silent', 'silent', 'silent'], 'no-quorum'],
  ];
  test.each(rows)('%s', (_, votes, expected) => {
    expect(acquire({ votes: { SET: votes } }).outcome).toBe(expected);
    expect(acquire({ votes: { setIfAllAbsent: votes }, settings: { keys: 3 } }).outcome).toBe(expected);
  });

  test('three of four nodes are a majority, two are not', () => {
    const four = five.slice(0, 4);
    expect(acquire({ nodes: four, votes: { SET: ['yes', 'yes', 'yes', 'silent'] } }).outcome).toBe(2948);
    expect(acquire({ nodes: four, votes: { SET: ['yes', 'yes', 'silent', 'silent'] } }).outcome).toBe('no-quorum');
  });
});

describe('how the nodes are asked', () => {
  test('at once, and on as soon as the majority is there', () => {
    const { world, outcome } = acquire({ afterMs: [5, 40, 12, 30, 8] });
    expect(world.sent.map(({ text, timeoutMs, atMs }) => [text, timeoutMs, atMs])).toEqual(
      Array(5).fill(['SET stock 80000000 NX PX 3000', 50, 0]),
    );
    expect(outcome).toBe(3000 - 12 - 32);
  });

  test('in sequence all are asked, and a failure moves on to the next at once', () => {
    const { world, outcome } = acquire({
      settings: { ask: 'sequence' },
      votes: { SET: ['yes', 'silent', 'closed', 'yes', 'yes'] },
      afterMs: [10, 10, 1, 10, 10],
    });
    expect(world.sent.map(({ to, atMs }) => `${to} ${atMs}`)).toEqual([
      'nodeA 0',
      'nodeB 10',
      'nodeC 60',
      'nodeD 61',
      'nodeE 71',
    ]);
    expect(outcome).toBe(3000 - 81 - 32);
  });

  test('in sequence the clock is read only after the last node, although the majority was there before', () => {
    expect(acquire({ settings: { ask: 'sequence' } }).outcome).toBe(3000 - 5 * 20 - 32);
  });

  test('rotated, three clients on five nodes begin at A, C and E', () => {
    const orders = (['client1', 'client2', 'client3'] as const).map((me) => {
      const world = new DrivenWorld({ answer: votingNodes({}) });
      world.run(redlock.acquire(contextOf({ startOrder: 'rotated' }, five, me)));
      return askedBy(world, 'SET');
    });
    expect(orders).toEqual(['ABCDE', 'CDEAB', 'EABCD']);
  });

  test('several keys go in one script, with names of their own', () => {
    const { world } = acquire({ settings: { keys: 3 } });
    expect(world.sent[0]?.text).toBe('setIfAllAbsent stock stock:2 stock:3 80000000 3000');
  });

  test('a timeout drops the connection only where that is set', () => {
    expect(acquire({}).world.sent.every((sent) => !sent.reconnect)).toBe(true);
    expect(acquire({ settings: { reconnectOnTimeout: true } }).world.sent.every((sent) => sent.reconnect)).toBe(true);
  });
});

describe('what is left of the TTL', () => {
  const pauseBefore =
    (step: string, ms: number): Table['atStep'] =>
    (label, _, world) => {
      if (label === step) world.pass(ms);
    };

  const rows: readonly (readonly [string, Case, number | string])[] = [
    ['a pause before t1 costs nothing', { atStep: pauseBefore('t1', 5000) }, 2948],
    ['a pause before the nodes are asked counts', { atStep: pauseBefore('ask', 1000) }, 1948],
    ['a pause before t2 counts', { atStep: pauseBefore('t2', 1000) }, 1948],
    ['a pause longer than the TTL is noticed', { atStep: pauseBefore('t2', 4000) }, 'no-validity'],
    ['a pause after t2 is not noticed', { atStep: pauseBefore('validity', 4000) }, 2948],
    ['one millisecond left is enough', { atStep: pauseBefore('t2', 2947) }, 1],
    ['nothing left is not', { atStep: pauseBefore('t2', 2948) }, 'no-validity'],
    ['the least validity itself is too little', { settings: { minValidity: 2948 } }, 'no-validity'],
    ['one more than the least validity is enough', { settings: { minValidity: 2947 } }, 2948],
    ['the allowance is a share of the TTL and a constant', { settings: { driftFactor: 0.1, driftMs: 55 } }, 2625],
    [
      'without the check a lock that has expired is handed out, believed in for a whole TTL',
      { settings: { validityCheck: false, minValidity: 5000 }, atStep: pauseBefore('t2', 4000) },
      3000,
    ],
  ];
  test.each(rows)('%s', (_, given, expected) => {
    expect(acquire(given).outcome).toBe(expected);
  });

  /** The clock is wrong by the length of the pause. */
  const setBack: Table['atStep'] = (label, _, world) => {
    if (label !== 't2') return;
    world.pass(4000);
    world.setWallClock(-4000);
  };
  const asleep: Table['atStep'] = (label, _, world) => {
    if (label === 't2') world.suspend(4000);
  };
  const clocks: readonly (readonly [string, string, Table['atStep'], number | string])[] = [
    ['a wall clock that was set back', 'wall', setBack, 2948],
    ['a wall clock that was set back', 'mono', setBack, 'no-validity'],
    ['a wall clock that was set back', 'larger', setBack, 'no-validity'],
    ['a machine that slept', 'wall', asleep, 'no-validity'],
    ['a machine that slept', 'mono', asleep, 2948],
    ['a machine that slept', 'larger', asleep, 'no-validity'],
  ];
  test.each(clocks)('%s, measured by %s', (_, clock, atStep, expected) => {
    expect(acquire({ settings: { clock }, ...(atStep && { atStep }) }).outcome).toBe(expected);
  });

  test('it goes down while the holder works, and never below 0', () => {
    const { context, world, answer } = acquire({});
    const left = () => toMs(world.run(redlock.remaining(context, held(answer))));
    expect(left()).toBe(2948);
    world.pass(2000);
    expect(left()).toBe(948);
    world.pass(2000);
    expect(left()).toBe(0);
  });
});

describe('letting go', () => {
  test('a refused client tells all nodes, those that refused and those that were silent too', () => {
    const { world } = acquire({ votes: { SET: ['yes', 'no', 'no', 'no', 'silent'] } });
    expect(askedBy(world, 'compareAndDelete')).toBe('ABCDE');
    expect(world.sent.at(-1)?.text).toBe('compareAndDelete stock 80000000');
  });

  test('a lock without validity is given back as well', () => {
    const { world } = acquire({ settings: { minValidity: 2999 } });
    expect(askedBy(world, 'compareAndDelete')).toBe('ABCDE');
  });

  test('only to those known to have granted, where that is set', () => {
    const votes = { SET: ['yes', 'silent', 'yes', 'silent', 'silent'] as const };
    const { world } = acquire({ votes, settings: { releaseTo: 'granted' } });
    expect(askedBy(world, 'compareAndDelete')).toBe('AC');
  });

  test('a grant that came after the majority is not known', () => {
    const { context, world, answer } = acquire({
      settings: { releaseTo: 'granted' },
      afterMs: [5, 5, 5, 9, 9],
    });
    world.run(redlock.release(context, held(answer)));
    expect(askedBy(world, 'compareAndDelete')).toBe('ABC');
  });

  test('several keys are deleted together', () => {
    const { world } = acquire({ settings: { keys: 2, minValidity: 2999 } });
    expect(world.sent.at(-1)?.text).toBe('compareAndDeleteAll stock stock:2 80000000');
  });

  const reasons: readonly (readonly [string, readonly Vote[], string])[] = [
    ['three nodes had it', ['yes', 'yes', 'yes', 'no', 'no'], 'none'],
    ['three nodes had it no more', ['yes', 'yes', 'no', 'no', 'no'], 'not-owner'],
    ['too few answer, one of them no', ['yes', 'yes', 'no', 'silent', 'silent'], 'error'],
    ['too few answer', ['yes', 'yes', 'silent', 'closed', 'error'], 'error'],
  ];
  test.each(reasons)('%s', (_, votes, reason) => {
    const { context, world, answer } = acquire({ votes: { compareAndDelete: votes } });
    expect(world.run(redlock.release(context, held(answer)))).toBe(reason);
    expect(askedBy(world, 'compareAndDelete')).toBe('ABCDE');
  });
});

describe('trying again', () => {
  const busy = { SET: ['no', 'no', 'no', 'no', 'no'] as const };

  test('three tries, a release after each, and a random wait between two', () => {
    const world = new DrivenWorld({ answer: votingNodes(busy), draw: (name) => (name === 'retry' ? 0.999_999 : 0) });
    const answer = world.run(redlock.acquire(contextOf({})));
    expect(answer).toEqual({ kind: 'refused', reason: 'held' });
    expect(askedBy(world, 'SET')).toBe('ABCDE'.repeat(3));
    expect(askedBy(world, 'compareAndDelete')).toBe('ABCDE'.repeat(3));
    expect(world.sleepsMs).toEqual([300, 300]);
  });

  test.each([
    [0, 100],
    [0.5, 200],
    [0.999_999, 300],
  ])('the wait for a draw of %d is %d ms', (draw, expected) => {
    const world = new DrivenWorld({ answer: votingNodes(busy), draw: () => draw });
    world.run(redlock.acquire(contextOf({ tries: 2 })));
    expect(world.sleepsMs).toEqual([expected]);
  });

  test('a wait is never shorter than nothing', () => {
    const world = new DrivenWorld({ answer: votingNodes(busy), draw: () => 0 });
    world.run(redlock.acquire(contextOf({ tries: 2, retryDelay: 50 })));
    expect(world.sleepsMs).toEqual([0]);
  });

  test('without release between tries only the last is followed by one, to all who ever granted', () => {
    const firstTry = votingNodes({ SET: ['yes', 'yes', 'no', 'no', 'no'] });
    const laterTries = votingNodes({ SET: ['no', 'no', 'no', 'no', 'no'] });
    const world: DrivenWorld = new DrivenWorld({
      answer: (call) => (world.steps.filter((step) => step === 'ask').length === 1 ? firstTry(call) : laterTries(call)),
    });
    world.run(redlock.acquire(contextOf({ releaseBetweenTries: false, releaseTo: 'granted' })));
    expect(world.steps).toEqual(['t1', 'ask', 't1', 'ask', 't1', 'ask', 'release-nodes']);
    expect(askedBy(world, 'compareAndDelete')).toBe('AB');
  });

  test('the validity is counted from the try that succeeded', () => {
    const world: DrivenWorld = new DrivenWorld({
      answer: (call) => votingNodes(world.atMs < 100 ? busy : {})(call),
    });
    const answer = world.run(redlock.acquire(contextOf({ retryDelay: 2900, retryJitter: 0 })));
    expect(toMs(held(answer).validFor)).toBe(2948);
  });
});
