/**
 * `explore` searches the runs of one story, scenario file or link for the fewest faults that do harm. It only connects
 * the parts, and knows nothing of the process around it. Exit codes: 0 searched in full, 2 bad input, 3 stopped before
 * the end, 4 no break, and no run that could have shown one.
 */

import type { Scenario } from '../core/model/scenario/scenario';
import type { ProcessNames } from '../core/model/scenario/story';
import type { Language, Text } from '../core/model/values/text';
import { parts } from '../core/run/parts';
import { unsettledIn } from '../search/explore/settled';
import { defaultBudget } from '../search/late/remedies';
import { withCheck, withLock } from './changed';
import { type Command, parseCommand } from './exploreArguments';
import { exploreOrders } from './exploreOrders';
import { foundAsJson, foundAsText } from './exploreReport';
import { type SearchContext, searchSeeds } from './exploreSearch';
import * as words from './exploreWords';
import type { OpenQueue } from './queue/queueSearch';
import { say } from './say';
import { loadTarget } from './target';

const exitBadInput = 2;
export const exitStopped = 3;
const exitUnsettled = 4;

export interface CommandContext extends SearchContext {
  readonly out: (text: string) => void;
  /** The words that call this command. */
  readonly called: string;
}

type Exploring = Command & { readonly kind: 'explore' };

/** @returns the exit code. */
export async function explore(typed: readonly string[], context: CommandContext): Promise<number> {
  const parsed = parseCommand(typed);
  if (!parsed.ok) return refuse(context, parsed.problem, parsed.language);
  const { command } = parsed;
  if (command.kind === 'help') {
    say(context.out, words.usage(context.called)[command.language]);
    return 0;
  }
  const { target, lock, check, language } = command;
  const loadedTarget = await loadTarget(target);
  const locked = loadedTarget.ok && lock !== undefined ? withLock(loadedTarget.scenario, lock) : loadedTarget;
  const loaded = locked.ok && check !== undefined ? withCheck(locked.scenario, check) : locked;
  if (!loaded.ok) return refuse(context, loaded.problem, language);
  if (command.orders !== null) {
    const isWhole = await exploreOrders(loaded.scenario, command, { ...context, parts });
    return isWhole ? 0 : exitStopped;
  }
  const named = { scenario: loaded.scenario, names: loadedTarget.ok ? loadedTarget.story?.story.names : undefined };
  if (command.queue === null) return exploreScenario(named, command, context, null);
  // Only a search over a queue needs its packages.
  const { openQueue } = await import('./queue/queueSearch');
  const opened = await openQueue(command.queue, (text) => say(context.errors, text[language]));
  if (!opened.ok) return refuse(context, opened.problem, language);
  try {
    return await exploreScenario(named, command, context, opened.queue);
  } finally {
    opened.queue.close();
  }
}

/** @param queue null: this machine searches. */
async function exploreScenario(
  { scenario, names }: { readonly scenario: Scenario; readonly names: ProcessNames | undefined },
  command: Exploring,
  context: CommandContext,
  queue: OpenQueue | null,
): Promise<number> {
  const { all, isWhole } = await searchSeeds(scenario, command, { ...context, parts }, queue);
  // There may be five breaks to show.
  const asking = { ...defaultBudget, eventsMax: defaultBudget.eventsMax / 2 };
  const write = command.isJson ? foundAsJson : foundAsText;
  const addressOf = ({ link }: { readonly link: string }): string => `${command.base}#${link}`;
  const unsettled = isWhole ? unsettledIn(all, parts) : null;
  for (const part of write(all, { language: command.language, names, isWhole, unsettled, parts, asking, addressOf }))
    say(context.out, part);
  if (!isWhole) return exitStopped;
  return unsettled === null ? 0 : exitUnsettled;
}

function refuse({ errors }: CommandContext, problem: Text, language: Language): number {
  say(errors, problem[language]);
  return exitBadInput;
}
