// Chubby's master alone, compared with the paper: sessions, modes, generations, sequencers, lock-delay.
import { expect, test } from 'vitest';
import { makeChubby } from '../../../../src/core/sim/services/chubby';
import { ServiceStage } from '../../../support/serviceStage';

interface Row {
  readonly claim: string;
  readonly lockDelay?: number;
  readonly lines: readonly string[];
  readonly said: readonly string[];
}

const open = ['a OPENSESSION', 'b OPENSESSION', 'c OPENSESSION'];

const rows: readonly Row[] = [
  {
    claim: 'a waiter gets the lock in the moment of its release, with the next generation',
    lines: [
      'a ACQUIRE 1 stock exclusive',
      'a GETSEQUENCER 1 stock',
      'b ACQUIRE 2 stock exclusive',
      'a RELEASE 1 stock',
      'b GETSEQUENCER 2 stock',
    ],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'a: stock:exclusive:1',
      'b waits',
      'stock gone by a (deleted)',
      'stock = stock:exclusive:2 for b (session)',
      'b is woken',
      'b: OK',
      'a: 1',
      'b: stock:exclusive:2',
    ],
  },
  {
    claim: 'TryAcquire does not wait; who holds nothing has no sequencer and nothing to release',
    lines: [
      'a TRYACQUIRE 1 stock exclusive',
      'b TRYACQUIRE 2 stock exclusive',
      'b GETSEQUENCER 2 stock',
      'b RELEASE 2 stock',
    ],
    said: ['stock = stock:exclusive:1 for a (session)', 'a: OK', 'b: null', 'b: null', 'b: 0'],
  },
  {
    claim: 'who asks again for what it has, has it',
    lines: ['a ACQUIRE 1 stock exclusive', 'a ACQUIRE 1 stock exclusive'],
    said: ['stock = stock:exclusive:1 for a (session)', 'a: OK', 'a: OK'],
  },
  {
    claim: 'readers share a generation; a writer waits for the last of them, and readers after it wait behind it',
    lines: [
      'a ACQUIRE 1 stock shared',
      'b ACQUIRE 2 stock shared',
      'c ACQUIRE 3 stock exclusive',
      'd OPENSESSION',
      'd ACQUIRE 4 stock shared',
      'a RELEASE 1 stock',
      'b RELEASE 2 stock',
      'c RELEASE 3 stock',
    ],
    said: [
      'stock#1 = stock:shared:1 for a (session)',
      'a: OK',
      'stock#2 = stock:shared:1 for b (session)',
      'b: OK',
      'c waits',
      'd: [4 1000]',
      'd waits',
      'stock#1 gone by a (deleted)',
      'a: 1',
      'stock#2 gone by b (deleted)',
      'stock = stock:exclusive:2 for c (session)',
      'c is woken',
      'c: OK',
      'b: 1',
      'stock gone by c (deleted)',
      'stock#4 = stock:shared:3 for d (session)',
      'd is woken',
      'd: OK',
      'c: 1',
    ],
  },
  {
    claim: 'an exclusive holder keeps readers out; the sequencer of the new holders has their mode and generation',
    lines: [
      'a ACQUIRE 1 stock exclusive',
      'b TRYACQUIRE 2 stock shared',
      'a RELEASE 1 stock',
      'b TRYACQUIRE 2 stock shared',
      'a TRYACQUIRE 1 stock exclusive',
      'd CHECKSEQUENCER stock:exclusive:1',
      'd CHECKSEQUENCER stock:exclusive:2',
      'd CHECKSEQUENCER stock:shared:2',
    ],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'b: null',
      'stock gone by a (deleted)',
      'a: 1',
      'stock#2 = stock:shared:2 for b (session)',
      'b: OK',
      'a: null',
      'd: 0',
      'd: 0',
      'd: 1',
    ],
  },
  {
    claim: 'a lost reader delays a writer only when it was the last one; its sequencer is good while others share it',
    lockDelay: 400,
    lines: [
      'a ACQUIRE 1 stock shared',
      'b KEEPALIVE 2',
      'b ACQUIRE 2 stock shared',
      'c KEEPALIVE 3',
      'c ACQUIRE 3 stock exclusive',
      'wait 1000',
      'd CHECKSEQUENCER stock:shared:1',
      'b RELEASE 2 stock',
    ],
    said: [
      'stock#1 = stock:shared:1 for a (session)',
      'a: OK',
      'stock#2 = stock:shared:1 for b (session)',
      'b: OK',
      'c waits',
      'b: 1750',
      'c: 1750',
      'stock#1 gone by nobody (expired)',
      'd: 1',
      'stock#2 gone by b (deleted)',
      'stock = stock:exclusive:2 for c (session)',
      'c is woken',
      'c: OK',
      'b: 1',
    ],
  },
  {
    claim: 'a waiter that takes its request back gets nothing',
    lines: ['a ACQUIRE 1 stock exclusive', 'b ACQUIRE 2 stock exclusive', 'b RELEASE 2 stock', 'a RELEASE 1 stock'],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'b waits',
      'b: 0',
      'stock gone by a (deleted)',
      'a: 1',
    ],
  },
  {
    claim: 'a sequencer is valid while its holder holds the lock, in its mode and generation',
    lines: [
      'a ACQUIRE 1 stock exclusive',
      'd CHECKSEQUENCER stock:exclusive:1',
      'd CHECKSEQUENCER stock:exclusive:2',
      'd CHECKSEQUENCER stock:shared:1',
      'd CHECKSEQUENCER other:exclusive:1',
      'a RELEASE 1 stock',
      'd CHECKSEQUENCER stock:exclusive:1',
    ],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'd: 1',
      'd: 0',
      'd: 0',
      'd: 0',
      'stock gone by a (deleted)',
      'a: 1',
      'd: 0',
    ],
  },
  {
    claim: 'a KeepAlive is held back until the lease is close to its end, and its answer gives a whole one',
    lines: ['a KEEPALIVE 1', 'wait 499', 'b KEEPALIVE 2', 'wait 1', 'wait 1100', 'b KEEPALIVE 2', 'b CLOSESESSION 2'],
    said: ['a: 1750', 'b: 1251', 'b: 1000', 'b: OK'],
  },
  {
    claim: 'a session ends when its lease does, and its lock is free at once without lock-delay',
    lines: [
      'a ACQUIRE 1 stock exclusive',
      'b KEEPALIVE 2',
      'b ACQUIRE 2 stock exclusive',
      'wait 1000',
      'a KEEPALIVE 1',
    ],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'b waits',
      'b: 1750',
      'stock gone by nobody (expired)',
      'stock = stock:exclusive:2 for b (session)',
      'b is woken',
      'b: OK',
      'a: SESSION_EXPIRED',
    ],
  },
  {
    claim: 'the lock of a lost client stays closed for lock-delay, and its sequencer is void meanwhile',
    lockDelay: 400,
    lines: [
      'a ACQUIRE 1 stock exclusive',
      'b KEEPALIVE 2',
      'wait 1000',
      'd CHECKSEQUENCER stock:exclusive:1',
      'b TRYACQUIRE 2 stock exclusive',
      'wait 399',
      'b TRYACQUIRE 2 stock exclusive',
      'wait 1',
      'b TRYACQUIRE 2 stock exclusive',
    ],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'b: 1750',
      'stock = stock:exclusive:1 for a (400 ms)',
      'd: 0',
      'b: null',
      'b: null',
      'stock gone by nobody (expired)',
      'stock = stock:exclusive:2 for b (session)',
      'b: OK',
    ],
  },
  {
    claim: 'who gives back, or closes its session, delays nobody',
    lockDelay: 400,
    lines: ['a ACQUIRE 1 stock exclusive', 'b ACQUIRE 2 stock exclusive', 'a CLOSESESSION 1', 'b RELEASE 2 stock'],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'b waits',
      'stock gone by a (deleted)',
      'stock = stock:exclusive:2 for b (session)',
      'b is woken',
      'b: OK',
      'a: OK',
      'stock gone by b (deleted)',
      'b: 1',
    ],
  },
  {
    claim:
      'a session outlives the connection, and a KeepAlive of the dead is answered; what waits for a lock waits no more',
    lines: [
      'a ACQUIRE 1 stock exclusive',
      'a KEEPALIVE 1',
      'b ACQUIRE 2 stock exclusive',
      'a dies',
      'b dies',
      'wait 1749',
      'd CHECKSEQUENCER stock:exclusive:1',
      'wait 1',
    ],
    said: [
      'stock = stock:exclusive:1 for a (session)',
      'a: OK',
      'b waits',
      'a: 1750',
      'd: 1',
      'stock gone by nobody (expired)',
    ],
  },
  {
    claim: 'a new master knows sessions and locks, and gives each session its whole lease again',
    lines: ['a ACQUIRE 1 stock exclusive', 'wait 900', 'restart', 'wait 900', 'd CHECKSEQUENCER stock:exclusive:1'],
    said: ['stock = stock:exclusive:1 for a (session)', 'a: OK', '1 kept', 'd: 1'],
  },
];

test.each(rows.map((row) => [row.claim, row] as const))('%s', (_, { lockDelay = 0, lines, said }) => {
  const stage = new ServiceStage(makeChubby, { sessionTimeout: 1000, lockDelay });
  stage.play(...open);
  expect(stage.play(...lines)).toEqual(said);
});
