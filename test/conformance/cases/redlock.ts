// Redlock on five nodes: majorities, silence, expiry, extension, release, tokens, nodes that forget.

import type { RedlockContext } from '../../../src/core/locks/redlock/asking';
import { extendOnce, type RedlockState } from '../../../src/core/locks/redlock/lock';
import type { Program } from '../../../src/core/model/effects/effect';
import type { Held } from '../../../src/core/model/scenario/lock';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import {
  ask,
  briefly,
  type ConformanceCase,
  crash,
  cut,
  five,
  fiveNodes,
  type Holder,
  holderOf,
  injectNamed,
  pause,
  restart,
  valuesAt,
  wait,
} from '../stage';

export const holder = (own: Readonly<Record<string, number | string | boolean>> = {}): Holder =>
  holderOf('redlock', own);

/** The number of nodes that have a key. */
export function* keyCount(nodes: readonly ProcessId[] = fiveNodes, key = 'stock'): Program<string> {
  let count = 0;
  for (const node of nodes) count += Number(yield* ask(node, 'EXISTS', key));
  return `${count} keys`;
}

export function* taken(nodes: readonly ProcessId[]): Program {
  for (const node of nodes) yield* ask(node, 'SET', 'stock', 'yours');
}

export function* extend({ context, held }: Holder): Program<string> {
  const { agreed, gone } = yield* extendOnce(context as unknown as RedlockContext, held() as Held<RedlockState>);
  return agreed ? 'extended' : gone ? 'gone' : 'no answer';
}

const firstThree = fiveNodes.slice(0, 3);
const lastTwo = fiveNodes.slice(3);

