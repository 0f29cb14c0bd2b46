/** A run as a person reads it in a terminal, or as a program does. Prints nothing itself. */
import type { Cause } from '../model/cause';
import type { Fact } from '../model/fact';
import { formatAt } from '../model/format';
import type { Run } from '../model/run';
import type { Language, Text } from '../model/text';
import type { Verdict } from '../model/verdict';
import { explain } from '../narrate/explain';
import { narrate } from '../narrate/narrate';
import { speechOf } from '../narrate/speechOf';
import { eventsInWords } from './eventWords';
import { nameOf, type Told } from './storyList';

/** Scenario, verdict and events in one JSON object, an event a line; the shape is the model's, indices are words. */
export function runAsJson({ scenario, verdict, trace }: Run): string {
  const head = JSON.stringify({ scenario, verdict: written(verdict) }, null, 2).slice(0, -'\n}'.length);
  const events = eventsInWords(trace).map((event) => `    ${JSON.stringify(event)}`);
  return `${head},\n  "events": [\n${events.join(',\n')}\n  ]\n}`;
}

/** As programs read it: rule or kind first, each value a text or a number, a list with a space between. */
const written = (verdict: Verdict) => ({
  ...verdict,
  chain: verdict.chain.map(({ rule, events, values }) => ({ rule, events, values: flat(values) })),
  facts: verdict.facts.map((fact) => ({ ...fact, values: flat(fact.values) })),
});

type OneOf<V> = V extends unknown ? V[keyof V] : never;
type Value = Exclude<OneOf<Cause['values'] | Fact['values']>, undefined>;

const flat = (values: Cause['values'] | Fact['values']): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]: [string, Value]) => [name, plain(value)]));

/** `nodeA nodeB`, `client1=2 client2=3`; nobody is an empty text. */
function plain(value: Value): string | number {
  if (value === null) return '';
  if (typeof value !== 'object') return value;
  return value.map((part) => (typeof part === 'string' ? part : part.join('='))).join(' ');
}

interface ReportOptions {
  readonly language: Language;
  /** The story that was asked for, where one was. */
  readonly told: Told | null;
}

/** Title, what happened line by line, why; the last line is the outcome as a word. */
export function runAsText({ trace, verdict }: Run, { language, told }: ReportOptions): readonly string[] {
  const speech = speechOf[language];
  const { headline, sentence, chain, facts } = explain(verdict, speech);
  const timeOf = (events: readonly number[]): string => timeColumn(trace.at[events[0] ?? -1]);
  return [
    ...titleOf(told, language),
    ...narrate(trace, speech).map(({ at, text }) => `${timeColumn(at)}  ${text}`),
    '',
    headline,
    sentence,
    ...chain.map(({ text, events }) => `${timeOf(events)}  ${text}`),
    ...(facts.length === 0
      ? []
      : ['', besides[language], ...facts.map(({ text, events }) => `${timeOf(events)}  ${text}`)]),
    '',
    `outcome: ${verdict.outcome}`,
  ];
}

const besides: Text = { en: 'Besides', zh: '另外' };

const timeWidth = 10;

/** `   0.620 s`; empty for what has no event. */
const timeColumn = (micros: number | undefined): string =>
  (micros === undefined ? '' : formatAt(micros)).padStart(timeWidth);

function titleOf(told: Told | null, language: Language): readonly string[] {
  if (told === null) return [];
  const { story, variantId } = told;
  const variant = story.variants.find(({ id }) => id === variantId);
  const name = variant === undefined ? story.number : nameOf(story, variant.id);
  return [`${name} ${(variant ?? story).title[language]}`, (variant?.text ?? story.lead)[language], ''];
}
