/** Formats a run for a person at a terminal, or for a program. Prints nothing itself. */

import type { FoundStory } from '../content/stories/storyList';
import { nameOf } from '../core/model/scenario/storyName';
import type { Cause } from '../core/model/trace/cause';
import type { Fact } from '../core/model/trace/fact';
import type { Run } from '../core/model/trace/run';
import type { Verdict } from '../core/model/trace/verdict';
import { formatAt } from '../core/model/values/format';
import type { Language, Text } from '../core/model/values/text';
import { type Explained, instantOf } from '../core/narrate/explain';
import { narrate } from '../core/narrate/narrate';
import { readingOf } from '../core/narrate/reading';
import { named } from '../core/narrate/renamedWords';
import { speechOf } from '../core/narrate/speechOf';
import { eventsInWords } from './eventWords';
import { besides } from './words';

/** The lines that explain why there is no run on real servers. */
export function whyNoRun({ problem, advice, lastWords = [] }: NoRun, language: Language): readonly string[] {
  const lines = [problem[language], ...(advice === undefined ? [] : [advice[language]])];
  return [...lines, ...lastWords.map((line) => `  ${line}`)];
}

export interface NoRun {
  readonly problem: Text;
  readonly advice?: Text;
  readonly lastWords?: readonly string[];
}

/**
 * Scenario, verdict and events in one JSON object, one event per line. The shape is the model's; words replace
 * indices.
 *
 * @param more what else is known about the run
 */
export function runAsJson({ scenario, verdict, trace }: Run, more: object = {}): string {
  const head = JSON.stringify({ scenario, verdict: written(verdict), ...more }, null, 2).slice(0, -'\n}'.length);
  const events = eventsInWords(trace).map((event) => `    ${JSON.stringify(event)}`);
  return `${head},\n  "events": [\n${events.join(',\n')}\n  ]\n}`;
}

/**
 * The verdict for programs: the rule or kind first, each value a text or a number, a list with spaces between its
 * parts.
 */
const written = ({ outcome, lock, data, ...rest }: Verdict) => ({
  outcome,
  lock,
  data,
  ...rest,
  chain: rest.chain.map(({ rule, events, values }) => ({ rule, events, values: flat(values) })),
  facts: rest.facts.map((fact) => ({ ...fact, values: flat(fact.values) })),
});

type OneOf<V> = V extends unknown ? V[keyof V] : never;
type Value = Exclude<OneOf<Cause['values'] | Fact['values']>, undefined>;

const flat = (values: Cause['values'] | Fact['values']): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]: [string, Value]) => [name, plain(value)]));

/** `nodeA nodeB`, or `client1=2 client2=3`; empty for nobody. */
function plain(value: Value): string | number {
  if (value === null) return '';
  if (typeof value !== 'object') return value;
  return value.map((part) => (typeof part === 'string' ? part : part.join('='))).join(' ');
}

interface ReportOptions {
  readonly language: Language;
  /** The requested story, if any. */
  readonly story: FoundStory | null;
}

/** The title, what happened line by line, why, and both facts. The last line is the outcome as one word. */
export const runAsText = (run: Run, options: ReportOptions): readonly string[] => [
  ...happenedAsText(run, options),
  ...lastLines(run),
];

/** All but the last lines. */
export function happenedAsText(run: Run, options: ReportOptions): readonly string[] {
  const { language, story: storyMatch } = options;
  const speech = named(speechOf[language], storyMatch?.story.names, language);
  return [
    ...titleOf(storyMatch, language),
    ...narrate(run.trace, speech).map(({ at, text }) => `${timeColumn(at)}  ${text}`),
    '',
    ...accountAsText(run, options),
  ];
}

/** What the run came to, and why. */
export function accountAsText(
  { trace, verdict }: Run,
  { language, story: storyMatch }: ReportOptions,
): readonly string[] {
  const speech = named(speechOf[language], storyMatch?.story.names, language);
  const { headline, sentence, chain, facts } = readingOf(verdict, speech);
  const timed = (one: Explained): string => `${timeColumn(instantOf(one, trace))}  ${one.text}`;
  return [
    headline,
    sentence,
    ...chain.map(timed),
    ...(facts.length === 0 ? [] : ['', besides[language], ...facts.map(timed)]),
  ];
}

/** These words are the same in every language, because scripts read them. */
export const lastLines = ({ verdict: { lock, data, outcome } }: Run): readonly string[] => [
  '',
  `lock: ${lock}`,
  `data: ${data}`,
  `outcome: ${outcome}`,
];

const timeWidth = 10;

/** For example `   0.620 s`; empty if there is no event. */
const timeColumn = (micros: number | undefined): string =>
  (micros === undefined ? '' : formatAt(micros)).padStart(timeWidth);

function titleOf(storyMatch: FoundStory | null, language: Language): readonly string[] {
  if (storyMatch === null) return [];
  const { story, variantId } = storyMatch;
  const variant = story.variants.find(({ id }) => id === variantId);
  const name = variant === undefined ? story.number : nameOf(story, variant.id);
  return [`${name} ${(variant ?? story).title[language]}`, (variant?.text ?? story.lead)[language], ''];
}
