// A break in words: it is headed by its harm, also where nobody was inside beside another and no update was lost.
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { finished, scenarioOf } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { breakReport } from '../../../src/search/explore/searchReport';
import { spaceOf } from '../../../src/search/explore/space';
import { regular } from './spaces';

test('a break of any harm is not headed by “The lock worked”', () => {
  const scenario = regular({ lock: 'setnx-expire', nodes: 1 });
  const space = spaceOf(scenario, parts, { kinds: ['pause'], harm: 'any' });
  const headlines = finished(search(space, parts)).breaks.map((placements) => {
    const broken = scenarioOf(space, placements);
    const trace = simulate(broken, parts);
    const played = { scenario: broken, trace, verdict: judge(trace, parts), margins: [], space };
    return breakReport(played, parts, 'en').headline;
  });
  expect(headlines).toContain('A client deleted another’s key');
  expect(headlines).not.toContain('The lock worked');
});
