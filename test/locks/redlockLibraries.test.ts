// Redlock as its libraries have it, against nodes that answer from a table: whom it waits for, how many must agree, what
// it believes, and what it takes back.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../src/locks/redlock';
import { quorumOf, refusalOf } from '../../src/locks/redlockFields';
import type { Program } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { defaultSettings, nodeId, type Setting } from '../../src/model/scenario';
import { toMs } from '../../src/model/time';
import { DrivenWorld, type Table } from '../support/drive';
import { type Vote, votingNodes } from '../support/votingNodes';

type Settings = Readonly<Record<string, Setting>>;
type Votes = Readonly<Record<string, readonly Vote[]>>;

const nodesOf = (count: number) => Array.from({ length: count }, (_, i) => nodeId(i));

interface Case {
  readonly settings: Settings;
  readonly votes?: Votes;
  readonly afterMs?: readonly number[];
  readonly nodes?: number;
  readonly atStep?: Table['atStep'];
}

function acquire({ settings, votes = {}, afterMs = [], nodes = 5, atStep = () => {} }: Case) {
  const context = {
    me: 'client1' as const,
    nodes: nodesOf(nodes),
    key: 'stock',
    settings: withDefaults(redlock.fields, { tries: 1, ...settings }),
    hold: 1,
  };
  const world = new DrivenWorld({ answer: votingNodes(votes, afterMs), atStep });
  const answer = world.run(redlock.acquire(context));
  const outcome = answer.kind === 'held' ? toMs(answer.validFor) : answer.reason;
  return { context, world, answer, outcome };
}

function release(given: Case) {
  const { context, world, answer } = acquire(given);
  if (answer.kind !== 'held') throw new Error('The lock was refused.');
  const before = world.atMs;
  const reason = world.run(redlock.release(context, answer as Held));
  return { reason, tookMs: world.atMs - before, world };
}

const asks = ({ steps }: DrivenWorld): number => steps.filter((step) => step === 'ask').length;

const askedBy = (world: DrivenWorld, command: string): string =>
  world.sent
    .filter((sent) => sent.command === command)
    .map(({ to }) => to.slice(-1))
    .join('');

describe('what a node grants', () => {
  test('a free key alone, by SET NX', () => {
    expect(acquire({ settings: {} }).world.sent[0]?.text).toBe('SET stock 80000000 NX PX 3000');
  });

  test('a free key or its own, by the script of aioredlock', () => {
    const { world, outcome } = acquire({ settings: { takes: 'free-or-mine', keys: 2 } });
    expect(world.sent[0]?.text).toBe('setIfFreeOrMine stock stock:2 80000000 80000000 3000');
    expect(outcome).toBe(2948);
  });
});

