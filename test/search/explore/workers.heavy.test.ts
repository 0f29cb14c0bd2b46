// Many workers reach the same result as one, in whatever order they finish and whichever of them dies.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { type Branch, finished } from '../../../src/search/explore/branch';
import { type Job, runJob, Search, search } from '../../../src/search/explore/search';
import type { Space } from '../../../src/search/explore/space';
import { type SpawnWorker, searchWith } from '../../../src/search/explore/workers';
import { spaceWith } from './spaces';

const space = spaceWith(
  { lock: 'single-node', nodes: 1 },
  { kinds: ['lose', 'clock-jump'], faultsMax: 2, harm: 'overlap' },
);
const alone = finished(search(space, parts));

const never = { signal: new AbortController().signal, goesOn: () => true };

/**
 * Workers that take turns in the order of the numbers. A worker dies when its number is 0, in the middle of its job.
 */
function hireBy(numbers: Iterator<number>, within: Space, deaths: { count: number }): SpawnWorker {
  return () => {
    let isOver = false;
    const work = async (job: Job): Promise<readonly Branch[]> => {
      const number = numbers.next().value ?? 1;
      for (let turn = 0; turn < number; turn++) await Promise.resolve();
      if (isOver) throw new Error('It was ended.');
      if (number > 0) return structuredClone(finished(runJob(structuredClone(job), within, parts)));
      deaths.count++;
      throw new Error('It was killed.');
    };
    return {
      work,
      end: () => {
        isOver = true;
      },
    };
  };
}

test('the counts and the breaks are the same with one worker, with two, with five that die', {
  timeout: 60_000,
}, async () => {
  const deaths = { count: 0 };
  expect(alone.breaks.length).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(9), { maxLength: 20 }),
      async (workers, numbers) => {
        const searching = new Search(space);
        // A job that kills three workers ends the search, so two in a row never die.
        const drawn = numbers.filter((number, index) => number > 0 || numbers[index - 1] !== 0).values();
        const hire = hireBy(drawn, space, deaths);
        await searchWith(searching, { spawn: hire, workers, ...never, progress: () => {} }).catch((error: unknown) => {
          expect(String(error)).toContain('killed');
        });
        if (searching.isDone) expect(searching.collectResults()).toEqual(alone);
      },
    ),
    { numRuns: 6, seed: 3, examples: [[2, [3, 0, 5, 1, 0, 2]]] },
  );
  expect(deaths.count).toBeGreaterThan(0);
});

/** Starts the first level alone, makes this many runs, and shares the rest of it. */
function sharedAfter(runs: number, places: number, within = space): Search {
  const searching = new Search(within);
  let left = runs;
  const job = searching.next();
  if (job === null) throw new Error('There is no job.');
  const steps = runJob(job, within, parts);
  for (let step = steps.next(); !step.done; step = steps.next()) {
    const branch = step.value.branch();
    if (branch === null) throw new Error('There is no branch.');
    if (left-- > 0) continue;
    searching.share(job, branch, places);
    return searching;
  }
  throw new Error('It was through before.');
}

test('one long branch that is cut anywhere, for many workers, comes to the same', async () => {
  const deaths = { count: 0 };
  const firstLevel = finished(search({ ...space, faultsMax: 1 }, parts)).runs;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: firstLevel - 2 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.nat(9), { maxLength: 40 }),
      async (runs, places, workers, numbers) => {
        const searching = sharedAfter(runs, places);
        expect(searching.collectResults().runs + searching.collectResults().left).toBe(firstLevel);
        const drawn = numbers.filter((number, index) => number > 0 || numbers[index - 1] !== 0).values();
        const hire = hireBy(drawn, space, deaths);
        const reportedRuns: number[] = [];
        const progress = (): void => void reportedRuns.push(searching.collectResults().runs);
        await searchWith(searching, { spawn: hire, workers, ...never, progress }).catch((error: unknown) => {
          expect(String(error)).toContain('killed');
        });
        if (searching.isDone) expect(searching.collectResults()).toEqual(alone);
        expect(reportedRuns).toEqual([...reportedRuns].sort((one, other) => one - other));
      },
    ),
    { numRuns: 8, seed: 3, examples: [[0, 1, 3, [3, 0, 5, 1, 0, 2]]] },
  );
  expect(deaths.count).toBeGreaterThan(0);
});

test('every worker has a part of one long branch, and what came of each is known when it is stopped', async () => {
  const searching = sharedAfter(0, 5);
  const [first, second, third] = [searching.next(), searching.next(), searching.next()];
  if (first === null || second === null || third === null) throw new Error('There are too few parts.');
  const before = searching.collectResults();
  searching.take(third, finished(runJob(third, space, parts)));
  const after = searching.collectResults();
  expect(after.runs).toBe(before.runs + 5);
  const count = ({ held, breaks }: typeof after): number => held.reduce((sum, one) => sum + one.count, breaks.length);
  expect(count(after)).toBeGreaterThan(count(before));
  // Nothing counts twice when the earlier parts arrive.
  for (const job of [first, second]) searching.take(job, finished(runJob(job, space, parts)));
  for (let job = searching.next(); job !== null; job = searching.next())
    searching.take(job, finished(runJob(job, space, parts)));
  expect(searching.collectResults()).toEqual(alone);
});

test('a run that several parts come to counts once', () => {
  const many = spaceWith({ lock: 'redlock', nodes: 3 }, { kinds: ['crash', 'restart', 'key-vanishes', 'cut'] });
  const whole = finished(search(many, parts));
  const searching = sharedAfter(0, 1, many);
  let [different, places] = [0, 0];
  for (let job = searching.next(); job !== null; job = searching.next(), places++) {
    const branches = finished(runJob(job, many, parts));
    different += branches[0]?.different?.length ?? 0;
    searching.take(job, branches);
  }
  expect(searching.collectResults()).toEqual(whole);
  expect(whole.runs).toBe(places + 1);
  expect(different + 1).toBeGreaterThan(whole.held.reduce((sum, { count }) => sum + count, whole.breaks.length));
});

test('a job that ends every worker ends the search with what they said', async () => {
  const hire = hireBy([0, 0, 0, 0][Symbol.iterator](), space, { count: 0 });
  const searching = new Search(space);
  const work = searchWith(searching, { spawn: hire, workers: 1, ...never, progress: () => {} });
  await expect(work).rejects.toThrow('killed');
  expect(searching.isDone).toBe(false);
});

test('somebody who stops it has what was found so far', async () => {
  const stopping = new AbortController();
  const searching = new Search(space);
  const hire = hireBy([][Symbol.iterator](), space, { count: 0 });
  await searchWith(searching, {
    spawn: hire,
    workers: 2,
    ...never,
    signal: stopping.signal,
    progress: () => stopping.abort(),
  });
  const { runs, levels } = searching.collectResults();
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThan(alone.runs);
  expect(levels).toBe(1);
});