export const redlockCases: readonly ConformanceCase[] = [
  {
    name: 'Redlock takes a free lock on all nodes, and leaves no key behind',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder();
        note(yield* mine.acquire());
        yield* wait(200);
        note(yield* keyCount());
        note(yield* mine.release());
        note(yield* keyCount());
      },
    ],
    reports: ['held', '5 keys', 'none', '0 keys'],
  },
  {
    name: 'Redlock refuses a second holder until the first is out',
    nodes: five,
    clients: [
      function* (note) {
        const [mine, yours] = [holder(), holder()];
        note(yield* mine.acquire());
        note(yield* yours.acquire());
        note(yield* mine.release());
        note(yield* yours.acquire());
      },
    ],
    reports: ['held', 'refused held', 'none', 'held'],
  },
  {
    name: 'two nodes that others hold do not prevent Redlock',
    nodes: five,
    clients: [
      function* (note) {
        yield* taken(lastTwo);
        note(yield* holder().acquire());
        note(yield* valuesAt(lastTwo));
      },
    ],
    reports: ['held', 'yours yours'],
  },
  {
    name: 'three nodes that others hold prevent Redlock, which releases the other two',
    nodes: five,
    clients: [
      function* (note) {
        yield* taken(firstThree);
        note(yield* holder().acquire());
        note(yield* valuesAt(fiveNodes));
      },
    ],
    reports: ['refused held', 'yours yours yours nil nil'],
  },
  {
    name: 'Redlock retries until the holder’s lease is over',
    nodes: five,
    clients: [
      function* (note) {
        for (const node of fiveNodes) yield* ask(node, 'SET', 'stock', 'yours', 'PX', 700);
        note(yield* holder({ tries: 20, retryDelay: 200, retryJitter: 50 }).acquire());
      },
    ],
    reports: ['held'],
  },
  {
    name: 'Redlock takes several keys all together or not at all',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ keys: 3 });
        for (const node of firstThree) yield* ask(node, 'SET', 'stock:2', 'yours');
        note(yield* mine.acquire());
        note(yield* keyCount());
        for (const node of firstThree) yield* ask(node, 'DEL', 'stock:2');
        note(yield* mine.acquire());
        yield* wait(200);
        note(yield* keyCount(fiveNodes, 'stock:3'));
        note(yield* mine.release());
        note(yield* keyCount(fiveNodes, 'stock:3'));
      },
    ],
    reports: ['refused held', '0 keys', 'held', '5 keys', 'none', '0 keys'],
  },
  {
    name: 'Redlock holds with two nodes dead',
    nodes: five,
    faults: { d: crash('nodeD', 'crash'), e: crash('nodeE', 'crash') },
    clients: [
      function* (note) {
        yield* injectNamed('crash');
        const mine = holder();
        note(yield* mine.acquire());
        note(yield* mine.release());
        note(yield* keyCount(firstThree));
      },
    ],
    reports: ['held', 'none', '0 keys'],
  },
  {
    name: 'Redlock has no quorum with three nodes dead, and leaves nothing on the others',
    nodes: five,
    faults: { a: crash('nodeA', 'crash'), b: crash('nodeB', 'crash'), c: crash('nodeC', 'crash') },
    clients: [
      function* (note) {
        yield* injectNamed('crash');
        note(yield* holder().acquire());
        note(yield* keyCount(lastTwo));
      },
    ],
    reports: ['refused no-quorum', '0 keys'],
  },
  {
    name: 'Redlock has no quorum when three links are cut, and says so after the timeout',
    nodes: five,
    faults: { cut: cut(['client1'], firstThree, 'cut') },
    clients: [
      function* (note) {
        yield* injectNamed('cut', 10);
        note(yield* holder({ nodeTimeout: briefly }).acquire());
        note(yield* keyCount(lastTwo));
      },
    ],
    reports: ['refused no-quorum', '0 keys'],
  },
  {
    name: 'Redlock that asks the nodes one by one skips a silent one',
    nodes: five,
    faults: { pause: pause('nodeB', 'stop', 30_000) },
    clients: [
      function* (note) {
        yield* injectNamed('stop', 10);
        note(yield* holder({ ask: 'sequence', nodeTimeout: 2 * briefly }).acquire());
        note(yield* keyCount(['nodeA', 'nodeC', 'nodeD', 'nodeE']));
      },
    ],
    reports: ['held', '4 keys'],
  },
  {
    name: 'Redlock takes no lock if asking used up its validity',
    nodes: five,
    faults: { pause: pause('nodeA', 'stop', 900) },
    clients: [
      function* (note) {
        yield* injectNamed('stop', 10);
        note(yield* holder({ ask: 'sequence', ttl: 600 }).acquire());
        note(yield* keyCount());
      },
    ],
    reports: ['refused no-validity', '0 keys'],
  },
  {
    name: 'Redlock takes no lock with less validity than required',
    nodes: five,
    clients: [
      function* (note) {
        note(yield* holder({ ttl: 5000, minValidity: 5000 }).acquire());
        note(yield* keyCount());
      },
    ],
    reports: ['refused no-validity', '0 keys'],
  },
  {
    name: 'a Redlock lock is free when its TTL is over, and its late holder does not release the next one',
    nodes: five,
    clients: [
      function* (note) {
        const [mine, yours] = [holder({ ttl: 1000 }), holder()];
        note(yield* mine.acquire());
        yield* wait(1300);
        note(yield* yours.acquire());
        yield* wait(200);
        note(yield* mine.release());
        note(yield* keyCount());
      },
    ],
    reports: ['held', 'held', 'not-owner', '5 keys'],
  },
  {
    name: 'an extension gives a Redlock lock a full TTL again',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ ttl: 1500 });
        note(yield* mine.acquire());
        yield* wait(900);
        note(yield* extend(mine));
        yield* wait(900);
        note(yield* holder().acquire());
        note(yield* mine.release());
      },
    ],
    reports: ['held', 'extended', 'refused held', 'none'],
  },
  {
    name: 'a Redlock lock that extends itself outlives its first TTL, and ends with its release',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ ttl: 1500, extensions: 20 });
        note(yield* mine.acquire());
        yield* wait(2200);
        note(yield* keyCount());
        note(yield* mine.release());
        yield* wait(900);
        note(yield* keyCount());
      },
    ],
    reports: ['held', '5 keys', 'none', '0 keys'],
  },
  {
    name: 'an extension after the TTL finds nothing, and brings nothing back',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ ttl: 800 });
        note(yield* mine.acquire());
        yield* wait(1000);
        note(yield* extend(mine));
        note(yield* keyCount());
      },
    ],
    reports: ['held', 'gone', '0 keys'],
  },
  {
    name: 'an extension that a majority refuses reports the lock as gone; one that two nodes refuse is granted',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder();
        note(yield* mine.acquire());
        yield* wait(200);
        yield* taken(lastTwo);
        note(yield* extend(mine));
        yield* taken(firstThree);
        note(yield* extend(mine));
      },
    ],
    reports: ['held', 'extended', 'gone'],
  },
  {
    name: 'an extension without any answer proves nothing',
    nodes: five,
    faults: { cut: cut(['client1'], firstThree, 'cut') },
    clients: [
      function* (note) {
        const mine = holder({ nodeTimeout: 2 * briefly });
        note(yield* mine.acquire());
        yield* injectNamed('cut', 10);
        note(yield* extend(mine));
      },
    ],
    reports: ['held', 'no answer'],
  },
  {
    name: 'a release that only a minority hears is an error, and the other keys expire',
    nodes: five,
    faults: { cut: cut(['client1'], firstThree, 'cut') },
    clients: [
      function* (note) {
        const mine = holder({ nodeTimeout: 2 * briefly });
        note(yield* mine.acquire());
        yield* wait(200);
        yield* injectNamed('cut', 10);
        note(yield* mine.release());
        note(yield* keyCount(lastTwo));
      },
    ],
    reports: ['held', 'error', '0 keys'],
  },
  {
    name: 'tokens that are written back grow, even if one node forgets',
    nodes: five,
    faults: { restart: restart('nodeA', 'restart') },
    clients: [
      function* (note) {
        const mine = holder({ token: 'quorum' });
        for (let round = 1; round <= 3; round++) {
          note(`${yield* mine.acquire()} ${mine.held().token}`);
          note(yield* mine.release());
          if (round === 1) yield* injectNamed('restart');
        }
      },
    ],
    reports: ['held 1', 'none', 'held 2', 'none', 'held 3', 'none'],
  },
  {
    name: 'one node that forgets gives no second client a majority',
    nodes: five,
    faults: { restart: restart('nodeC', 'restart') },
    clients: [
      function* (note) {
        note(yield* holder().acquire());
        yield* wait(200);
        yield* injectNamed('restart');
        note(yield* keyCount());
        note(yield* holder().acquire());
      },
    ],
    reports: ['held', '4 keys', 'refused held'],
  },
  {
    name: 'three nodes that forget give the lock to a second client',
    nodes: five,
    faults: { a: restart('nodeA', 'restart'), b: restart('nodeB', 'restart'), c: restart('nodeC', 'restart') },
    clients: [
      function* (note) {
        note(yield* holder().acquire());
        yield* wait(200);
        yield* injectNamed('restart');
        note(yield* holder().acquire());
      },
    ],
    reports: ['held', 'held'],
  },
];
