/**
 * `explore`: searches the runs of one story, scenario file or link for the fewest faults that do a harm. It only connects the
 * parts, and knows nothing of the process around it. Exit codes: 0 searched in full, 2 bad input, 3 stopped before the end.
 */

import { type Hire, searchWith } from '../explore/hands';
import { done, Search, type Searched } from '../explore/search';
import { idleKinds, type Space, spaceOf } from '../explore/space';
import { runsMost, runsToCome } from '../explore/toCome';
import type { FaultKind } from '../model/fault';
import type { Scenario } from '../model/scenario';
import type { Language, Text } from '../model/text';
import { parts } from '../run/parts';
import { type Order, parseOrder } from './exploreArguments';
import { foundAsJson, foundAsText } from './exploreReport';
import * as words from './exploreWords';
import type { OpenQueue } from './queue/queueSearch';
import { say } from './say';
import { loadTarget, withCheck, withLock } from './target';

const exitBadInput = 2;
export const exitStopped = 3;

export interface Surroundings {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  /** Stops the search. */
  readonly signal: AbortSignal;
  /** Hires a worker for this space. */
  readonly hire: (space: Space) => Promise<Hire>;
  /** How many workers this machine has work for. */
  readonly workers: number;
  /** A clock, in ms. It serves the progress alone. */
  readonly now: () => number;
}

/** What was found under one seed. */
export interface FoundOfSeed extends Searched {
  readonly space: Space;
  /** The kinds of faults that find nothing to strike. */
  readonly idle: readonly FaultKind[];
}

type Exploring = Order & { readonly kind: 'explore' };

/** @returns the exit code. */
export async function explore(typed: readonly string[], around: Surroundings): Promise<number> {
  const ordered = parseOrder(typed);
  if (!ordered.ok) return refuse(around, ordered.problem, ordered.language);
  const { order } = ordered;
  if (order.kind === 'help') {
    say(around.out, words.usage[order.language]);
    return 0;
  }
  const { target, lock, check, language } = order;
  const found = await loadTarget(target);
  const locked = found.ok && lock !== undefined ? withLock(found.scenario, lock) : found;
  const loaded = locked.ok && check !== undefined ? withCheck(locked.scenario, check) : locked;
  if (!loaded.ok) return refuse(around, loaded.problem, language);
  if (order.queue === null) return exploreScenario(loaded.scenario, order, around, null);
  // Only a search over a queue needs its packages.
  const { openQueue } = await import('./queue/queueSearch');
  const opened = await openQueue(order.queue, (text) => say(around.errors, text[language]));
  if (!opened.ok) return refuse(around, opened.problem, language);
  try {
    return await exploreScenario(loaded.scenario, order, around, opened.queue);
  } finally {
    opened.queue.close();
  }
}

/** @param queue null: this machine searches. */
async function exploreScenario(
  scenario: Scenario,
  order: Exploring,
  around: Surroundings,
  queue: OpenQueue | null,
): Promise<number> {
  const all: FoundOfSeed[] = [];
  let isWhole = true;
  for (let count = 0; count < order.seeds && isWhole; count++) {
    const space = spaceOf(scenario, parts, { ...order, seed: scenario.seed + count });
    const search = new Search(space);
    isWhole = await searchIn(search, order, around, queue);
    all.push({ ...search.found(), space, idle: idleKinds(space, parts) });
  }
  const write = order.isJson ? foundAsJson : foundAsText;
  for (const part of write(all, { language: order.language, base: order.base, isWhole })) say(around.out, part);
  return isWhole ? 0 : exitStopped;
}

/** @returns whether it was searched in full */
async function searchIn(
  search: Search,
  order: Exploring,
  around: Surroundings,
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
  // The runs with one fault take less time than a worker needs to start.
  if (!(await oneFaultEach(search, around))) return false;
  if (search.isDone) return true;
  const runs = runsToCome(search.found(), space.faultsMax);
  say(errors, words.size(space.faultsMax, runs)[language]);
  if (runs > runsMost) {
    say(errors, words.tooLarge(space.faultsMax)[language]);
    return false;
  }
  if (queue !== null) {
    const tell = (text: Text): void => say(errors, text[language]);
    const failure = await queue.search(search, { say: tell, progress, signal, levelMs: now() - from });
    if (failure !== null) tell(failure);
    return search.isDone;
  }
  const stopping = {
    isStopped: () => signal.aborted,
    whenStopped: (stop: () => void) => signal.addEventListener('abort', stop, { once: true }),
  };
  await searchWith(search, { hire: await hire(space), hands: order.workers ?? around.workers, stopping, progress });
  return search.isDone;
}

/** The progress is told as often, in ms. */
const progressEvery = 1000;
/** Others have their turn after this long, in ms. */
const turn = 20;

/** Returns whether it was not stopped. */
async function oneFaultEach(search: Search, { signal, now }: Surroundings): Promise<boolean> {
  const job = search.next();
  if (job === null) return true;
  const steps = done(job, search.space, parts);
  for (let from = now(); ; ) {
    const step = steps.next();
    if (step.done === true) {
      search.take(job, step.value);
      return true;
    }
    if (now() - from < turn) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) {
      search.stop(step.value);
      return false;
    }
    from = now();
  }
}

function refuse({ errors }: Surroundings, problem: Text, language: Language): number {
  say(errors, problem[language]);
  return exitBadInput;
}
