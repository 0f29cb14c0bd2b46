// A sentinel's order to follow another server counts once the server has carried it out.
import { expect, it } from 'vitest';
import { FollowOrders } from '../../../src/live/server/proxy/followOrders';

const reported: unknown[] = [];

function orders(writesUnderWay = 0): FollowOrders {
  reported.length = 0;
  return new FollowOrders(
    (order, lost) => reported.push([order, lost]),
    () => writesUnderWay,
  );
}

/** A transaction as sentinels send it, among other requests. */
function say(to: FollowOrders, order: readonly string[]): void {
  for (const words of [['PING'], ['MULTI'], order, ['CONFIG', 'REWRITE'], ['EXEC'], ['INFO']]) to.handed(words);
}

const queued = ['PONG', 'OK', 'QUEUED', 'QUEUED'];

it('tells an order with the answer to its transaction, and not before', () => {
  const one = orders(3);
  say(one, ['SLAVEOF', 'NO', 'ONE']);
  for (const answer of queued) one.answered(answer);
  expect(reported).toEqual([]);
  one.answered(['OK', 'OK']);
  one.answered('# Server');
  expect(reported).toEqual([[null, 3]]);
});

it('tells the port of the master to follow', () => {
  const one = orders();
  say(one, ['slaveof', '127.0.0.1', '20001']);
  for (const answer of [...queued, ['OK', 'OK']]) one.answered(answer);
  expect(reported).toEqual([[20001, 0]]);
});

it('tells nothing of a transaction that was refused, or that orders something else', () => {
  const one = orders();
  say(one, ['SLAVEOF', 'NO', 'ONE']);
  for (const answer of [...queued, new Error('EXECABORT'), 'info']) one.answered(answer);
  say(one, ['CLIENT', 'KILL']);
  for (const answer of [...queued, ['OK', 'OK']]) one.answered(answer);
  // A channel message is not an answer.
  one.answered(['message', '__sentinel__:hello', '…']);
  one.answered(['message', '__sentinel__:hello', '…']);
  expect(reported).toEqual([]);
});
