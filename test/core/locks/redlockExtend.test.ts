// Redlock while the holder works: extensions, and the fencing tokens from counters.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../../src/core/locks/redlock/lock';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { type Circumstances, type Given, votingClient } from '../../support/lockClient';
import { votingNodes } from '../../support/votingNodes';

const acquire = votingClient(redlock, { hold: 7, settings: { tries: 1 } });

const extend = (given: Circumstances, more: Given = {}) => acquire(given, more).runTask();

describe('extending', () => {
  test('a lock that is not to be extended has no task beside it', () => {
    expect(acquire().world.forked).toHaveLength(0);
  });

  const half = { extensions: 2, compareAndExtend: 'yyyss' };
  const gone = { extensions: 3, compareAndExtend: 'nnnyy' };
  const two = ['7 extended 2948', '7 extended 2948'];

  test.each<readonly [string, Circumstances, readonly string[], readonly number[], string]>([
    ['at half of the validity, as often as was said, for a whole TTL', half, two, [2948 / 2, 2948 / 2], '2948'],
    [
      'without a majority nothing is extended: it tries again at half of what is left',
      { extensions: 2, compareAndExtend: 'yysss' },
      [],
      [1474, (1474 - 50) / 2],
      String(712 - 50),
    ],
    ['where a majority says that the keys are not its own, nothing is left', gone, [], [1474, 0], '0'],
  ])('%s', (_, given, marks, sleepsMs, left) => {
    const client = extend(given);
    expect([client.marks, client.world.sleepsMs, client.left]).toEqual([marks, sleepsMs, left]);
  });

  test.each([
    [half, 10, 'compareAndExtend stock 80000000 3000'],
    [{ extensions: 1, keys: 2 }, 5, 'compareAndExtendAll stock stock:2 80000000 3000'],
    [gone, 5, 'compareAndExtend stock 80000000 3000'],
  ])('with %j it sends %d times %s', (given, count, text) => {
    expect(extend(given).sent.slice(5)).toEqual(Array(count).fill(text));
  });

  test('a lock whose validity ended in a pause is not extended', () => {
    const client = acquire({ extensions: 1 });
    client.world.pass(5000);
    client.runTask();
    expect([client.stepsOf('extend'), client.left]).toEqual([0, '0']);
  });

  test('the validity of an extension is counted from before it asked', () => {
    const atStep: Given['atStep'] = (label, _, world) => void (label === 'extend' && world.pass(100));
    const client = extend({ extensions: 1 }, { atStep });
    expect([client.marks, client.left]).toEqual([['7 extended 2948'], '2948']);
  });

  test('an extension whose answers took longer than the TTL leaves nothing', () => {
    const answer: Given['answer'] = (call) => ({
      ...votingNodes({})(call),
      afterMs: call.request.command === 'compareAndExtend' ? 45 : 20,
    });
    const client = extend({ extensions: 1, ttl: 40, driftMs: 0, driftFactor: 0 }, { answer });
    expect(client.sent.at(-1)).toContain('compareAndExtend');
    expect([client.marks, client.left]).toEqual([[], '0']);
  });

  test('release stops the extending before it deletes', () => {
    const client = extend({ extensions: 1 });
    client.release();
    expect(client.world.cancelled).toEqual([0]);
  });
});

describe('fencing tokens', () => {
  const five = (text: string) => [...'ABCDE'].map((node) => `${node} ${text}`);
  const giveBack = five('compareAndDelete stock 80000000');
  const [first, all] = ['A INCR stock:token', five('INCR stock:token')];
  const raise = (token: number) => five(`raiseTo stock:token ${token}`);
  const [onOne, onAll] = [{ token: 'one-node' }, { token: 'quorum' }];
  const largest = { INCR: [7, 33, 12, 'silent', 'silent'], raiseTo: [33, 33, 33, 33, 33] };
  const unkept = [...all, ...raise(1), ...giveBack];

  test.each<readonly [string, Circumstances, readonly string[], string]>([
    ['without a counter there is none', { token: 'none' }, [], 'held 2948'],
    ['the counter on one node is on the first', { ...onOne, INCR: [34] }, [first], 'held 2928, token 34'],
    [
      'the largest of a quorum counts, and is written back before it is used',
      { ...onAll, ...largest },
      [...all, ...raise(33)],
      'held 2908, token 33',
    ],
    ['the one counter is silent', { ...onOne, INCR: 's' }, [first, ...giveBack], 'refused: error'],
    ['no majority counts', { ...onAll, INCR: 'yysss' }, [...all, ...giveBack], 'refused: error'],
    ['no majority keeps the token', { ...onAll, raiseTo: 'yysss' }, unkept, 'refused: error'],
    // The time that the token took is subtracted from the validity.
    ['every node is counted and written', onAll, [...all, ...raise(1)], `held ${2948 - 40}, token 1`],
  ])('%s', (_, given, sent, ends) => {
    const client = acquire(given);
    expect([client.sentTo.slice(5), client.ends]).toEqual([sent, ends]);
    expect(client.stepsOf('token')).toBe(given.token === 'none' ? 0 : 1);
  });

  test.each([
    ['none', false],
    ['one-node', true],
    ['quorum', true],
  ])('is promised only where there is a counter: %s, %s', (token, promised) => {
    expect(redlock.hasToken(withDefaults(redlock.fields, { token }))).toBe(promised);
  });
});
