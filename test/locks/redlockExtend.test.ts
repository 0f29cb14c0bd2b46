// Redlock while the holder works: extensions, and the fencing tokens from counters.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../src/locks/redlock';
import { withDefaults } from '../../src/model/fields';
import { type Given, type Settings, votingClient } from '../support/lockClient';
import { votingNodes } from '../support/votingNodes';

const acquire = votingClient(redlock, { hold: 7, settings: { tries: 1 } });

const extend = (settings: Settings, votes: Given['votes'] = {}, more: Given = {}) =>
  acquire(settings, votes, more).runTask();

describe('extending', () => {
  test('a lock that is not to be extended has no task beside it', () => {
    expect(acquire().world.forked).toHaveLength(0);
  });

  test.each<readonly [string, Settings, Given['votes'], readonly string[], readonly number[], string]>([
    [
      'at half of the validity, as often as was said, each time for a whole TTL',
      { extensions: 2 },
      { compareAndExtend: 'yyyss' },
      ['7 extended 2948', '7 extended 2948'],
      [2948 / 2, 2948 / 2],
      '2948',
    ],
    [
      'without a majority nothing is extended: it tries again at half of what is left',
      { extensions: 2 },
      { compareAndExtend: 'yysss' },
      [],
      [1474, (1474 - 50) / 2],
      String(712 - 50),
    ],
    [
      'where a majority says that the keys are not its own, nothing is left',
      { extensions: 3 },
      { compareAndExtend: 'nnnyy' },
      [],
      [1474, 0],
      '0',
    ],
  ])('%s', (_, settings, votes, marks, sleepsMs, left) => {
    const client = extend(settings, votes);
    expect([client.marks, client.world.sleepsMs, client.left]).toEqual([marks, sleepsMs, left]);
  });

  test.each([
    [{ extensions: 2 }, { compareAndExtend: 'yyyss' }, 10, 'compareAndExtend stock 80000000 3000'],
    [{ extensions: 1, keys: 2 }, {}, 5, 'compareAndExtendAll stock stock:2 80000000 3000'],
    [{ extensions: 3 }, { compareAndExtend: 'nnnyy' }, 5, 'compareAndExtend stock 80000000 3000'],
  ])('with %j and %j it sends %d times %s', (settings, votes, count, text) => {
    expect(extend(settings, votes).sent.slice(5)).toEqual(Array(count).fill(text));
  });

  test('a lock whose validity ended in a pause is not extended', () => {
    const client = acquire({ extensions: 1 });
    client.world.pass(5000);
    client.runTask();
    expect([client.stepsOf('extend'), client.left]).toEqual([0, '0']);
  });

  test('the validity of an extension is counted from before it asked', () => {
    const client = extend(
      { extensions: 1 },
      {},
      { atStep: (label, _, world) => void (label === 'extend' && world.pass(100)) },
    );
    expect([client.marks, client.left]).toEqual([['7 extended 2948'], '2948']);
  });

  test('an extension whose answers took longer than the TTL leaves nothing', () => {
    const client = extend(
      { extensions: 1, ttl: 40, driftMs: 0, driftFactor: 0 },
      {},
      {
        answer: (call) => ({
          ...votingNodes({})(call),
          afterMs: call.request.command === 'compareAndExtend' ? 45 : 20,
        }),
      },
    );
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

  test.each<readonly [string, string, Given['votes'], readonly string[], string]>([
    ['without a counter there is none', 'none', {}, [], 'held 2948'],
    [
      'the counter on one node is on the first',
      'one-node',
      { INCR: [34] },
      ['A INCR stock:token'],
      'held 2928, token 34',
    ],
    [
      'the largest of a quorum counts, and is written back before it is used',
      'quorum',
      { INCR: [7, 33, 12, 'silent', 'silent'], raiseTo: [33, 33, 33, 33, 33] },
      [...five('INCR stock:token'), ...five('raiseTo stock:token 33')],
      'held 2908, token 33',
    ],
    ['the one counter is silent', 'one-node', { INCR: 's' }, ['A INCR stock:token', ...giveBack], 'refused: error'],
    ['no majority counts', 'quorum', { INCR: 'yysss' }, [...five('INCR stock:token'), ...giveBack], 'refused: error'],
    [
      'no majority keeps the token',
      'quorum',
      { raiseTo: 'yysss' },
      [...five('INCR stock:token'), ...five('raiseTo stock:token 1'), ...giveBack],
      'refused: error',
    ],
    // The time that the token took is taken off the validity.
    [
      'every node is counted and written',
      'quorum',
      {},
      [...five('INCR stock:token'), ...five('raiseTo stock:token 1')],
      `held ${2948 - 40}, token 1`,
    ],
  ])('%s', (_, token, votes, sent, ends) => {
    const client = acquire({ token }, votes);
    expect([client.sentTo.slice(5), client.ends]).toEqual([sent, ends]);
    expect(client.stepsOf('token')).toBe(token === 'none' ? 0 : 1);
  });

  test.each([
    ['none', false],
    ['one-node', true],
    ['quorum', true],
  ])('is promised only where there is a counter: %s, %s', (token, promised) => {
    expect(redlock.hasToken(withDefaults(redlock.fields, { token }))).toBe(promised);
  });
});
