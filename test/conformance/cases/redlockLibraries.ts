// Redlock as its libraries have it: other scripts, other quorums, a release that nobody waits for.
import type { Program } from '../../../src/core/model/effect';
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
      function* (tell) {
        const mine = holder({ takes: 'free-or-mine' });
        tell(yield* mine.acquire());
        tell(yield* extendBy(mine, 'mine-or-free'));
        yield* taken(firstThree);
        tell(yield* extendBy(mine, 'mine-or-free'));
      },
    ],
    tells: ['held', 'extended', 'gone'],
  },
  {
    name: 'an extension that takes free keys brings an expired lock back',
    nodes: five,
    clients: [
      function* (tell) {
        const mine = holder({ ttl: 800 });
        tell(yield* mine.acquire());
        yield* wait(1000);
        tell(yield* extendBy(mine, 'mine-or-free'));
        tell(yield* mine.release());
        tell(yield* keyCount());
      },
    ],
    tells: ['held', 'extended', 'none', '0 keys'],
  },
  {
    name: 'an extension by a new value is given back by that value',
    nodes: five,
    clients: [
      function* (tell) {
        const mine = holder();
        tell(yield* mine.acquire());
        yield* wait(200);
        tell(yield* extendBy(mine, 'new-value'));
        yield* wait(200);
        tell(yield* mine.release());
        tell(yield* keyCount());
      },
    ],
    tells: ['held', 'extended', 'none', '0 keys'],
  },
  {
    name: 'an extension that reads the keys first sends no more where too few are its own',
    nodes: five,
    clients: [
      function* (tell) {
        const mine = holder({ goesOn: 'all' });
        tell(yield* mine.acquire());
        tell(yield* extendBy(mine, 'get-then-extend'));
        yield* taken(firstThree);
        tell(yield* extendBy(mine, 'get-then-extend'));
      },
    ],
    tells: ['held', 'extended', 'gone'],
  },
  {
    name: 'a quorum of two lets two in, and a quorum of all waits for the last',
    nodes: five,
    clients: [
      function* (tell) {
        yield* taken(firstThree);
        const [two, all] = [holder({ quorum: '2', goesOn: 'granted' }), holder({ quorum: '5', goesOn: 'granted' })];
        tell(yield* two.acquire());
        tell(yield* two.release());
        tell(yield* all.acquire());
      },
    ],
    tells: ['held', 'none', 'refused no-quorum'],
  },
  {
    name: 'a release that nobody waits for arrives',
    nodes: five,
    clients: [
      function* (tell) {
        yield* taken(firstThree);
        tell(yield* holder({ releaseAwaits: 'none', goesOn: 'all' }).acquire());
        yield* wait(300);
        tell(yield* keyCount());
      },
    ],
    tells: ['refused held', '3 keys'],
  },
];
