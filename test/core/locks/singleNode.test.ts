// The lock on one node against a node that answers from a table: what it sends in each of its settings, and what it
// concludes from the answers.
import { describe, expect, test } from 'vitest';
import { singleNode } from '../../../src/core/locks/singleNode/lock';
import { connectionClosed, type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import { type Circumstances, type ClientRow, inTurn, lockClient, nodesOf } from '../../support/lockClient';

const error: Reply = { kind: 'error', message: 'ERR of the test' };

const unknownCommand: Reply = { kind: 'error', message: "ERR unknown command 'DELEX', with args beginning with: " };

const acquire = lockClient(singleNode, {
  nodes: nodesOf(2),
  replies: { SET: 'OK', DEL: 1, GET: '80000000', INCR: 34, incrFrom: 33, WAIT: 1, compareAndDelete: 1, DELEX: 1 },
});

const set = 'SET stock 80000000 NX PX 3000';
const giveBack = 'compareAndDelete stock 80000000';

describe('acquire', () => {
  const names = {
    set: `A ${set}`,
    shorter: 'A SET stock 80000000 NX PX 500',
    fixed: 'A SET stock 1 NX PX 3000',
    lasting: 'A SET stock 80000000 NX',
    count: 'A INCR stock:token',
    countFrom: 'A incrFrom stock:token 32',
    wait: 'A WAIT 1 100',
    delete: 'A DEL stock',
    giveBack: `A ${giveBack}`,
  };
  const token = 'counter';

  test.each<ClientRow>([
    ['is valid for the TTL less the time that the answer took', {}, 'set → held 2980'],
    ['with another TTL', { ttl: 500 }, 'shorter → held 480'],
    ['with a fixed value', { value: 'fixed' }, 'fixed → held 2980'],
    ['without an expiry it is valid for ever', { expiry: 'none' }, 'lasting → held for ever'],
    ['is refused where the key is there', { SET: null }, 'set → refused: held'],
    ['is refused where the node is silent', { SET: timedOut }, 'set → refused: error'],
    ['is refused where the connection is closed', { SET: connectionClosed }, 'set → refused: error'],
    ['is refused where the node answers with an error', { SET: error }, 'set → refused: error'],
    ['counts after the SET succeeded', { token }, 'set, count → held 2960, token 34'],
    ['counts from a start other than 0', { token, counterStart: 32 }, 'set, countFrom → held 2960, token 33'],
    ['does not count for somebody who is refused', { token, SET: null }, 'set → refused: held'],
    ['is given back if the counter fails', { token, INCR: timedOut }, 'set, count, giveBack → refused: error'],
    [
      'what too few replicas have is given back in the way in which it is released',
      { wait: 'checked', release: 'del', WAIT: 0 },
      'set, wait, delete → refused: no-quorum',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test.each([
    [{}, '80000000'],
    [{ ttl: 500 }, '80000000'],
    [{ value: 'fixed' }, '1'],
    [{ expiry: 'none' }, '80000000'],
  ])('with %j it waits a second for its node, and its owner is its value, %s', (settings, owner) => {
    const { world, held } = acquire(settings);
    expect([world.sent.map(({ timeoutMs }) => timeoutMs), held.owner]).toEqual([[1000], owner]);
  });

  test('tries as often as was said, with a wait in between and the same value', () => {
    const { sent, world } = acquire({ tries: 3, SET: null });
    expect([sent, world.sleepsMs]).toEqual([Array(3).fill(set), [200, 200]]);
  });

  test('without an expiry it stays valid for ever', () => {
    const client = acquire({ expiry: 'none' });
    client.world.pass(1_000_000);
    expect(client.left).toBe('for ever');
  });

  test('hands out a lock that has expired on the way: valid for nothing, which is not for ever', () => {
    const client = acquire({}, { atStep: (label, _, world) => void (label === 'set' && world.pass(2980.001)) });
    expect(client.ends).toBe('held 0');
  });
});

describe('what is left, by each clock', () => {
  test.each([
    ['mono', 'a wall clock set back by 1 s', '1980'],
    ['wall', 'a wall clock set back by 1 s', '2980'],
    ['larger', 'a wall clock set back by 1 s', '1980'],
    ['mono', 'a machine that slept for 1 s', '2980'],
    ['wall', 'a machine that slept for 1 s', '1980'],
    ['larger', 'a machine that slept for 1 s', '1980'],
  ])('%s: %s leaves %s ms', (clock, what, left) => {
    const client = acquire({ clock });
    if (what.startsWith('a machine')) client.world.suspend(1000);
    else {
      client.world.pass(1000);
      client.world.setWallClock(-1000);
    }
    expect(client.left).toBe(left);
  });
});

describe('WAIT', () => {
  test('is sent after the SET, with time to answer', () => {
    const { sent, world } = acquire({ wait: 'checked', waitReplicas: 1, waitTimeout: 100 });
    expect([sent, world.sent[1]?.timeoutMs]).toEqual([[set, 'WAIT 1 100'], 1100]);
  });

  test.each<readonly [string, Value | Reply, string]>([
    ['checked', 0, 'refused: no-quorum'],
    ['checked', 1, 'refused: no-quorum'],
    ['checked', 2, 'held 2960'],
    ['checked', 3, 'held 2960'],
    ['checked', timedOut, 'refused: no-quorum'],
    ['ignored', 0, 'held 2960'],
    ['ignored', timedOut, 'held 1880'],
  ])('%s, two wanted, the answer %j: %s', (wait, reply, ends) => {
    const client = acquire({ wait, waitReplicas: 2, WAIT: reply });
    expect(client.ends).toBe(ends);
    expect(client.sent.slice(2)).toEqual(ends.startsWith('held') ? [] : [giveBack]);
  });
});

describe('release', () => {
  test.each<readonly [string, Circumstances, readonly string[], string]>([
    ['script', {}, [giveBack], 'none'],
    ['script', { compareAndDelete: 0 }, [giveBack], 'not-owner'],
    ['script', { compareAndDelete: timedOut }, [giveBack], 'error'],
    ['del', {}, ['DEL stock'], 'none'],
    ['del', { DEL: 0 }, ['DEL stock'], 'gone'],
    ['del', { DEL: connectionClosed }, ['DEL stock'], 'error'],
    ['get-del', {}, ['GET stock', 'DEL stock'], 'none'],
    ['get-del', { DEL: 0 }, ['GET stock', 'DEL stock'], 'gone'],
    ['get-del', { GET: 'another' }, ['GET stock'], 'not-owner'],
    ['get-del', { GET: null }, ['GET stock'], 'gone'],
    ['get-del', { GET: error }, ['GET stock'], 'error'],
  ])('%s, answered %j', (how, replies, sent, reason) => {
    const client = acquire({ release: how, ...replies });
    expect([client.release(), client.sent.slice(1)]).toEqual([reason, sent]);
  });

  test.each<readonly [Value | Reply, string]>([
    [1, 'none'],
    [0, 'not-owner'],
    [unknownCommand, 'error'],
  ])('compared by the command, answered %j: %s', (DELEX, reason) => {
    const client = acquire({ compareBy: 'command', DELEX });
    expect([client.release(), client.sent.slice(1)]).toEqual([reason, ['DELEX stock IFEQ 80000000']]);
  });

  test('who releases twice is told what the second release found', () => {
    const client = acquire({ releaseTwice: true, compareAndDelete: inTurn(1, 0) });
    expect([client.release(), client.sent.slice(1)]).toEqual(['not-owner', [giveBack, giveBack]]);
  });

  test('between the comparison and the DEL there is a step to pause at', () => {
    const client = acquire({ release: 'get-del' });
    client.release();
    expect(client.world.steps.slice(1)).toEqual(['compare', 'delete']);
  });
});
