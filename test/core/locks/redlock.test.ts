// Redlock against nodes that answer from a table: which client gets in, for how long, and which one is notified of a
// loss.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../../src/core/locks/redlock/lock';
import type { Table } from '../../support/drive';
import { type Given, nodesOf, type Settings, votingClient } from '../../support/lockClient';

const acquire = votingClient(redlock, { settings: { tries: 1 } });
const tryOften = votingClient(redlock);

describe('who is let in', () => {
  test.each([
    // Validity: 3000 − 20 for one round trip − 32 for drift.
    ['all five grant', 'yyyyy', 'held 2948'],
    ['three grant, two are silent', 'yyyss', 'held 2948'],
    ['three grant, two refuse', 'nyyny', 'held 2948'],
    ['two grant, three refuse', 'yynnn', 'refused: held'],
    ['two grant, three are silent', 'yysss', 'refused: no-quorum'],
    ['two grant, two refuse, one is silent', 'yynns', 'refused: no-quorum'],
    ['two grant, three connections are closed', 'yyccc', 'refused: no-quorum'],
    ['two grant, three answer with an error', 'yyeee', 'refused: no-quorum'],
    ['nobody answers', 'sssss', 'refused: no-quorum'],
  ])('%s (%s): %s', (_, letters, ends) => {
    expect(acquire({ SET: letters }).ends).toBe(ends);
    expect(acquire({ keys: 3, setIfAllAbsent: letters }).ends).toBe(ends);
  });

  test.each([
    ['three of four nodes are a majority', 'yyys', 'held 2948'],
    ['two of four are not', 'yyss', 'refused: no-quorum'],
  ])('%s', (_, letters, ends) => {
    expect(acquire({ SET: letters }, { nodes: nodesOf(4) }).ends).toBe(ends);
  });
});

describe('how the nodes are asked', () => {
  test('at once, and on as soon as the majority is there', () => {
    const { world, ends } = acquire({}, { afterMs: [5, 40, 12, 30, 8] });
    expect(world.sent.map(({ text, timeoutMs, atMs }) => [text, timeoutMs, atMs])).toEqual(
      Array(5).fill(['SET stock 80000000 NX PX 3000', 50, 0]),
    );
    expect(ends).toBe(`held ${3000 - 12 - 32}`);
  });

  test('in sequence all are asked, and a failure moves on to the next at once', () => {
    const { world, ends } = acquire({ ask: 'sequence', SET: 'yscyy' }, { afterMs: [10, 10, 1, 10, 10] });
    const asked = world.sent.map(({ to, atMs }) => `${to} ${atMs}`).join(', ');
    expect(asked).toBe('nodeA 0, nodeB 10, nodeC 60, nodeD 61, nodeE 71');
    expect(ends).toBe(`held ${3000 - 81 - 32}`);
  });

  test('in sequence the clock is read only after the last node, although the majority was there before', () => {
    expect(acquire({ ask: 'sequence' }).ends).toBe(`held ${3000 - 5 * 20 - 32}`);
  });

  test.each([
    ['client1', 'ABCDE'],
    ['client2', 'CDEAB'],
    ['client3', 'EABCD'],
  ] as const)('rotated, %s asks %s', (me, order) => {
    expect(tryOften({ startOrder: 'rotated' }, { me }).askedBy('SET')).toBe(order);
  });

  test('several keys go in one script, with names of their own', () => {
    expect(acquire({ keys: 3 }).sent[0]).toBe('setIfAllAbsent stock stock:2 stock:3 80000000 3000');
  });

  test.each([false, true])('a timeout drops the connection only where that is set: %s', (reconnectOnTimeout) => {
    const { world } = acquire({ reconnectOnTimeout });
    expect(world.sent.map(({ reconnect }) => reconnect !== false)).toEqual(Array(5).fill(reconnectOnTimeout));
  });
});

