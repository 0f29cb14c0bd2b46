/** The search behind `explore` and `attack`: each seed, one level after the other, in this thread and in others. */

import type { FaultKind } from '../core/model/fault';
import type { Scenario } from '../core/model/scenario';
import type { Language, Text } from '../core/model/text';
import type { Parts } from '../core/sim/parts';
import { done, Search, type Searched as SearchedIn } from '../search/explore/search';
import { runsMost, searchLength } from '../search/explore/searchLength';
import { type Asked, idleKinds, type Space, searchedScenarios, spaceOf } from '../search/explore/space';
import { type Hire, searchWith } from '../search/explore/workers';
import * as words from './exploreWords';
import { inTask } from './inTask';
import type { OpenQueue } from './queue/queueSearch';
import { say } from './say';

export interface Searching {
  readonly errors: (text: string) => void;
  /** Stops the search. */
  readonly signal: AbortSignal;
  /** Hires a worker for this space. */
  readonly hire: (space: Space) => Promise<Hire>;
  /** How many workers this machine has work for. */
  readonly workers: number;
  /** A clock, in ms, used only for the progress. */
  readonly now: () => number;
}

export interface SearchingWith extends Searching {
  readonly parts: Parts;
  /** After this many ms of runs with one fault, other workers continue them. Absent: never. */
  readonly sharesAfter?: number;
}

/** What the arguments say about the search. */
export interface Searched extends Pick<Asked, 'kinds' | 'faultsMax' | 'harm'> {
  readonly seeds: number;
  readonly workers: number | undefined;
  readonly language: Language;
}

/** The results for one seed. */
export interface FoundOfSeed extends SearchedIn {
  readonly space: Space;
  /** The kinds of faults that have nothing to act on. */
  readonly idle: readonly FaultKind[];
}

/** @param queue null: this machine searches. */
export async function searchSeeds(
  scenario: Scenario,
  order: Searched,
  around: SearchingWith,
  queue: OpenQueue | null,
): Promise<{ readonly all: readonly FoundOfSeed[]; readonly isWhole: boolean }> {
  const { parts } = around;
  const all: FoundOfSeed[] = [];
  let isWhole = true;
  for (const one of searchedScenarios(scenario, order.seeds, parts)) {
    if (!isWhole) break;
    const space = await inTask(() => spaceOf(one, parts, order));
    const search = new Search(space);
    isWhole = await searchIn(search, order, around, queue);
    const idle = await inTask(() => idleKinds(space, parts));
    all.push({ ...search.found(), space, idle });
  }
  return { all, isWhole };
}

/** @returns whether it was searched in full */
async function searchIn(
  search: Search,
  order: Searched,
  around: SearchingWith,
  queue: OpenQueue | null,
): Promise<boolean> {
  const { errors, signal, now, hire } = around;
  const { space } = search;
  const { language } = order;
  const from = now();
  let told = from;
  const progress = (): void => {
    if (now() - told < progressEvery) return;
    told = now();
    const { runs, done: through, all } = search.found();
    const rate = Math.round((runs * 1000) / Math.max(1, now() - from));
    say(errors, words.progress(runs, rate, through, all)[language]);
  };
  const workers = order.workers ?? around.workers;
  if (!(await oneFaultEach(search, around, { workers, progress }))) return false;
  if (search.isDone) return true;
  if (search.levels > 0) {
    const runs = searchLength(search.found(), space.faultsMax);
    say(errors, words.size(space.faultsMax, runs)[language]);
    if (runs > runsMost) {
      say(errors, words.tooLarge(space.faultsMax)[language]);
      return false;
    }
  }
  if (queue !== null) {
    const print = (text: Text): void => say(errors, text[language]);
    const failure = await queue.search(search, { say: print, progress, signal, levelMs: now() - from });
    if (failure !== null) print(failure);
    return search.isDone;
  }
  const stopping = {
    isStopped: () => signal.aborted,
    whenStopped: (stop: () => void) => signal.addEventListener('abort', stop, { once: true }),
  };
  await searchWith(search, { hire: await hire(space), workers, stopping, progress });
  return search.isDone;
}

/** How often progress is reported, in ms. */
const progressEvery = 1000;
/** How long a turn lasts before others get theirs, in ms. */
const turn = 20;

/**
 * Runs with one fault usually take less time than a worker needs to start. If they take longer, the rest is shared.
 * Returns false if it was stopped.
 */
async function oneFaultEach(
  search: Search,
  { signal, now, parts, sharesAfter = Number.POSITIVE_INFINITY }: SearchingWith,
  { workers, progress }: { readonly workers: number; readonly progress: () => void },
): Promise<boolean> {
  const job = search.next();
  if (job === null) return true;
  const steps = done(job, search.space, parts);
  const began = now();
  for (;;) {
    const step = await inTask(() => {
      const from = now();
      let next = steps.next();
      while (next.done !== true && now() - from < turn) next = steps.next();
      return next;
    });
    if (step.done === true) {
      search.take(job, step.value);
      return true;
    }
    if (signal.aborted) {
      search.stop(step.value);
      return false;
    }
    const branch = step.value.branch();
    if (workers > 1 && branch !== null && now() - began > sharesAfter) {
      search.share(job, branch, placesOfPart);
      progress();
      return true;
    }
  }
}

/** How many places a worker gets at a time when a level is shared. */
const placesOfPart = 50;
