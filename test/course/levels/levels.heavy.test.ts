// The levels of "You are the network": the search finds the least break of each, or none.
import { expect, test } from 'vitest';
import { storyIds } from '../../../src/content/stories/storyList';
import { judge } from '../../../src/core/judge/judge';
import { doesHarm } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { levels } from '../../../src/course/levels/levels';
import { decide } from '../../../src/search/orders/choices';
import { foundOrders } from '../../../src/search/orders/search';
import { beginning, gameOf, scenarioOfState } from '../../../src/search/orders/state';
import { byNight } from '../../support/nightly';

/** It searches as long as six others, for none, as another level does. */
const rare = byNight('version', '');

for (const { id, scenario, rules, harms, least, decisionsMax, story } of levels)
  test.skipIf(id === rare)(`${id} has its least break`, () => {
    expect(storyIds).toContain(story);
    const game = gameOf(scenario, rules, parts);
    const found = foundOrders(game, { harms, decisionsMax, faultsMax: 1, ordersMax: 200_000 });
    expect(found.least?.length ?? null).toBe(least);
    if (found.least === null) return expect(found).toMatchObject({ complete: decisionsMax });
    // The same run as a scenario does the same harm.
    const broken = scenarioOfState(found.least.reduce(decide, beginning(game)));
    const verdict = judge(simulate(broken, parts), parts);
    expect(harms.some((harm) => doesHarm(verdict, harm))).toBe(true);
  });