describe('what is left of the TTL', () => {
  const pauseBefore = (step: string, ms: number): Given => ({
    atStep: (label, _, world) => void (label === step && world.pass(ms)),
  });

  test.each<readonly [string, Settings, Given, string]>([
    ['a pause before t1 costs nothing', {}, pauseBefore('t1', 5000), 'held 2948'],
    ['a pause before the nodes are asked counts', {}, pauseBefore('ask', 1000), 'held 1948'],
    ['a pause before t2 counts', {}, pauseBefore('t2', 1000), 'held 1948'],
    ['a pause longer than the TTL is noticed', {}, pauseBefore('t2', 4000), 'refused: no-validity'],
    ['a pause after t2 is not noticed', {}, pauseBefore('validity', 4000), 'held 2948'],
    ['one millisecond left is enough', {}, pauseBefore('t2', 2947), 'held 1'],
    ['nothing left is not', {}, pauseBefore('t2', 2948), 'refused: no-validity'],
    ['the least validity itself is too little', { minValidity: 2948 }, {}, 'refused: no-validity'],
    ['one more than the least validity is enough', { minValidity: 2947 }, {}, 'held 2948'],
    ['the allowance is a share of the TTL and a constant', { driftFactor: 0.1, driftMs: 55 }, {}, 'held 2625'],
    [
      'without the check a lock that has expired is handed out, believed in for a whole TTL',
      { validityCheck: false, minValidity: 5000 },
      pauseBefore('t2', 4000),
      'held 3000',
    ],
  ])('%s', (_, settings, more, ends) => {
    expect(acquire(settings, more).ends).toBe(ends);
  });

  /** The clock is off by the length of the pause. */
  const setBack: Table['atStep'] = (label, _, world) => {
    if (label !== 't2') return;
    world.pass(4000);
    world.setWallClock(-4000);
  };
  const asleep: Table['atStep'] = (label, _, world) => void (label === 't2' && world.suspend(4000));

  test.each([
    ['a wall clock that was set back', 'wall', setBack, 'held 2948'],
    ['a wall clock that was set back', 'mono', setBack, 'refused: no-validity'],
    ['a wall clock that was set back', 'larger', setBack, 'refused: no-validity'],
    ['a machine that slept', 'wall', asleep, 'refused: no-validity'],
    ['a machine that slept', 'mono', asleep, 'held 2948'],
    ['a machine that slept', 'larger', asleep, 'refused: no-validity'],
  ] as const)('%s, measured by %s', (_, clock, atStep, ends) => {
    expect(acquire({ clock }, { atStep }).ends).toBe(ends);
  });

  test('it goes down while the holder works, and never below 0', () => {
    const client = acquire();
    const left = [0, 2000, 2000].map((ms) => {
      client.world.pass(ms);
      return client.left;
    });
    expect(left).toEqual(['2948', '948', '0']);
  });
});

describe('letting go', () => {
  const one = 'compareAndDelete stock 80000000';
  const two = 'compareAndDeleteAll stock stock:2 80000000';

  test.each<readonly [string, Settings, string, string, string]>([
    ['a refused client tells all nodes, those that refused and those that were silent too', {}, 'ynnns', 'ABCDE', one],
    ['a lock without validity is given back as well', { minValidity: 2999 }, 'yyyyy', 'ABCDE', one],
    ['only to those known to have granted, where that is set', { releaseTo: 'granted' }, 'ysyss', 'AC', one],
    ['several keys are deleted together', { keys: 2, minValidity: 2999 }, 'yyyyy', 'ABCDE', two],
    ['by the command', { compareBy: 'command', minValidity: 2999 }, 'yyyyy', 'ABCDE', 'DELEX stock IFEQ 80000000'],
    ['the command takes one key', { compareBy: 'command', keys: 2, minValidity: 2999 }, 'yyyyy', 'ABCDE', two],
  ])('%s', (_, settings, letters, nodes, text) => {
    const { sentTo } = acquire({ ...settings, SET: letters });
    expect(sentTo.slice(5)).toEqual([...nodes].map((node) => `${node} ${text}`));
  });

  test('a grant that came after the majority is not known', () => {
    const client = acquire({ releaseTo: 'granted' }, { afterMs: [5, 5, 5, 9, 9] });
    client.release();
    expect(client.askedBy('compareAndDelete')).toBe('ABC');
  });

  test.each([
    ['three nodes had it', 'yyynn', 'none'],
    ['three nodes had it no more', 'yynnn', 'not-owner'],
    ['too few answer, one of them no', 'yynss', 'error'],
    ['too few answer', 'yysce', 'error'],
  ])('%s', (_, letters, reason) => {
    const client = acquire({ compareAndDelete: letters });
    expect([client.release(), client.askedBy('compareAndDelete')]).toEqual([reason, 'ABCDE']);
  });
});

describe('trying again', () => {
  const busy = { SET: 'nnnnn' };

  test('three tries, a release after each, and a random wait between two', () => {
    const client = tryOften(busy, { draw: (name) => (name === 'retry' ? 0.999_999 : 0) });
    expect(client.ends).toBe('refused: held');
    expect(client.askedBy('SET')).toBe('ABCDE'.repeat(3));
    expect(client.askedBy('compareAndDelete')).toBe('ABCDE'.repeat(3));
    expect(client.world.sleepsMs).toEqual([300, 300]);
  });

  test.each([
    [0, {}, 100],
    [0.5, {}, 200],
    [0.999_999, {}, 300],
    // A wait is never negative.
    [0, { retryDelay: 50 }, 0],
  ])('the wait for a draw of %d with %j is %d ms', (draw, settings, expected) => {
    expect(tryOften({ tries: 2, ...settings, ...busy }, { draw: () => draw }).world.sleepsMs).toEqual([expected]);
  });

  test('without release between tries only the last is followed by one, to all who ever granted', () => {
    const settings = { releaseBetweenTries: false, releaseTo: 'granted' };
    const client = tryOften(settings, { votes: [{ SET: 'yynnn' }, busy] });
    expect(client.world.steps).toEqual(['t1', 'ask', 't1', 'ask', 't1', 'ask', 'release-nodes']);
    expect(client.askedBy('compareAndDelete')).toBe('AB');
  });

  test('the validity is counted from the try that succeeded', () => {
    expect(tryOften({ retryDelay: 2900, retryJitter: 0 }, { votes: [busy, {}] }).ends).toBe('held 2948');
  });
});
