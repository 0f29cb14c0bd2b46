/**
 * `explore`: searches the runs of one story, scenario file or link for the fewest faults that do harm. It only
 * connects the parts, and knows nothing of the process around it. Exit codes: 0 searched in full, 2 bad input, 3
 * stopped before the end.
 */

import type { Scenario } from '../core/model/scenario';
import type { Language, Text } from '../core/model/text';
import { parts } from '../core/run/parts';
import { type Order, parseOrder } from './exploreArguments';
import { foundAsJson, foundAsText } from './exploreReport';
import { type Searching, searchSeeds } from './exploreSearch';
import * as words from './exploreWords';
import type { OpenQueue } from './queue/queueSearch';
import { say } from './say';
import { loadTarget, withCheck, withLock } from './target';

const exitBadInput = 2;
export const exitStopped = 3;

export interface Surroundings extends Searching {
  readonly out: (text: string) => void;
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
  const { all, isWhole } = await searchSeeds(scenario, order, { ...around, parts }, queue);
  const write = order.isJson ? foundAsJson : foundAsText;
  const addressOf = ({ link }: { readonly link: string }): string => `${order.base}#${link}`;
  for (const part of write(all, { language: order.language, isWhole, parts, addressOf })) say(around.out, part);
  return isWhole ? 0 : exitStopped;
}

function refuse({ errors }: Surroundings, problem: Text, language: Language): number {
  say(errors, problem[language]);
  return exitBadInput;
}
