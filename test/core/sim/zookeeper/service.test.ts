// The simulated ZooKeeper alone, compared with its documentation: sessions, znodes, watches, and what the trace
// records.
import { describe, expect, test } from 'vitest';
import { conversations } from './conversations';
import { playOnModel } from './model';

test.each(conversations.map((one) => [one.name, one] as const))('%s', (_, { script, reported }) => {
  expect(playOnModel(script).reported).toEqual(reported);
});

describe('the trace is told', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'of ephemeral znodes, and that they live with their session; a persistent one stands for nobody',
      [
        'a CONNECT 1000',
        'a CREATE /stock',
        'a CREATE /stock/lock- ephemeral sequential',
        'a DELETE /stock/lock-0000000000',
      ],
      ['set stock/lock-0000000000 of a for -2', 'gone stock/lock-0000000000 deleted by a'],
    ],
    [
      'who removed another’s znode',
      ['a CONNECT 1000', 'b CONNECT 1000', 'a CREATE /stock ephemeral', 'b DELETE /stock'],
      ['set stock of a for -2', 'gone stock deleted by b'],
    ],
    [
      'who waits for what is there, and who is woken, after the cause',
      [
        'a CONNECT 1000',
        'b CONNECT 1000',
        'b EXISTS /stock watch',
        'a CREATE /stock ephemeral',
        'b EXISTS /stock watch',
        'b EXISTS /stock watch',
        'a DELETE /stock',
      ],
      ['set stock of a for -2', 'waiting b', 'gone stock deleted by a', 'woken b'],
    ],
    [
      'that a session expired: nobody removed its znodes',
      ['a CONNECT 1000', 'a CREATE /stock ephemeral', 'wait 1300'],
      ['set stock of a for -2', 'gone stock expired by nobody'],
    ],
    [
      'that a session was closed: its client did',
      ['a CONNECT 1000', 'a CREATE /stock ephemeral', 'a CLOSE'],
      ['set stock of a for -2', 'gone stock deleted by a'],
    ],
    [
      'of nobody woken whose connection had gone before',
      [
        'a CONNECT 1000',
        'b CONNECT 1000',
        'a CREATE /stock ephemeral',
        'b EXISTS /stock watch',
        'b DROP',
        'a DELETE /stock',
      ],
      ['set stock of a for -2', 'waiting b', 'gone stock deleted by a'],
    ],
  ];
  test.each(rows)('%s', (_, script, traced) => {
    expect(playOnModel(script).traced).toEqual(traced);
  });
});

describe('the time of a session', () => {
  // It was last heard from at 0. A timeout of 1,000 ms is over at 1,000, and the first tick of 200 ms after that begins
  // at 1,200.
  test.each([
    [1199, true],
    [1200, false],
  ])('after %i ms it lives: %s', (ms, lives) => {
    const { traced } = playOnModel(['a CONNECT 1000', 'a CREATE /stock ephemeral', `wait ${ms}`]);
    expect(traced.includes('gone stock expired by nobody')).toBe(!lives);
  });

  test('begins anew, and whole, when the service comes back', () => {
    const { reported, traced } = playOnModel([
      'a CONNECT 1000',
      'a CREATE /stock ephemeral',
      'wait 900',
      'service RESTART',
      'a EXISTS /stock',
      'wait 1000',
      'a RECONNECT',
      'a EXISTS /stock',
    ]);
    expect(reported['a']).toEqual([
      'CONNECT: 1000',
      'CREATE: /stock 2',
      'EXISTS: ConnectionLoss',
      'RECONNECT: 1000',
      'EXISTS: 2 2 0 a 0',
    ]);
    expect(traced).toEqual(['set stock of a for -2']);
  });
});

test('the answer to a ping says how many events the session was sent', () => {
  const { pings } = playOnModel([
    'a CONNECT 1000',
    'a PING',
    'a EXISTS /stock watch',
    'a CREATE /stock',
    'a PING',
    'a RECONNECT',
    'a EXISTS /stock watch',
    'a DROP',
    'b CONNECT 1000',
    'b DELETE /stock',
    'a RECONNECT',
    'a PING',
  ]);
  expect(pings).toEqual([0, 1, 1]);
});
