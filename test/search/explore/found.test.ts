// The stories that a search found: the search finds the same break again, in as many runs as the story says, and none
// in the fixed story.
import { describe, expect, test } from 'vitest';
import { injectionRules } from '../../../src/core/faults';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { eventsOf, processId } from '../../../src/core/model/trace/traceReader';
import { nth } from '../../../src/core/model/values/nth';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { type Branch, finished, grow, type Placements, scenarioOf } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { shrink } from '../../../src/search/explore/shrink';
import { type Asked, type Space, spaceOf } from '../../../src/search/explore/space';
import { surveyOf } from '../../../src/search/explore/surveyOf';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { isNightly } from '../../support/nightly';

interface Found {
  readonly story: string;
  readonly asked: Asked;
  readonly runs: number;
  readonly breaks: number;
  /** The least length of its fault, in ms. */
  readonly least?: number;
  readonly fixed: readonly FixedVersion[];
}

interface FixedVersion {
  readonly version: string;
  readonly asked?: Asked;
  readonly runs: number;
  readonly atNight?: true;
}

/** How long a night’s search of pairs takes on a busy machine. */
const pairsMs = 600_000;

const one: readonly Found[] = [
  {
    story: '86',
    asked: { kinds: ['pause'], harm: 'stuck' },
    runs: 184,
    breaks: 6,
    least: 1620,
    fixed: [{ version: '86:fix', runs: 190 }],
  },
  {
    story: '87',
    asked: { kinds: ['lose'] },
    runs: 19,
    breaks: 2,
    fixed: [
      { version: '87:fix', runs: 19 },
      { version: '87:fix', asked: { faultsMax: 2 }, runs: 85085, atNight: true },
    ],
  },
  {
    story: '88',
    asked: { kinds: ['crash'], harm: 'stuck' },
    runs: 154,
    breaks: 38,
    least: 1,
    fixed: [{ version: '88:fix', runs: 165 }],
  },
];

describe.each(one)('story $story', ({ story, asked, runs, breaks, least, fixed }) => {
  const { scenario } = storyVersionOf(story);
  const space = spaceOf(scenario, parts, asked);
  const found = finished(search(space, parts));

  test(`is one of ${breaks} breaks in ${runs} runs`, () => {
    expect({ runs: found.runs, breaks: found.breaks.length }).toEqual({ runs, breaks });
    const injected = found.breaks.map((placements) => injectionsIn(scenarioOf(space, placements)));
    expect(injected).toContainEqual(injectionsIn(scenario));
  });

  test.runIf(least !== undefined)(`takes a fault of at least ${least} ms`, () => {
    const own = found.breaks.find((placements) => isSame(scenarioOf(space, placements), scenario)) ?? [];
    expect(shrink(space, own, parts).margins.map((margin) => margin.least)).toEqual([least]);
  });

  test.each(fixed.filter(({ atNight }) => isNightly || atNight === undefined))(
    '$telling: none in $runs runs',
    { timeout: pairsMs },
    ({ version, asked: more, runs: all }) => {
      const held = finished(search(spaceOf(storyVersionOf(version).scenario, parts, more ?? asked), parts));
      expect({ runs: held.runs, breaks: held.breaks }).toEqual({ runs: all, breaks: [] });
    },
  );
});

describe('story 89, which takes two faults', () => {
  const asked = { kinds: ['crash'], faultsMax: 2, harm: 'overlap' } as const;
  const { scenario } = storyVersionOf('89');

  test('is found where its first fault has struck, and nothing else is, beside two nodes that are equal', () => {
    const space = spaceOf(scenario, parts, asked);
    const branch = finishedBranch(space, [firstOf(space, scenario)]);
    expect({ runs: branch.runs, breaks: branch.breaks.length }).toEqual({ runs: 265, breaks: 3 });
    expect(injectionsIn(scenarioOf(space, nth(branch.breaks, 0)))).toEqual(injectionsIn(scenario));
  });

  test('is not found there with an AOF', () => {
    const fixed = spaceOf(storyVersionOf('89:fix').scenario, parts, asked);
    expect(finishedBranch(fixed, [firstOf(fixed, scenario)]).breaks).toEqual([]);
  });

  // The whole space of the story as told is a row of claims.heavy.test.ts.
  test.runIf(isNightly)('89:fix: none in 60,094 runs', { timeout: pairsMs }, () => {
    const found = finished(search(spaceOf(storyVersionOf('89:fix').scenario, parts, asked), parts));
    expect({ runs: found.runs, breaks: found.breaks }).toEqual({ runs: 60094, breaks: [] });
  });
});

/** Which faults hit which process, and when. Their lengths are reduced later. */
function injectionsIn(scenario: Scenario): readonly string[] {
  const trace = simulate(scenario, parts);
  const faults = Object.values(scenario.faults);
  return eventsOf(trace, 'faultStruck').map(
    ({ fault, process, at }) => `${nth(faults, fault).kind} ${processId(trace, process)} ${at}`,
  );
}

const isSame = (one: Scenario, other: Scenario): boolean =>
  JSON.stringify(injectionsIn(one)) === JSON.stringify(injectionsIn(other));

/** The place of the first fault of a scenario. */
function firstOf(space: Space, { faults }: Scenario): Placements[number] {
  const first = JSON.stringify(Object.values(faults)[0]);
  const { survey } = surveyOf(space.scenario, parts, space.lengths);
  const placements = injectionRules.crash.placements(survey);
  const found = placements.find(({ fault }) => JSON.stringify(fault) === first);
  if (found === undefined) throw new Error(`No place is that of ${first}.`);
  return found;
}

const finishedBranch = (space: Space, before: Placements): Branch => finished(grow(space, parts, before));
