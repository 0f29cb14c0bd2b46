// A causal chain is narrated in order of time: no cause begins before the one above it. Only the last one, the
// outcome itself, may rest on an earlier event. A click on a cause leads to its first event, so its sentence names
// that time.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario';
import { instantAt } from '../../../src/core/model/traceReader';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';
import { anyWorld } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';

interface OrderedCause {
  readonly rule: string;
  /** The instant of its first event. */
  readonly first: number;
  /** The instant that its sentence names. */
  readonly at: number | undefined;
}

function causesIn(scenario: Scenario): readonly OrderedCause[] {
  const { trace, verdict } = knownRun(scenario);
  return verdict.chain.map(({ rule, events, values }) => ({
    rule,
    first: instantAt(trace, events[0] ?? -1),
    at: 'at' in values ? values.at : undefined,
  }));
}

const inOrder = (explained: readonly OrderedCause[]): readonly OrderedCause[] =>
  [...explained].sort((a, b) => a.first - b.first);

function expectInOrder(explained: readonly OrderedCause[]): void {
  const causes = explained.slice(0, -1);
  expect(causes).toEqual(inOrder(causes));
}

/** Its sentence names no time, and it is placed where its run begins, or at the fault with which the stretch begins. */
const namesNoTime = 'clockRan';

function expectWhenSaid(explained: readonly OrderedCause[]): void {
  for (const { rule, first, at } of explained)
    if (at !== undefined && rule !== namesNoTime) expect([rule, Math.round(first)]).toEqual([rule, Math.round(at)]);
}

describe('the causes', () => {
  test.each(storyVersions)('of story $name are in the order of time', ({ scenario }) => {
    const explained = causesIn(scenario);
    expectInOrder(explained);
    expectWhenSaid(explained);
  });

  test('of any run are in the order of time, and each leads to the time that it names', () => {
    fc.assert(
      fc.property(anyWorld, (scenario) => {
        const explained = causesIn(scenario);
        expectInOrder(explained);
        expectWhenSaid(explained);
      }),
      { numRuns: byNight(40, 4000) },
    );
  });

  test('that are out of order are found', () => {
    expect(() => expectInOrder([2, 1, 3].map((first) => ({ rule: 'paused', first, at: first })))).toThrow();
    expect(() => expectWhenSaid([{ rule: 'paused', first: 1, at: 2 }])).toThrow();
  });
});
