// A story in slow motion ends as at full speed, so a busy machine can repeat a run more slowly.
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { slowed } from '../../../src/core/model/scenario/slowed';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { storyVersions } from '../../content/stories/storyVersions';

const versions = storyVersions.filter(({ story }) =>
  ['9', '13', '20', '22', '24', '36', '38', '47'].includes(story.number),
);

/** Redis flushes once a second, however slow a story is. */
const slowest: Readonly<Record<string, number>> = { '13': 2 };

test.each([2, 3, 4])('%i times as slow, a story ends as it is told', (times) => {
  for (const { name, scenario, outcome } of versions) {
    if (times > (slowest[name] ?? times)) continue;
    const trace = simulate(slowed(scenario, times, parts), parts);
    expect([name, judge(trace, parts).outcome]).toEqual([name, outcome]);
    expect(trace.header.scenario.settings.duration).toBe(times * scenario.settings.duration);
  }
});
