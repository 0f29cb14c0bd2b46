/** `explore --orders`: every order of messages, times and faults up to a length, instead of faults in a run with times. */

import { encodeLink } from '../core/model/links/link';
import type { FaultKind } from '../core/model/scenario/fault';
import type { Scenario } from '../core/model/scenario/scenario';
import { anyHarms } from '../core/model/trace/severity';
import type { Language } from '../core/model/values/text';
import { sceneSpeechOf } from '../core/narrate/speechOf';
import type { Parts } from '../core/sim/parts';
import { type DecidedStep, stepsThrough } from '../search/orders/choices';
import { type DecidedFault, isDecidedFault, type OrderRules } from '../search/orders/decision';
import { type OrdersFound, type OrdersQuestion, searchOrders } from '../search/orders/search';
import { beginning, type Game, gameOf, scenarioOfState } from '../search/orders/state';
import { decisionText, heldText, newLines } from '../search/orders/words';
import type { Command } from './exploreArguments';
import type { SearchContext } from './exploreSearch';
import * as words from './exploreWords';
import { inTask } from './inTask';
import { say } from './say';

/** More orders do not fit into memory. */
const ordersMost = 500_000;
/** How often the signal to stop and the clock are looked at. */
const ordersBetween = 200;
/** How often the progress is printed, in ms. */
const printedEvery = 10_000;

const ofKind: Partial<Readonly<Record<FaultKind, DecidedFault>>> = {
  pause: 'sleep',
  crash: 'crash',
  lose: 'lose',
  failover: 'failover',
};

interface OrdersContext extends Pick<SearchContext, 'errors' | 'signal' | 'now'> {
  readonly out: (text: string) => void;
  readonly parts: Parts;
}

type Exploring = Command & { readonly kind: 'explore' };

/** @returns whether all orders up to the asked length were run, or a break was found. */
export async function exploreOrders(
  scenario: Scenario,
  { kinds, faultsMax, harm, orders, isJson, language, base }: Exploring,
  context: OrdersContext,
): Promise<boolean> {
  const faults = Object.fromEntries(kinds.flatMap((kind) => (ofKind[kind] ? [[ofKind[kind], faultsMax]] : [])));
  const rules: OrderRules = { faults, arriveByThemselves: [] };
  const game = gameOf(scenario, rules, context.parts);
  const harms = harm === 'any' ? anyHarms : [harm];
  const question = { harms, decisionsMax: orders ?? 0, faultsMax, ordersMax: ordersMost };
  const { found, isWhole } = await search(game, question, context, language);
  const steps = found.least === null ? [] : stepsThrough(beginning(game), found.least);
  const last = steps.at(-1)?.after;
  const link = last === undefined ? null : `${base}#${encodeLink(scenarioOfState(last), { parts: context.parts })}`;
  if (isJson) {
    const { least, ...counts } = found;
    const decisions =
      least === null ? null : steps.map(({ before, decision }) => decisionText(before, decision)[language]);
    say(context.out, JSON.stringify({ ...counts, isWhole, faultsMax, harms, least: decisions, link }, null, 2));
    return isWhole;
  }
  for (const text of linesOf(steps, language)) say(context.out, text);
  if (found.least !== null) {
    say(context.out, words.ordersFound(found.least.length, found.least.filter(isDecidedFault).length)[language]);
    say(context.out, link ?? '');
  } else if (isWhole) say(context.out, heldText(found, question)[language]);
  say(
    context.out,
    isWhole ? words.ordersLine(found.least !== null, found.orders) : words.ordersStopped(found.orders, found.complete),
  );
  return isWhole;
}

const linesOf = (steps: readonly DecidedStep[], language: Language): readonly string[] =>
  steps.flatMap(({ before, decision, after }, i) => [
    `${i + 1}. ${decisionText(before, decision)[language]}`,
    ...newLines(before, after, sceneSpeechOf[language]).map((line) => `   ${line}`),
  ]);

async function search(
  game: Game,
  question: OrdersQuestion,
  { signal, now, errors }: OrdersContext,
  language: Language,
): Promise<{ readonly found: OrdersFound; readonly isWhole: boolean }> {
  const steps = searchOrders(game, question);
  let [printedAt, latest] = [now(), { orders: 0, merged: 0, complete: 0 }];
  for (;;) {
    const ended = await inTask(() => {
      for (let count = 0; count < ordersBetween; count++) {
        const step = steps.next();
        if (step.done === true) return step.value;
        latest = step.value;
      }
      return null;
    });
    if (ended !== null) {
      const isWhole = ended.least !== null || ended.complete === question.decisionsMax || ended.isExhausted;
      return { found: ended, isWhole };
    }
    if (signal.aborted) return { found: { ...latest, isExhausted: false, least: null }, isWhole: false };
    if (now() - printedAt < printedEvery) continue;
    printedAt = now();
    say(errors, words.ordersProgress(latest.orders, latest.complete)[language]);
  }
}
