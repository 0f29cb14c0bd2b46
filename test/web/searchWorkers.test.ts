// Workers of a search inside workers, with stand-ins: which of them go on with the next seed, and what a dead one
// reports.
import { expect, test } from 'vitest';
import { ended, Gone } from '../../src/core/model/effects/calls';
import { parts } from '../../src/core/run/parts';
import type { Branch } from '../../src/search/explore/branch';
import type { Job } from '../../src/search/explore/search';
import { spaceOf } from '../../src/search/explore/space';
import { usualQuestion } from '../../src/web/find/findLink';
import { inlineWorker, spawnWebWorkers } from '../../src/web/workers/searchWorkers';
import { storyVersionOf } from '../content/stories/storyVersions';

const space = spaceOf(storyVersionOf('1').scenario, parts, usualQuestion);
const job: Job = { number: 0, branches: [[]], harmful: [] };
const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Workers that answer when a test lets them, and the reports of their workers. */
function stage() {
  const workers: {
    entered: number;
    ended: number;
    answer: (branches: readonly Branch[]) => void;
    fail: (e: Error) => void;
    refuse: (e: Error) => void;
  }[] = [];
  const updates: string[] = [];
  const hire = spawnWebWorkers(() => {
    const worker = {
      entered: 0,
      ended: 0,
      enter: () => {},
      answer: () => {},
      fail: (_: Error) => {},
      refuse: () => {},
    };
    workers.push(worker);
    return {
      calls: {
        enter: () => {
          worker.entered++;
          return new Promise((enter, refuse) => Object.assign(worker, { enter, refuse }));
        },
        // A worker answers in order.
        work: () =>
          new Promise((resolve, fail) => {
            const answer = (branches: readonly Branch[]): void => {
              worker.enter();
              resolve(branches);
            };
            Object.assign(worker, { answer, fail });
          }),
      },
      end: () => {
        worker.ended++;
        worker.fail(new Gone(ended));
      },
    };
  })(space);
  /** A worker whose search writes down what comes of each job. */
  const hired = () => {
    const { work, end } = hire();
    const send = (): void => {
      void work(job).then(
        (branches) => updates.push(`${branches.length} branches`),
        ({ message }) => updates.push(message),
      );
    };
    return { send, end };
  };
  const worker = (nth: number) => {
    const one = workers[nth];
    if (one === undefined) throw new Error(`No worker ${nth} was started.`);
    return one;
  };
  return { hired, updates, workers, worker };
}

test('a worker that has done its jobs goes on with the next seed, and is told its space', async () => {
  const { hired, updates, workers, worker } = stage();
  const first = hired();
  first.send();
  worker(0).answer([]);
  await task();
  first.end();
  expect(worker(0)).toMatchObject({ entered: 1, ended: 0 });
  hired();
  expect(worker(0).entered).toBe(2);
  hired();
  expect(workers).toHaveLength(2);
  expect(updates).toEqual(['0 branches']);
});

test('one that never had a job is ended, and so is one in the middle of a job, whose answer nobody hears', async () => {
  const { hired, updates, worker, workers } = stage();
  hired().end();
  const kept = hired();
  kept.send();
  worker(1).answer([]);
  await task();
  kept.end();
  const again = hired();
  again.send();
  again.end();
  worker(1).answer([]);
  await task();
  expect(workers.map(({ ended }) => ended)).toEqual([1, 1]);
  hired();
  expect(workers).toHaveLength(3);
  expect(updates).toEqual(['0 branches', ended]);
});

test.each([
  ['its worker is gone', new Gone('out of memory')],
  ['its job throws', new Error('out of memory')],
])('a worker tells once that it is lost where %s, and is ended then', async (_, error) => {
  const { hired, updates, worker } = stage();
  const lost = hired();
  lost.send();
  worker(0).fail(error);
  // A terminated worker fails both calls.
  if (error instanceof Gone) worker(0).refuse(error);
  await task();
  expect(updates).toEqual(['out of memory']);
  lost.end();
  expect(worker(0).ended).toBe(1);
});

test('a worker in this very thread tells that its job throws, too', async () => {
  const broken = { ...space, scenario: { ...space.scenario, lock: { id: 'no-such-lock' } } };
  const worker = inlineWorker(broken, { parts, pause: task })();
  await expect(worker.work(job)).rejects.toThrow('no-such-lock');
});
