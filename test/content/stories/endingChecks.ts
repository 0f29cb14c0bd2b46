// A story ends as promised, and from its faults, not from luck: under other seeds, and so with other latencies, it
// ends in the same way.
import { expect } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { digest } from '../../../src/core/model/values/digest';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { byNight } from '../../support/nightly';
import type { Checks } from './knownRun';

const seedCount = byNight(3, 200);

/** Stories about luck, each with the share of seeds that must still end as told. */
const lucky: Readonly<Record<string, { readonly because: string; readonly atLeast: number }>> = {
  '60:fix': {
    because: 'a deadline that passes while SETs are under way closes their connections, and the release overtakes them',
    atLeast: 0.8,
  },
};

export const endingChecks: Checks = {
  'is a scenario that the parser takes as it is': ({ scenario }) => {
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)), parts)).toEqual({ ok: true, scenario });
  },

  'ends with the outcome, the lock and the data that it promises': ({ verdict, outcome, lock, data }) => {
    expect(verdict).toMatchObject({ lock, data, outcome });
  },

  'shows the facts that it promises, and no others': ({ verdict, facts }) => {
    expect([...new Set(verdict.facts.map(({ kind }) => kind))].sort()).toEqual([...facts].sort());
  },

  'lets every fault strike': ({ trace, verdict }) => {
    expect(trace.header.missed).toEqual({});
    expect(verdict.facts.filter(({ kind }) => kind === 'fault-missed')).toEqual([]);
  },

  'gives the same bytes twice': ({ scenario, trace }) => {
    expect(digest(simulate(scenario, parts))).toBe(digest(trace));
  },

  'ends so under other seeds': ({ name, scenario, outcome, lock, data }) => {
    const seeds = Array.from({ length: seedCount }, (_, i) => i + 1001);
    const others = seeds.filter((seed) => {
      const verdict = judge(simulate({ ...scenario, seed }, parts), parts);
      return lock !== verdict.lock || data !== verdict.data || outcome !== verdict.outcome;
    });
    const exception = lucky[name];
    if (exception === undefined) expect(others).toEqual([]);
    else expect(seedCount - others.length, exception.because).toBeGreaterThanOrEqual(exception.atLeast * seedCount);
  },
};
