// What the pages' workers are used for, over real message channels: runs, attempts, seeds, cells, and searches whose
// host has workers behind channels of their own.
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { inWorker } from '../../src/core/model/effects/calls';
import type { FixExercise } from '../../src/core/model/scenario/exercise';
import { applyPatch } from '../../src/core/model/scenario/patch';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { runSeeds, type SeedEnding } from '../../src/core/run/seeds';
import { exercises } from '../../src/course/exercises/fiveNodes';
import { judgeWhole } from '../../src/course/judging/wholeExercise';
import { finished } from '../../src/search/explore/branch';
import { cellOf } from '../../src/search/matrix/cell';
import { rows } from '../../src/search/matrix/rows';
import { judgeInWorker } from '../../src/web/state/judge';
import { functionsOf, type WorkerFunctions } from '../../src/web/workers/functions';
import type { Answer, Question, SearchUpdate } from '../../src/web/workers/messages';
import type { StartSearchWorker } from '../../src/web/workers/searchWorkers';
import { serve, type WorkerPort, webWorker } from '../../src/web/workers/webWorker';
import { storyVersionOf } from '../content/stories/storyVersions';
import '../support/handIn';

/** A worker at the other end of a channel. */
interface Stand {
  /** Its calls, in order. */
  readonly asked: string[];
  readonly die: (message: string) => void;
  isEnded: boolean;
}

const opened: MessagePort[] = [];
afterEach(() => {
  for (const port of opened.splice(0)) port.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Starts workers, as `new Worker` does. @param startSearchWorker as for `functionsOf` */
function workers(startSearchWorker: StartSearchWorker | null = null) {
  const started: Stand[] = [];
  const port = (): WorkerPort => {
    const { port1, port2 } = new MessageChannel();
    opened.push(port1, port2);
    const die = (message: string): void => {
      port1.dispatchEvent(Object.assign(new Event('error'), { message }));
    };
    const stand: Stand = { asked: [], die, isEnded: false };
    started.push(stand);
    port2.addEventListener('message', ({ data }) => stand.asked.push(data.kind === 'call' ? data.name : data.kind));
    serve(port2, functionsOf(parts, startSearchWorker));
    const terminate = (): void => {
      stand.isEnded = true;
      port1.close();
    };
    return Object.assign(port1, { terminate });
  };
  /** The workers that a page starts. */
  const ofPage = (): unknown =>
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          // biome-ignore lint/correctness/noConstructorReturn: the page starts a worker by a constructor.
          return port();
        }
      },
    );
  return { start: () => inWorker<WorkerFunctions>(webWorker(port)), started, ofPage };
}

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const { scenario } = storyVersionOf('1');

test('a run comes with its columns, and is the run of this thread', async () => {
  const { calls } = workers().start();
  const { trace, verdict } = await calls.play(scenario);
  const own = runScenario(scenario, parts);
  expect(trace).toEqual(own.trace);
  expect(verdict).toEqual(own.verdict);
});

test('the columns of a run are handed over, each of them', async () => {
  const handed: number[] = [];
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  const port = {
    postMessage: (message: unknown, { transfer }: { transfer: ArrayBuffer[] }) => {
      handed.push(transfer.length);
      port2.postMessage(message, { transfer });
    },
    addEventListener: port2.addEventListener.bind(port2),
  };
  serve(port, functionsOf(parts, null));
  const { calls } = inWorker<WorkerFunctions>(webWorker(() => Object.assign(port1, { terminate: () => {} })));
  const { trace } = await calls.play(scenario);
  const columns = Object.values(trace).filter((part) => ArrayBuffer.isView(part));
  expect(columns.length).toBeGreaterThan(7);
  expect(handed).toEqual([columns.length]);
});

