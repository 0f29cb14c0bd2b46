// Redlock as its libraries implement it: other scripts, other quorums, a release that nobody waits for.
import type { Program } from '../../../src/core/model/effects/effect';
import { type ConformanceCase, five, fiveNodes, type Holder, wait } from '../stage';
import { extend, holder, keyCount, taken } from './redlock';

/** The same lock, extended in another way. */
const extendBy = (mine: Holder, extendsWhat: string): Program<string> =>
  extend({ ...mine, context: { ...mine.context, settings: { ...mine.context.settings, extendsWhat } } });

const firstThree = fiveNodes.slice(0, 3);

export const redlockLibraryCases: readonly ConformanceCase[] = [
  {
    name: 'an extension that takes free keys extends its own, and not those of another',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ takes: 'free-or-mine' });
        note(yield* mine.acquire());
        note(yield* extendBy(mine, 'mine-or-free'));
        yield* taken(firstThree);
        note(yield* extendBy(mine, 'mine-or-free'));
      },
    ],
    reports: ['held', 'extended', 'gone'],
  },
  {
    name: 'an extension that takes free keys brings an expired lock back',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ ttl: 800 });
        note(yield* mine.acquire());
        yield* wait(1000);
        note(yield* extendBy(mine, 'mine-or-free'));
        note(yield* mine.release());
        note(yield* keyCount());
      },
    ],
    reports: ['held', 'extended', 'none', '0 keys'],
  },
  {
    name: 'an extension by a new value is given back by that value',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder();
        note(yield* mine.acquire());
        yield* wait(200);
        note(yield* extendBy(mine, 'new-value'));
        yield* wait(200);
        note(yield* mine.release());
        note(yield* keyCount());
      },
    ],
    reports: ['held', 'extended', 'none', '0 keys'],
  },
  {
    name: 'an extension that reads the keys first sends no more where too few are its own',
    nodes: five,
    clients: [
      function* (note) {
        const mine = holder({ goesOn: 'all' });
        note(yield* mine.acquire());
        note(yield* extendBy(mine, 'get-then-extend'));
        yield* taken(firstThree);
        note(yield* extendBy(mine, 'get-then-extend'));
      },
    ],
    reports: ['held', 'extended', 'gone'],
  },
  {
    name: 'a quorum of two lets two in, and a quorum of all waits for the last',
    nodes: five,
    clients: [
      function* (note) {
        yield* taken(firstThree);
        const [two, all] = [holder({ quorum: '2', goesOn: 'granted' }), holder({ quorum: '5', goesOn: 'granted' })];
        note(yield* two.acquire());
        note(yield* two.release());
        note(yield* all.acquire());
      },
    ],
    reports: ['held', 'none', 'refused no-quorum'],
  },
  {
    name: 'a release that nobody waits for arrives',
    nodes: five,
    clients: [
      function* (note) {
        yield* taken(firstThree);
        note(yield* holder({ releaseAwaits: 'none', goesOn: 'all' }).acquire());
        yield* wait(300);
        note(yield* keyCount());
      },
    ],
    reports: ['refused held', '3 keys'],
  },
];
