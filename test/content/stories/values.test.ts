// The values and tokens that a story names occur in its run, in both languages.
import { expect, test } from 'vitest';
import type { Beat } from '../../../src/core/model/story';
import type { Trace } from '../../../src/core/model/trace';
import { processId, readEvents, type TraceEvent } from '../../../src/core/model/traceReader';
import { knownRun } from './knownRun';
import { storyVersions } from './storyVersions';

const languages = ['en', 'zh'] as const;

/** The resource starts at 42, and lengths of time are followed by a unit. */
const valuesIn = (text: string): readonly number[] =>
  [...text.matchAll(/(?<![\d.,])\d{2,6}(?![\d.,]*\d)(?!\s*(?:ms|s\b|%|毫秒|秒))/g)]
    .map(([digits]) => Number(digits))
    .filter((number) => number >= 42);

const tokensIn = (text: string): readonly number[] =>
  [...text.matchAll(/token (\d+)/gi)].map(([, digits]) => Number(digits));

const table = storyVersions.map((version) => [version.name, version] as const);

test.each(table)('story %s names values and tokens of its run', (_, { beats, scenario }) => {
  const { trace } = knownRun(scenario);
  const seen = { values: new Set<number>(), tokens: new Set<number>() };
  for (const event of readEvents(trace)) note(seen, event);
  // With this lock, a client that slept has a token and no lock to go with it.
  const unused = scenario.lock.id === 'token-lock' ? [1] : [];
  for (const { text } of beats)
    for (const language of languages) {
      for (const value of valuesIn(text[language])) expect(seen.values, text[language]).toContain(value);
      for (const token of tokensIn(text[language]))
        expect([...seen.tokens, ...unused], text[language]).toContain(token);
    }
});

test.each(table)('story %s names the value of the read or write that it tells', (_, { beats, scenario }) => {
  const { trace } = knownRun(scenario);
  for (const beat of beats) {
    const event = eventOf(trace, beat);
    if (event?.kind !== 'read' && event?.kind !== 'wrote') continue;
    for (const language of languages) {
      const named = valuesIn(beat.text[language]);
      if (named.length > 0) expect(named, beat.text[language]).toContain(event.value);
    }
  }
});

function note({ values, tokens }: Record<'values' | 'tokens', Set<number>>, event: TraceEvent): void {
  if (event.kind === 'acquired') tokens.add(event.token);
  if (event.kind === 'read' || event.kind === 'wrote' || event.kind === 'wrotePart' || event.kind === 'rejected')
    values.add(event.value);
}

function eventOf(trace: Trace, { at }: Beat): TraceEvent | undefined {
  let count = 0;
  for (const event of readEvents(trace)) {
    if (event.kind !== at?.kind || (at.process !== undefined && processId(trace, event.process) !== at.process))
      continue;
    if (++count === (at.nth ?? 1)) return event;
  }
  return undefined;
}