test('a hundred seeds come as they are run, and nobody hears more of those that are no longer wanted', async () => {
  const { calls } = workers().start();
  const heard: SeedEnding[][] = [];
  const ask = (seconds: number, count: number, signal?: AbortSignal): Promise<void> => {
    const own: SeedEnding[] = [];
    heard.push(own);
    const settings = { ...scenario.settings, duration: seconds * 1000 };
    return calls.seeds(
      { scenario: { ...scenario, settings }, count },
      { signal, onProgress: (some) => void own.push(...some) },
    );
  };
  const stopping = new AbortController();
  const old = ask(60, 1_000_000, stopping.signal).catch(() => 'stopped');
  while (heard[0]?.length === 0) await task();
  stopping.abort();
  const before = heard[0]?.length;
  await ask(5, 30);
  expect(await old).toBe('stopped');
  expect(heard[0]).toHaveLength(before ?? 0);
  const settings = { ...scenario.settings, duration: 5000 };
  expect(heard[1]).toEqual([...runSeeds({ ...scenario, settings }, 30, parts)]);
});

test('the cells of a row come in the order in which they are wanted', async () => {
  const { calls } = workers().start();
  const row = rows.find(({ id }) => id === 'single-node') ?? rows[0];
  if (row === undefined) throw new Error('The table has no row.');
  const kinds = ['pause', 'crash'] as const;
  const updates: unknown[] = [];
  await calls.cells({ row, check: 'no-check', leases: 'own', kinds }, { onProgress: (cell) => updates.push(cell) });
  expect(updates).toEqual(kinds.map((of) => ({ of, cell: cellOf(row, of, 'no-check', 'own', parts) })));
});

describe('an attempt', () => {
  const found = exercises.find((one): one is FixExercise => one.kind === 'fix' && one.seeds !== undefined);
  if (found === undefined) throw new Error('No exercise is tried further.');
  const exercise = { ...found, seeds: 2 };
  const solved = applyPatch(exercise.scenario, exercise.solution);
  const asked = { signal: new AbortController().signal };

  it('is judged in a worker of its own, which tells how far it is, and ends with it', async () => {
    const { started, ofPage } = workers();
    ofPage();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 60;
      return now;
    });
    const updates: number[] = [];
    const judged = await judgeInWorker(exercise, solved, { ...asked, onGoing: ({ runs }) => updates.push(runs) });
    expect(judged).toEqual(finished(judgeWhole(exercise, solved, parts)));
    expect(updates.length).toBeGreaterThan(10);
    expect(updates).toEqual([...updates].sort((one, other) => one - other));
    expect(started.map((one) => [one.asked, one.isEnded])).toEqual([[['judge'], true]]);
  });

  it('that is stopped ends its worker at once', async () => {
    const { started, ofPage } = workers();
    ofPage();
    const stopping = new AbortController();
    const judging = judgeInWorker(exercise, solved, { signal: stopping.signal });
    stopping.abort(new Error('changed'));
    await expect(judging).rejects.toThrow('changed');
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('is judged by the page where there is no worker, and can be stopped there, too', async () => {
    const updates: number[] = [];
    const judged = await judgeInWorker(exercise, exercise.scenario, {
      ...asked,
      onGoing: ({ runs }) => updates.push(runs),
    });
    expect(judged).toEqual(finished(judgeWhole(exercise, exercise.scenario, parts)));
    expect(updates.length).toBe(judged.runs - 1);
    const stopping = new AbortController();
    const onGoing = (): void => stopping.abort(new Error('changed'));
    await expect(judgeInWorker(exercise, solved, { signal: stopping.signal, onGoing })).rejects.toThrow('changed');
  });

  it('is judged by the page where the worker dies of it', async () => {
    const { started, ofPage } = workers();
    ofPage();
    const judging = judgeInWorker(exercise, exercise.scenario, asked);
    started[0]?.die('out of memory');
    expect(await judging).toEqual(finished(judgeWhole(exercise, exercise.scenario, parts)));
  });

  it('that breaks the simulator is told with its words', async () => {
    workers().ofPage();
    const broken = { ...exercise.scenario, lock: { ...exercise.scenario.lock, id: 'no-such-lock' } };
    await expect(judgeInWorker(exercise, broken, asked)).rejects.toThrow('no-such-lock');
  });
});

