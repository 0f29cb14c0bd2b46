/** The search behind `explore` and `attack`: for each seed one level after the other, in this thread and in others. */

import type { Placement } from '../core/faults/injectionPoints';
import type { FaultKind } from '../core/model/scenario/fault';
import type { Scenario } from '../core/model/scenario/scenario';
import type { Language, Text } from '../core/model/values/text';
import type { Parts } from '../core/sim/parts';
import { drive, type WorkerPool } from '../search/explore/drive';
import { Search, type Searched as SearchedIn } from '../search/explore/search';
import { type Asked, idleKinds, type Space, searchedScenarios, spaceOf } from '../search/explore/space';
import { type SpawnWorker, searchWith } from '../search/explore/workers';
import * as words from './exploreWords';
import { inTask } from './inTask';
import type { OpenQueue } from './queue/queueSearch';
import { say } from './say';

export interface SearchContext {
  readonly errors: (text: string) => void;
  /** Stops the search. */
  readonly signal: AbortSignal;
  /** Starts a worker for this space. */
  readonly spawnFor: (space: Space) => Promise<SpawnWorker>;
  /** How many workers this machine has work for. */
  readonly workers: number;
  /** A clock, in ms, used only for the progress. */
  readonly now: () => number;
}

export interface SeedSearchContext extends SearchContext {
  readonly parts: Parts;
  /** After this many ms of runs with one fault, other workers continue them. Absent: never. */
  readonly sharesAfter?: number;
  /** Whether this search covers runs that begin with that fault. Absent: it covers all runs. */
  readonly isMine?: (first: Placement) => boolean;
  /** Called with what is known so far, a few times in a second, in a task of its own. */
  readonly reportProgress?: (searchResult: SearchedIn, space: Space) => void;
}

/** What the arguments say about the search. */
export interface SearchOptions extends Pick<Asked, 'kinds' | 'faultsMax' | 'harm'> {
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
  command: SearchOptions,
  context: SeedSearchContext,
  queue: OpenQueue | null,
): Promise<{ readonly all: readonly FoundOfSeed[]; readonly isWhole: boolean }> {
  const { parts } = context;
  const all: FoundOfSeed[] = [];
  let isWhole = true;
  for (const one of searchedScenarios(scenario, command.seeds, parts)) {
    if (!isWhole) break;
    const space = await inTask(() => spaceOf(one, parts, command));
    const search = new Search(space, context.isMine);
    isWhole = await searchIn(search, command, context, queue);
    const idle = await inTask(() => idleKinds(space, parts));
    all.push({ ...search.collectResults(), space, idle });
  }
  return { all, isWhole };
}

/** @returns whether it was searched in full */
async function searchIn(
  search: Search,
  command: SearchOptions,
  context: SeedSearchContext,
  queue: OpenQueue | null,
): Promise<boolean> {
  const { errors, now, sharesAfter, reportProgress } = context;
  const { language } = command;
  const from = now();
  const workers = command.workers ?? context.workers;
  const steps = drive(search, {
    ...context,
    inTurn: inTask,
    progressEvery,
    others: othersFor(context, workers, queue, (text) => say(errors, text[language])),
    sharesAfter: workers > 1 && sharesAfter !== undefined ? sharesAfter : Number.POSITIVE_INFINITY,
  });
  let saidAt = from;
  for await (const step of steps) {
    if (step.kind === 'progress') await inTask(() => reportProgress?.(step.results, search.space));
    if (step.kind === 'size') {
      say(errors, words.size(search.space.faultsMax, step.runs)[language]);
      if (step.isTooLarge) say(errors, words.tooLarge(search.space.faultsMax)[language]);
    }
    if (step.kind !== 'progress' || now() - saidAt < (step.isShared ? saidEvery : aloneEvery)) continue;
    saidAt = now();
    const { runs, done: through, all } = step.results;
    const rate = Math.round((runs * 1000) / Math.max(1, now() - from));
    say(errors, words.progress(runs, rate, through, all)[language]);
  }
  await inTask(() => reportProgress?.(search.collectResults(), search.space));
  return search.isDone;
}

/** Threads of this machine, or workers behind a queue. */
function othersFor(
  { spawnFor: hire, signal, now }: SeedSearchContext,
  workers: number,
  queue: OpenQueue | null,
  print: (text: Text) => void,
): WorkerPool {
  if (queue === null)
    return async (search, watching) => searchWith(search, { ...watching, spawn: await hire(search.space), workers });
  const from = now();
  return async (search, { progress }) => {
    const failure = await queue.search(search, { say: print, progress, signal, levelMs: now() - from });
    if (failure !== null) print(failure);
  };
}

/** How often the progress of the search is checked, in ms. */
const progressEvery = 200;
/** How often that is printed, in ms. */
const saidEvery = 1000;
/** The same for a search on one thread, which is usually short. */
const aloneEvery = 10_000;
