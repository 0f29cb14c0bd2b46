// One driver for every search: alone, with workers, shared in the middle of a level, stopped, and too large.
import { describe, expect, it } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { finished } from '../../../src/search/explore/branch';
import { type DriveStep, type Driving, drive } from '../../../src/search/explore/drive';
import { runJob, Search, search } from '../../../src/search/explore/search';
import { type SpawnWorker, searchWith } from '../../../src/search/explore/workers';
import { spaceWith } from './spaces';

const space = spaceWith(
  { lock: 'single-node', nodes: 1 },
  { kinds: ['lose', 'clock-jump'], faultsMax: 2, harm: 'overlap' },
);
const alone = finished(search(space, parts));

const hire: SpawnWorker = () => ({
  work: (job) => new Promise((resolve) => setImmediate(() => resolve(finished(runJob(job, space, parts))))),
  end: () => {},
});

const byTwo: Driving['others'] = (searching, watching) =>
  searchWith(searching, { ...watching, spawn: hire, workers: 2 });

/** Each reading of the clock is a turn later, so each turn is one run. */
async function driven(
  asked: Partial<Driving>,
  heard: (step: DriveStep, searching: Search) => void = () => {},
  within = space,
) {
  const searching = new Search(within);
  let time = 0;
  const steps: DriveStep[] = [];
  const driving = { parts, now: () => (time += 20), inTurn: async <T>(work: () => T) => work(), progressEvery: 0 };
  for await (const step of drive(searching, {
    ...driving,
    signal: new AbortController().signal,
    others: null,
    ...asked,
  })) {
    steps.push(step);
    heard(step, searching);
  }
  return { searching, steps };
}

const sharedRuns = (steps: readonly DriveStep[]): readonly number[] =>
  steps.flatMap((step) => (step.kind === 'progress' && step.isShared ? [step.results.runs] : []));

describe('a driven search', () => {
  it.each([
    ['in this thread alone', {}],
    ['by workers after one fault', { others: byTwo }],
    ['by workers from the middle of one fault', { others: byTwo, sharesAfter: 60 }],
  ])('comes to the same sum %s', async (_, asked) => {
    const { searching, steps } = await driven(asked);
    expect(searching.collectResults()).toEqual(alone);
    expect(steps.filter(({ kind }) => kind === 'size')).toHaveLength(1);
    expect(steps.filter(({ kind }) => kind === 'shared')).toHaveLength('others' in asked ? 1 : 0);
    const runs = steps.flatMap((step) => (step.kind === 'progress' ? [step.results.runs] : []));
    expect(runs).toEqual([...runs].sort((one, other) => one - other));
  });

  it('hands the first level over as soon as it is long, and not before', async () => {
    const [first = 0] = sharedRuns((await driven({ others: byTwo, sharesAfter: 60 })).steps);
    const [second = 0] = sharedRuns((await driven({ others: byTwo })).steps);
    const oneFault = finished(search({ ...space, faultsMax: 1 }, parts)).runs;
    expect(first).toBeLessThan(oneFault);
    expect(second).toBeGreaterThan(oneFault);
  });

  it('counts the job under way when it is stopped, and nobody is hired', async () => {
    const stopping = new AbortController();
    const others = () => Promise.reject(new Error('Somebody was hired.'));
    const { searching } = await driven({ signal: stopping.signal, others }, (_, { collectResults: found }) => {
      stopping.abort();
      return found;
    });
    const { runs, levels } = searching.collectResults();
    expect({ runs, levels }).toEqual({ runs: 2, levels: 0 });
  });

  it('stops its workers', async () => {
    const stopping = new AbortController();
    const { searching } = await driven({ signal: stopping.signal, others: byTwo }, (step) => {
      if (step.kind === 'progress' && step.isShared) stopping.abort();
    });
    expect(searching.isDone).toBe(false);
    expect(searching.levels).toBe(1);
  });

  it('does not begin what is too large, and says how large it is', async () => {
    const others = () => Promise.reject(new Error('Somebody was hired.'));
    const three = { ...space, faultsMax: 3 };
    const { searching, steps } = await driven({ others, branchesMost: 10 }, () => {}, three);
    expect(steps.at(-1)).toMatchObject({ kind: 'size', isTooLarge: true });
    expect(searching.collectResults()).toMatchObject({ levels: 1 });
  });

  it('tries no pairs after a break, if it is asked so', async () => {
    const breaking = spaceWith({ lock: 'redlock', nodes: 1 }, { kinds: ['pause'], faultsMax: 2 });
    const { searching } = await driven({ endsAtBreak: true }, () => {}, breaking);
    const { breaks, levels } = searching.collectResults();
    expect(breaks.length).toBeGreaterThan(0);
    expect(levels).toBe(1);
  });

  it('ends with what its workers died of', async () => {
    const others = () => Promise.reject(new Error('They are gone.'));
    await expect(driven({ others })).rejects.toThrow('They are gone.');
  });
});