describe('a search', () => {
  const pairs: Question = { kinds: ['lose'], faultsMax: 2, harm: 'overlap', seeds: 2 };
  const version = storyVersionOf('1');

  /** A worker with the host of a search. @param workers null: it cannot start a worker */
  function hostWith(workerSet: ReturnType<typeof workers> | null) {
    const updates: SearchUpdate[] = [];
    const { calls } = workers(workerSet?.start).start();
    const search = (question: Question, count: number): Promise<Answer> =>
      calls.search(
        { scenario: version.scenario, question, workers: count, names: undefined },
        { onProgress: (one) => updates.push(one) },
      );
    return { calls, search, updates };
  }

  /** The result of either. */
  const breaksIn = (updates: readonly SearchUpdate[]) => updates.filter(({ kind }) => kind === 'breaks').at(-1);

  let answer: Answer;
  let breaks: ReturnType<typeof breaksIn>;
  beforeAll(async () => {
    const { search, updates } = hostWith(null);
    answer = await search(pairs, 1);
    breaks = breaksIn(updates);
  });

  it.each([1, 2, 3])('by %i search workers comes to the same as one without any', async (count) => {
    // If a busy machine took a second for the first level, the host would share even that.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const workerSet = workers();
    const { search, updates } = hostWith(workerSet);
    expect(answer).toMatchObject({ isWhole: true, levels: 2 });
    expect(answer.breaks).toBeGreaterThan(0);
    expect(await search(pairs, count)).toEqual(answer);
    expect(breaksIn(updates)).toEqual(breaks);
    // Each seed has its space, and the workers of the first go on with the second, except one that had no job.
    expect(workerSet.started.length).toBeLessThanOrEqual(2 * count - 1);
    const asked = workerSet.started.flatMap((worker) => worker.asked);
    expect(asked.filter((name) => name === 'enter')).toHaveLength(2 * count);
    expect(asked.filter((name) => name === 'work').length).toBeGreaterThan(8);
  });

  it('goes on where a worker dies in the middle of a job, and comes to the same', async () => {
    const workerSet = workers();
    const { search } = hostWith(workerSet);
    const searching = search(pairs, 2);
    while (workerSet.started[0]?.asked.includes('work') !== true) await task();
    workerSet.started[0].die('out of memory');
    expect(await searching).toEqual(answer);
    expect(workerSet.started.length).toBeGreaterThan(2);
    expect(workerSet.started[0].isEnded).toBe(true);
  });

  it('ends with the reason where every worker dies of the same', async () => {
    const workerSet = workers();
    const { search } = hostWith(workerSet);
    const searching = search(pairs, 1).catch((error: Error) => error.message);
    for (let nth = 0; nth < 3; nth++) {
      while (workerSet.started[nth] === undefined) await task();
      workerSet.started[nth]?.die(`out of memory ${nth}`);
    }
    expect(await searching).toBe('out of memory 2');
  });

  it('that is stopped as soon as it was begun answers that nothing was searched', async () => {
    const { calls, search } = hostWith(workers());
    const searching = search({ ...pairs, kinds: ['pause', 'lose'] }, 2);
    await calls.stopSearch();
    const early = await searching;
    expect(early).toMatchObject({ isWhole: false, levels: 0 });
    expect(early.runs).toBeLessThan(answer.runs);
  });

  it('lets its workers go in the middle of their jobs when it is stopped', async () => {
    const workerSet = workers();
    const { calls, search } = hostWith(workerSet);
    const searching = search({ ...pairs, seeds: 10 }, 2);
    while (workerSet.started[0]?.asked.includes('work') !== true) await task();
    await calls.stopSearch();
    expect((await searching).isWhole).toBe(false);
    expect(workerSet.started[0].isEnded).toBe(true);
  });
});

test('a worker that is told no space says so', async () => {
  const { calls } = workers().start();
  await expect(calls.work({ number: 0, branches: [[]], harmful: [] })).rejects.toThrow('no space');
});
