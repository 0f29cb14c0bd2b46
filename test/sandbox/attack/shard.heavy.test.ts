// A space in shards: together they are the whole, byte for byte.
import { describe, expect, test } from 'vitest';
import { belongsTo, shardIn } from '../../../src/cli/attack/ci/shard';
import { injectableKinds } from '../../../src/core/faults';
import type { Placement } from '../../../src/core/faults/injectionPoints';
import { parts } from '../../../src/core/run/parts';
import { simulateIntoBuffer } from '../../../src/core/sim/simulate';
import { finished, injectionsToTry, type Placements, scenarioOf } from '../../../src/search/explore/branch';
import { runName } from '../../../src/search/explore/distinctRuns';
import { runJob, Search, type Searched, search } from '../../../src/search/explore/search';
import type { Space } from '../../../src/search/explore/space';
import { spaceWith } from '../../search/explore/spaces';

function searched(space: Space, number: number, of: number): Searched {
  const searching = new Search(space, belongsTo({ number, of }));
  for (let job = searching.next(); job !== null; job = searching.next())
    searching.take(job, finished(runJob(job, space, parts, searching.isTried)));
  return searching.collectResults();
}

const sorted = (breaks: readonly Placements[]): readonly string[] => breaks.map((one) => JSON.stringify(one)).sort();

describe.each([
  { faultsMax: 1, kinds: ['pause', 'crash', 'clock-jump'] },
  { faultsMax: 2, kinds: ['lose', 'clock-jump'] },
] as const)('with up to $faultsMax faults', ({ faultsMax, kinds }) => {
  const space = spaceWith({ lock: 'single-node', nodes: 1 }, { kinds, faultsMax, harm: 'any' });
  const whole = finished(search(space, parts));
  const single = finished(search({ ...space, faultsMax: 1 }, parts));

  test.each([1, 2, 4])('%i shards together find each break of the whole once', (of) => {
    const shards = Array.from({ length: of }, (_, index) => searched(space, index + 1, of));
    expect(whole.breaks.length).toBeGreaterThan(of);
    expect(sorted(shards.flatMap(({ breaks }) => breaks)).join('\n')).toBe(sorted(whole.breaks).join('\n'));
    for (const shard of shards) if (of > 1) expect(shard.breaks.length).toBeLessThan(whole.breaks.length);
    // Each makes the run without a fault; pairs need the runs of every single fault.
    const again = faultsMax === 1 ? 1 : single.runs;
    expect(shards.reduce((sum, { runs }) => sum + runs, 0)).toBe(whole.runs + (of - 1) * again);
  });
});

// Otherwise two shards would report one break of the whole. Costs 2 s of processor time.
test.each([
  { lock: 'single-node', nodes: 1, replicas: 0 },
  { lock: 'redlock', nodes: 3, replicas: 1 },
])('faults of every kind that lead to one run of $lock belong to one shard', (setup) => {
  const space = spaceWith(setup, { kinds: injectableKinds, faultsMax: 1 });
  const shards = Array.from({ length: 4 }, (_, index) => belongsTo({ number: index + 1, of: 4 }));
  const shardOf = (one: Placement): number => shards.findIndex((isMine) => isMine(one));
  const first = new Map<number | string, number>();
  let same = 0;
  for (const one of injectionsToTry(space, parts, []).placements) {
    const name = runName(simulateIntoBuffer(scenarioOf(space, [one]), parts), one);
    const known = first.get(name);
    if (known === undefined) first.set(name, shardOf(one));
    else {
      expect(shardOf(one)).toBe(known);
      same++;
    }
  }
  expect(same).toBeGreaterThan(5);
});

test.each(['0/4', '5/4', '1/0', '4', '1/257', '-1/2', '1/2/3', ' 1/2', '1.5/2', '', undefined])(
  '%s is no shard',
  (text) => expect(shardIn(text)).toBeNull(),
);

test.each(['1/1', '4/4', '256/256'])('%s is a shard', (text) => expect(shardIn(text)).not.toBeNull());
