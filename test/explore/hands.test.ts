// Many hands come to the same sum as one, in whatever order they finish and whoever dies.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finished } from '../../src/explore/branch';
import { type Hire, type Stopping, searchWith } from '../../src/explore/hands';
import { done, type Job, Search, search } from '../../src/explore/search';
import type { Space } from '../../src/explore/space';
import { registry } from '../../src/run/registry';
import { spaceWith } from './spaces';

const space = spaceWith(
  { lock: 'single-node', nodes: 1 },
  { kinds: ['lose', 'clock-jump'], faultsMax: 2, harm: 'overlap' },
);
const alone = finished(search(space, registry));

const never: Stopping = { isStopped: () => false, whenStopped: () => {} };

/** Hands that take turns as the numbers say. A hand dies where its number is 0, in the middle of its job. */
function hireBy(numbers: Iterator<number>, within: Space, deaths: { count: number }): Hire {
  return ({ finished: tell, died }) => {
    let isOver = false;
    const work = async (job: Job): Promise<void> => {
      const number = numbers.next().value ?? 1;
      for (let turn = 0; turn < number; turn++) await Promise.resolve();
      if (isOver) return;
      if (number > 0) return tell(structuredClone(finished(done(structuredClone(job), within, registry))));
      isOver = true;
      deaths.count++;
      died('It was killed.');
    };
    return {
      send: (job) => void work(job),
      end: () => {
        isOver = true;
      },
    };
  };
}

test('the counts and the breaks are the same with one hand, with two, with five that die', {
  timeout: 60_000,
}, async () => {
  const deaths = { count: 0 };
  expect(alone.breaks.length).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(9), { maxLength: 20 }), async (hands, numbers) => {
      const searching = new Search(space);
      // A job that ends three hands ends the search, so no two in a row die.
      const drawn = numbers.filter((number, index) => number > 0 || numbers[index - 1] !== 0).values();
      const hire = hireBy(drawn, space, deaths);
      await searchWith(searching, { hire, hands, stopping: never, progress: () => {} }).catch((error: unknown) => {
        expect(String(error)).toContain('killed');
      });
      if (searching.isDone) expect(searching.found()).toEqual(alone);
    }),
    { numRuns: 6, seed: 3, examples: [[2, [3, 0, 5, 1, 0, 2]]] },
  );
  expect(deaths.count).toBeGreaterThan(0);
});

test('a job that ends every hand ends the search with what they said', async () => {
  const hire = hireBy([0, 0, 0, 0][Symbol.iterator](), space, { count: 0 });
  const searching = new Search(space);
  const work = searchWith(searching, { hire, hands: 1, stopping: never, progress: () => {} });
  await expect(work).rejects.toThrow('killed');
  expect(searching.isDone).toBe(false);
});

test('somebody who stops it has what was found so far', async () => {
  let stop = (): void => {};
  const searching = new Search(space);
  const stopping: Stopping = {
    isStopped: () => false,
    whenStopped: (told) => {
      stop = told;
    },
  };
  const hire = hireBy([][Symbol.iterator](), space, { count: 0 });
  await searchWith(searching, { hire, hands: 2, stopping, progress: () => stop() });
  const { runs, levels } = searching.found();
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThan(alone.runs);
  expect(levels).toBe(1);
});
