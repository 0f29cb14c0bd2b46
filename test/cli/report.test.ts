// The JSON for other programs: the judge's lists and gaps become texts and figures.
import { expect, test } from 'vitest';
import { runAsJson } from '../../src/cli/report';
import { judge } from '../../src/core/judge/judge';
import type { Verdict } from '../../src/core/model/trace/verdict';
import { parts } from '../../src/core/run/parts';
import { traceOf } from '../support/traceOf';

const trace = traceOf({}).trace();

function printed(verdict: Partial<Verdict>): Verdict {
  const run = { scenario: trace.header.scenario, trace, verdict: { ...judge(trace, parts), ...verdict } };
  return JSON.parse(runAsJson(run)).verdict;
}

test('lists of a cause and of a fact have a space between, and nobody is an empty text', () => {
  const { chain, facts } = printed({
    chain: [
      { rule: 'keyStays', events: [1, 2], values: { owner: 'client1', nodes: ['nodeA', 'nodeC'] } },
      {
        rule: 'split',
        events: [3],
        values: {
          votes: [
            ['client1', 2],
            ['client2', 3],
          ],
          quorum: 4,
          at: 5,
        },
      },
    ],
    facts: [
      {
        kind: 'rejected',
        who: ['client1'],
        from: 4,
        to: 4,
        values: { value: 1, check: 'owner', holder: null },
      },
    ],
  });
  expect(chain.map(({ values }) => values)).toEqual([
    { owner: 'client1', nodes: 'nodeA nodeC' },
    { votes: 'client1=2 client2=3', quorum: 4, at: 5 },
  ]);
  expect(facts).toEqual([
    { kind: 'rejected', who: ['client1'], from: 4, to: 4, values: { value: 1, check: 'owner', holder: '' } },
  ]);
});

test('both facts stand beside the outcome, and why nothing can be said', () => {
  const { outcome, lock, data, unknownBecause, moreTime } = printed({
    outcome: 'unknown',
    lock: 'unknown',
    data: 'refused',
    unknownBecause: 'short',
    moreTime: 5_000_000,
  });
  expect({ outcome, lock, data, unknownBecause, moreTime }).toEqual({
    outcome: 'unknown',
    lock: 'unknown',
    data: 'refused',
    unknownBecause: 'short',
    moreTime: 5_000_000,
  });
  const known = printed({});
  expect(Object.keys(known).slice(0, 3)).toEqual(['outcome', 'lock', 'data']);
  expect(known).not.toHaveProperty('moreTime');
});