describe('how many must agree', () => {
  const needs = (quorum: string, count: number) =>
    [quorumOf, refusalOf].map((of) => of(withDefaults(redlock.fields, { quorum }) as never, nodesOf(count)));

  test.each([
    // A majority; as many no as are the end of it.
    ['majority', 1, 1, 1],
    ['majority', 3, 2, 2],
    ['majority', 4, 3, 3],
    ['majority', 5, 3, 3],
    // Half of three and one are 2.5; redlock-php never asks for more than there are.
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

  test('not rounded, two of three nodes are not enough, and with a majority they are', () => {
    const votes: Votes = { SET: ['yes', 'yes', 'silent'] };
    expect(acquire({ settings: { quorum: 'unrounded' }, nodes: 3, votes }).outcome).toBe('no-quorum');
    expect(acquire({ settings: {}, nodes: 3, votes }).outcome).toBe(2948);
  });

  test('a quorum of two takes the lock beside three nodes that say no', () => {
    const votes: Votes = { SET: ['yes', 'yes', 'no', 'no', 'no'] };
    expect(acquire({ settings: { quorum: '2' }, votes }).outcome).toBe(2948);
    expect(acquire({ settings: { quorum: '2' }, votes: { SET: ['yes', 'no', 'no', 'no', 'no'] } }).outcome).toBe(
      'held',
    );
  });

  test('more than there are never agree', () => {
    const { outcome, world } = acquire({
      settings: { quorum: '6', releaseAwaits: 'none' },
      afterMs: [5, 10, 15, 30, 45],
    });
    expect([outcome, world.atMs]).toEqual(['no-quorum', 45]);
  });

  test('the judge counts as the lock does', () => {
    const own = withDefaults(redlock.fields, { quorum: '2' });
    expect(redlock.quorum?.(own, nodesOf(5))).toBe(2);
  });
});

describe('when it goes on', () => {
  const slowly = [5, 10, 15, 30, 45];
  const rows: readonly (readonly [string, string, readonly Vote[], number])[] = [
    ['as soon as a majority has said yes', 'decided', ['yes', 'yes', 'yes', 'yes', 'yes'], 15],
    ['as soon as a majority has said no', 'decided', ['no', 'no', 'no', 'yes', 'yes'], 15],
    ['at a majority for it', 'granted', ['yes', 'yes', 'yes', 'yes', 'yes'], 15],
    ['a no waits for all', 'granted', ['no', 'no', 'no', 'yes', 'yes'], 45],
    ['a no waits for a silent node', 'granted', ['no', 'no', 'no', 'yes', 'silent'], 50],
    ['when all have answered', 'all', ['yes', 'yes', 'yes', 'yes', 'yes'], 45],
    ['when all have said no', 'all', ['no', 'no', 'no', 'no', 'no'], 45],
    ['when the timeout of the last is over', 'all', ['yes', 'yes', 'yes', 'yes', 'silent'], 50],
  ];
  test.each(rows)('%s (%s)', (_, goesOn, votes, expected) => {
    let atMs = 0;
    const atStep: Table['atStep'] = (label, _nth, world) => {
      if (label === 't2' || label === 'release-nodes') atMs = world.atMs;
    };
    acquire({ settings: { goesOn }, votes: { SET: votes }, afterMs: slowly, atStep });
    expect(atMs).toBe(expected);
  });
});

describe('the time limit of a node', () => {
  test('0 is none', () => {
    const { world } = acquire({ settings: { nodeTimeout: 0 }, votes: { SET: ['no', 'no', 'no', 'no', 'no'] } });
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual(Array(10).fill(null));
  });

  test('it can hold for the acquire alone', () => {
    const { world } = release({ settings: { timeoutOn: 'acquire' } });
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([...Array(5).fill(50), ...Array(5).fill(null)]);
  });

  test('what gives back a failed attempt belongs to the acquire', () => {
    const votes: Votes = { SET: ['no', 'no', 'no', 'yes', 'yes'] };
    const { world } = acquire({ settings: { timeoutOn: 'acquire' }, votes });
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual(Array(10).fill(50));
  });
});

describe('what is taken back', () => {
  const votes: Votes = { SET: ['yes', 'silent', 'yes', 'no', 'no'] };

  test('after a failed attempt, from those that said yes in it', () => {
    expect(askedBy(acquire({ settings: { releaseTo: 'granted-now' }, votes }).world, 'compareAndDelete')).toBe('AC');
  });

  test('of several attempts only the latest counts', () => {
    const first = votingNodes({ SET: ['yes', 'yes', 'no', 'no', 'no'] });
    const second = votingNodes({ SET: ['no', 'no', 'no', 'no', 'yes'] });
    const world: DrivenWorld = new DrivenWorld({
      answer: (call) => (asks(world) === 1 ? first(call) : second(call)),
    });
    const settings = withDefaults(redlock.fields, { tries: 2, releaseTo: 'granted-now', goesOn: 'all' });
    world.run(redlock.acquire({ me: 'client1', nodes: nodesOf(5), key: 'stock', settings, hold: 1 }));
    expect(askedBy(world, 'compareAndDelete')).toBe('ABE');
  });

  test('after the work, from all', () => {
    const { world } = release({ settings: { releaseTo: 'granted-now' }, votes: { SET: ['yes', 'yes', 'yes', 'no'] } });
    expect(askedBy(world, 'compareAndDelete')).toBe('ABCDE');
  });
});

describe('who waits for a release', () => {
  const slowly = [5, 10, 15, 30, 45];

  test.each([
    ['all', 45],
    ['majority', 15],
  ])('%s: it takes %d ms', (releaseAwaits, expected) => {
    expect(release({ settings: { releaseAwaits }, afterMs: slowly })).toMatchObject({
      reason: 'none',
      tookMs: expected,
    });
  });

  test.each([
    ['ends it, as in the acquire of node-redlock 5', 'decided', 15],
    ['waits for the others, as in the acquire of Pottery', 'granted', 45],
  ])('a majority that has not the key %s', (_, goesOn, expected) => {
    const votes: Votes = { compareAndDelete: ['no', 'no', 'no', 'yes', 'yes'] };
    expect(release({ settings: { releaseAwaits: 'majority', goesOn }, votes, afterMs: slowly })).toMatchObject({
      reason: 'not-owner',
      tookMs: expected,
    });
  });

  test('nobody, after a failed acquire: it is on its way, and the client goes on', () => {
    const votes: Votes = { SET: ['no', 'no', 'no', 'yes', 'yes'] };
    const { outcome, world } = acquire({ settings: { releaseAwaits: 'none' }, votes });
    expect([outcome, askedBy(world, 'compareAndDelete')]).toEqual(['held', '']);
    world.run(world.forked[0] as Program);
    expect(askedBy(world, 'compareAndDelete')).toBe('ABCDE');
  });

  test('everybody, after the work, also where nobody waits after a failed acquire', () => {
    expect(release({ settings: { releaseAwaits: 'none' }, afterMs: slowly }).tookMs).toBe(45);
  });
});

describe('a release that a majority refuses', () => {
  const refusing = (settings: Settings, votes: Votes = { compareAndDelete: ['no', 'no', 'no', 'yes', 'yes'] }) => {
    const { reason, world } = release({ settings, votes });
    return [reason, askedBy(world, 'compareAndDelete')];
  };

  test('is sent again as often as is set', () => {
    expect(refusing({})).toEqual(['not-owner', 'ABCDE']);
    expect(refusing({ releaseTries: 3 })).toEqual(['not-owner', 'ABCDEABCDEABCDE']);
  });

  test('and no more once a majority has deleted the key', () => {
    expect(refusing({ releaseTries: 3 }, {})).toEqual(['none', 'ABCDE']);
  });

  test('one of two keys is not enough', () => {
    const oneOfTwo: Votes = { compareAndDeleteAll: [1, 1, 1, 2, 2] };
    const { reason } = release({ settings: { keys: 2 }, votes: { ...oneOfTwo, setIfAllAbsent: Array(5).fill(2) } });
    expect(reason).toBe('not-owner');
  });
});

describe('what it believes', () => {
  const startsAt =
    (ms: number): Table['atStep'] =>
    (label, _, world) => {
      if (label === 't1') world.pass(ms);
    };
  const slowly = [950, 950, 950, 950, 950];

  test.each([
    ['within one second, it takes no time', 20, 2000 - 22],
    ['across a second, it takes a whole one', 60, 2000 - 1000 - 22],
  ])('a clock of whole seconds: %s', (_, from, expected) => {
    const settings = { clock: 'seconds', ttl: 2000, nodeTimeout: 1000 };
    expect(acquire({ settings, afterMs: slowly, atStep: startsAt(from) }).outcome).toBe(expected);
  });

  test('counted from its return, the whole TTL, though the validity is checked', () => {
    const settings = { leaseFrom: 'return', ttl: 2000, nodeTimeout: 3000 };
    expect(acquire({ settings, afterMs: slowly }).outcome).toBe(2000);
    expect(acquire({ settings, afterMs: Array(5).fill(1990) }).outcome).toBe('no-validity');
  });

  test('counted from the first of several attempts, checked or not', () => {
    const settings = { leaseFrom: 'first-attempt', tries: 2, retryDelay: 1000, retryJitter: 0, nodeTimeout: 1000 };
    const leftWith = (more: Settings) => {
      const world: DrivenWorld = new DrivenWorld({
        answer: (call) => votingNodes({ SET: Array(5).fill(asks(world) === 1 ? 'no' : 'yes') })(call),
      });
      const own = withDefaults(redlock.fields, { ...settings, ...more });
      const answer = world.run(
        redlock.acquire({ me: 'client1', nodes: nodesOf(5), key: 'stock', settings: own, hold: 1 }),
      );
      return answer.kind === 'held' ? toMs(answer.validFor) : answer.reason;
    };
    // Two rounds and a release of 20 ms each, and a pause of a second.
    expect(leftWith({})).toBe(3000 - 32 - 1060);
    expect(leftWith({ ttl: 1000 })).toBe('no-validity');
    expect(leftWith({ ttl: 1000, validityCheck: false })).toBe(0);
  });
});

describe('settings that make no sense together', () => {
  const warned = (settings: Settings, count = 5): readonly string[] =>
    (
      redlock.warnings?.(withDefaults(redlock.fields, settings), {
        ...defaultSettings,
        nodes: { ...defaultSettings.nodes, count },
      }) ?? []
    ).map(({ en }) => en);

  test('the defaults have none', () => {
    for (let count = 1; count <= 9; count++) expect(warned({}, count)).toEqual([]);
  });

  test.each<readonly [Settings, string]>([
    [{ quorum: '2' }, '2 of 5 nodes are no majority'],
    [{ quorum: '6' }, 'nobody gets the lock'],
    [{ ask: 'sequence', goesOn: 'granted' }, 'are all waited for'],
    [{ nodeTimeout: 0, timeoutOn: 'acquire' }, 'The timeout is 0'],
    [{ extensions: 1, extendBefore: 3000 }, 'without a pause'],
    [{ extensions: 1, extendAt: 0 }, 'without a pause'],
    [{ extensions: 1, extendAt: 1 }, 'then it does not'],
    [{ extensions: 1, keys: 2, extendsWhat: 'get-then-extend' }, 'the first key alone'],
    [{ toldBy: 'flag' }, 'nobody tells'],
  ])('%j: %s', (settings, words) => {
    expect(warned(settings)).toEqual([expect.stringContaining(words)]);
  });
});
