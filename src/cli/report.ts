/** A run as a person reads it in a terminal, or as a program does. Prints nothing itself. */
import type { Run } from '../model/run';
import type { Language, Text } from '../model/text';
import '../narrate/everyLanguage';
import { explain } from '../narrate/explain';
import { formatAtFine } from '../narrate/format';
import { narrate } from '../narrate/narrate';
import { eventsInWords } from './eventWords';
import { nameOf, type Told } from './storyList';

/** Scenario, verdict and events in one JSON object, an event a line; the shape is the model's, indices are words. */
export function runAsJson({ scenario, verdict, trace }: Run): string {
  const head = JSON.stringify({ scenario, verdict }, null, 2).slice(0, -'\n}'.length);
  const events = eventsInWords(trace).map((event) => `    ${JSON.stringify(event)}`);
  return `${head},\n  "events": [\n${events.join(',\n')}\n  ]\n}`;
}

interface ReportOptions {
  readonly language: Language;
  /** The story that was asked for, where one was. */
  readonly told: Told | null;
}

/** Title, what happened line by line, why; the last line is the outcome as a word. */
export function runAsText({ trace, verdict }: Run, { language, told }: ReportOptions): readonly string[] {
  const { headline, sentence, chain, facts } = explain(verdict, language);
  const timeOf = (events: readonly number[]): string => timeColumn(trace.at[events[0] ?? -1]);
  return [
    ...titleOf(told, language),
    ...narrate(trace, language).map(({ at, text }) => `${timeColumn(at)}  ${text}`),
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
  (micros === undefined ? '' : `${formatAtFine(micros)} s`).padStart(timeWidth);

function titleOf(told: Told | null, language: Language): readonly string[] {
  if (told === null) return [];
  const { story, variantId } = told;
  const variant = story.variants.find(({ id }) => id === variantId);
  const name = variant === undefined ? story.number : nameOf(story, variant.id);
  return [`${name} ${(variant ?? story).title[language]}`, (variant?.text ?? story.lead)[language], ''];
}
