// The sentences of a story are true of its run: the event of each happens, values and tokens occur, and an overwrite
// is told as it happened. All of them exist in both languages.
import { expect } from 'vitest';
import type { Beat } from '../../../src/core/model/scenario/story';
import type { Trace } from '../../../src/core/model/trace/trace';
import { processId, readEvents, type TraceEvent } from '../../../src/core/model/trace/traceReader';
import { languages, type Text } from '../../../src/core/model/values/text';
import { spansOf } from '../../../src/core/spans/spans';
import type { Checks } from './knownRun';
import type { StoryVersion } from './storyVersions';

/** The resource starts at 42, and lengths of time are followed by a unit. */
const valuesIn = (text: string): readonly number[] =>
  [...text.matchAll(/(?<![\d.,])\d{2,6}(?![\d.,]*\d)(?!\s*(?:ms|s\b|%|毫秒|秒))/g)]
    .map(([digits]) => Number(digits))
    .filter((number) => number >= 42);

const tokensIn = (text: string): readonly number[] =>
  [...text.matchAll(/token (\d+)/gi)].map(([, digits]) => Number(digits));

const says = /overwrites |overwritten|writes? (?:\S+ )?over (?!it\.)|覆盖|盖掉/;
const saysNone = /no change|nobody/;
const both = [
  /client (\d)[^.]*?(?:overwrites|\bover\b)[^.]*?client (\d)/i,
  /客户端 (\d)[^。]*?(?:覆盖|盖掉)[^。]*?客户端 (\d)/,
];
const victim = [
  /client (\d)’s (?:whole )?(?:write|update|change|commit|work)[^.,:]* (?:gone|lost|overwritten)/i,
  /(?:write|update|change) of client (\d)[^.,:]* (?:gone|lost)/,
  /客户端 (\d) 的(?:修改|更新|写入|提交|工作)[^。，：]*?(?:丢|没了|消失)/,
];

/** The event with which a sentence becomes true. */
function eventOf(trace: Trace, { at }: Beat): TraceEvent | undefined {
  let count = 0;
  for (const event of readEvents(trace)) {
    if (event.kind !== at?.kind || (at.process !== undefined && processId(trace, event.process) !== at.process))
      continue;
    if (++count === (at.nth ?? 1)) return event;
  }
  return undefined;
}

/** `by > of` of the event with which a beat becomes true. Null: it destroys no write. */
function destroyedAt(trace: Trace, beat: Beat): string | null {
  const seq = eventOf(trace, beat)?.seq;
  const resourceEvent = spansOf(trace).resource.find((one) => one.seq === seq);
  if (resourceEvent === undefined || resourceEvent.destroyed.length === 0) return null;
  const of = new Set(resourceEvent.destroyed.map(({ client }) => processId(trace, client)));
  return `${processId(trace, resourceEvent.client)} > ${[...of].join()}`;
}

const declared = ({ at }: Beat): string | null =>
  at?.overwrites === undefined ? null : `${at.overwrites.by} > ${at.overwrites.of}`;

/** Also those of the scene. */
const allBeats = ({ beats, story, variant }: StoryVersion): readonly Beat[] =>
  variant === null ? [...beats, ...(story.scene?.beats ?? [])] : beats;

const inBoth = ({ text, short }: Beat): readonly string[] =>
  [text, short].flatMap((one) => (one === undefined ? [] : [one.en, one.zh]));

function textsOf({ story, variant, beats }: StoryVersion): readonly Text[] {
  const texts = beats.map(({ text }) => text);
  if (variant !== null) return [...texts, variant.title, variant.text];
  const { title, lead, modelled, notModelled, argument } = story;
  return [...texts, title, lead, modelled, notModelled, ...(argument === undefined ? [] : [argument])];
}

/** The sentences that name both clients of an overwrite in one of the forms that the check below knows. */
export const namingBoth = (version: StoryVersion): readonly string[] =>
  allBeats(version)
    .flatMap(inBoth)
    .filter((text) => both.some((one) => one.test(text)));

export const sentenceChecks: Checks = {
  'has an event for every sentence, in the order of the sentences': ({ trace, beats }) => {
    const indices = beats.map((beat) => (beat.at === undefined ? -1 : eventOf(trace, beat)?.seq));
    expect(indices).not.toContain(undefined);
    expect(indices).toEqual([...indices].sort((a, b) => Number(a) - Number(b)));
  },

  'is told in both languages': (version) => {
    for (const text of textsOf(version)) {
      expect(text.en).toMatch(/^[^\u4e00-\u9fff]*[a-z][^\u4e00-\u9fff]*$/i);
      // A name, such as Redlock, is the same in both languages.
      if (text.zh !== text.en || /\s/.test(text.en)) expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(text.en.trim() + text.zh.trim()).toBe(text.en + text.zh);
    }
  },

  'names values and tokens of its run': ({ trace, beats, scenario }) => {
    const values = new Set<number>();
    // With this lock, a client that slept has a token and no lock to go with it.
    const tokens = new Set(scenario.lock.id === 'token-lock' ? [1] : []);
    for (const event of readEvents(trace)) {
      if (event.kind === 'acquired') tokens.add(event.token);
      if (event.kind === 'read' || event.kind === 'wrote' || event.kind === 'wrotePart' || event.kind === 'rejected')
        values.add(event.value);
    }
    for (const { text } of beats)
      for (const language of languages) {
        for (const value of valuesIn(text[language])) expect(values, text[language]).toContain(value);
        for (const token of tokensIn(text[language])) expect(tokens, text[language]).toContain(token);
      }
  },

  'names the value of the read or write that it tells': ({ trace, beats }) => {
    for (const beat of beats) {
      const event = eventOf(trace, beat);
      if (event?.kind !== 'read' && event?.kind !== 'wrote') continue;
      for (const language of languages) {
        const named = valuesIn(beat.text[language]);
        if (named.length > 0) expect(named, beat.text[language]).toContain(event.value);
      }
    }
  },

  'declares each overwrite of a sentence as it happened': (played) => {
    for (const beat of allBeats(played))
      expect([beat.text.en, declared(beat)]).toEqual([beat.text.en, destroyedAt(played.trace, beat)]);
  },

  'says what it declares': (played) => {
    for (const beat of allBeats(played).filter(({ at }) => at?.kind === 'wrote')) {
      const { by, of } = beat.at?.overwrites ?? {};
      for (const text of inBoth(beat)) {
        if (says.test(text) && !saysNone.test(beat.text.en)) expect([text, by]).not.toEqual([text, undefined]);
        for (const one of both) {
          const [, first, second] = one.exec(text) ?? [];
          if (first !== undefined) expect([text, `client${first}`, `client${second}`]).toEqual([text, by, of]);
        }
        for (const one of victim) {
          const [, lost] = one.exec(text) ?? [];
          if (lost !== undefined) expect([text, `client${lost}`]).toEqual([text, of]);
        }
      }
    }
  },
};
