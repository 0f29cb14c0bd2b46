/** A run as a person reads it in a terminal, or as a program does. Prints nothing itself. */
import type { Run } from '../model/run';
import type { Language } from '../model/text';
import { eventsInWords } from './eventWords';
import type { Told } from './storyList';

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
export function runAsText({ verdict }: Run, { language, told }: ReportOptions): readonly string[] {
  return [...titleOf(told, language), `outcome: ${verdict.outcome}`];
}

function titleOf(told: Told | null, language: Language): readonly string[] {
  if (told === null) return [];
  const { story, variantId } = told;
  const variant = story.variants.find(({ id }) => id === variantId);
  const title = variant === undefined ? story.title : variant.title;
  return [`${story.number} ${title[language]}`, (variant?.text ?? story.lead)[language], ''];
}
