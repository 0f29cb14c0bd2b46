// A run that goes on, cut after each of its events: what is narrated by then is what the whole run narrates, or it is
// narrated as still going on. Nothing is ever taken back.
import { describe, expect, test } from 'vitest';
import { pointedWords } from '../../src/content/texts/pointed';
import { judge } from '../../src/core/judge/judge';
import { defaultSettings, type Scenario } from '../../src/core/model/scenario/scenario';
import type { Cause } from '../../src/core/model/trace/cause';
import { notOver, type Trace } from '../../src/core/model/trace/trace';
import type { Verdict } from '../../src/core/model/trace/verdict';
import { type Language, languages } from '../../src/core/model/values/text';
import { explain } from '../../src/core/narrate/explain';
import { narrate } from '../../src/core/narrate/narrate';
import { sentence } from '../../src/core/narrate/sentence';
import { speechOf } from '../../src/core/narrate/speechOf';
import { parts } from '../../src/core/run/parts';
import { holdersOf } from '../../src/core/spans/holderSpans';
import { spansOf } from '../../src/core/spans/spans';
import type { Hit } from '../../src/picture/layout/hitTest';
import type { TextMark } from '../../src/picture/layout/marks';
import { pictureOf } from '../../src/picture/layout/picture';
import { timelineWordsOf } from '../../src/picture/words/timelineWordsOf';
import { momentAt } from '../../src/web/inspector/momentAt';
import { type Description, describe as describeHit } from '../../src/web/timeline/describe';
import { knownRun } from '../content/stories/knownRun';
import { storyVersionOf, storyVersions } from '../content/stories/storyVersions';
import { byNight, sampled } from '../support/nightly';
import { optionsFor } from '../support/pictureFor';
import { tracePrefix } from '../support/tracePrefix';
import '../support/handIn';

interface Case {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly whole: Trace;
}

/** Every prefix is narrated anew, so the cost grows with the square of this. */
const eventsMax = 1500;

/** No story has a clock that drifts for a time. */
const drifting = {
  name: 'a drift',
  scenario: {
    ...storyVersionOf('20').scenario,
    faults: {
      drift: {
        kind: 'clock-drift',
        process: 'nodeA',
        when: { kind: 'time', at: 100 },
        ppm: 100_000,
        for: 500,
      },
    },
  } satisfies Scenario,
};

/** No story has a DEL of another client's key, and then a lost update. */
const robbed = {
  name: 'a late DEL',
  scenario: {
    version: 2,
    seed: 93,
    lock: { id: 'setnx-expire' },
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, stagger: 600, work: 1500, duration: 6000 },
    faults: {
      jump: {
        kind: 'clock-jump',
        process: 'nodeA',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
        by: 4000,
      },
    },
  } satisfies Scenario,
};

const all: readonly Case[] = [...storyVersions, drifting, robbed]
  .map(({ name, scenario }) => ({
    name,
    kinds: Object.values(scenario.faults).map(({ kind }) => kind),
    whole: knownRun(scenario).trace,
  }))
  .filter(({ whole }) => whole.count <= eventsMax)
  .sort((a, b) => a.whole.count - b.whole.count);

const kinds = [...new Set(all.flatMap((one) => one.kinds))];

const shortest = (kind: string): readonly Case[] => all.filter((one) => one.kinds.includes(kind)).slice(0, 1);
const lost = all.filter(({ whole }) => judge(whole, parts).outcome === 'lost');
const harmed = lost.filter(({ name }, i) => i < 2 || name === robbed.name);

const every = byNight(
  [],
  all.filter((_, i) => i % 5 === 0),
);

/** The shortest run with each kind of fault, and some in which an update is lost; at night a fifth of all runs, too. */
const cases = [...new Set([...kinds.flatMap(shortest), ...harmed, ...every])];

const cuts = ({ whole }: Case): readonly Trace[] =>
  Array.from({ length: whole.count }, (_, i) => tracePrefix(whole, i + 1));

/** Something that has not ended is narrated in the present tense. */
const isGoingOn = ({ values }: { readonly values: object }): boolean => 'micros' in values && values.micros === notOver;

/** Its causes and facts, one sentence each. */
function sentencesOf(verdict: Verdict, language: Language): ReadonlySet<string> {
  const { chain, facts } = explain(verdict, speechOf[language]);
  return new Set([...chain, ...facts].map(({ text }) => text));
}

/**
 * The chain of a lost update mentions only among its facts how long two were inside, and what a late release deleted.
 */
const isAmongFacts = (cause: Cause, { facts }: Verdict): boolean =>
  (cause.rule === 'bothInside' &&
    facts.some(
      ({ kind, from, values }) =>
        kind === 'overlap' && from === cause.events[0] && values.micros === cause.values.micros,
    )) ||
  (cause.rule === 'deletedAnother' &&
    cause.events.every((deleted) => facts.some(({ kind, to }) => kind === 'deleted-another' && to === deleted)));

/** The sentences that the whole run lacks, and that do not describe something still going on. */
function takenBack(part: Verdict, whole: Verdict, language: Language): readonly string[] {
  const chain = part.chain.filter((cause) => !isGoingOn(cause) && !isAmongFacts(cause, whole));
  const facts = part.facts.filter((fact) => !isGoingOn(fact));
  const said = sentencesOf(whole, language);
  return [...sentencesOf({ ...part, chain, facts }, language)].filter((text) => !said.has(text));
}

describe.each(cases)('$name, cut after each event,', (one) => {
  const { whole } = one;
  const verdict = judge(whole, parts);

  test('has a verdict that the whole run has too, or none yet', () => {
    for (const part of sampled(cuts(one), 2)) {
      const { lock, data } = judge(part, parts);
      expect(['unknown', verdict.lock], `lock after ${part.count}`).toContain(lock);
      expect(['unknown', verdict.data], `data after ${part.count}`).toContain(data);
    }
  });

  test.each(languages)('has causes and facts that the whole run does not contradict (%s)', (language) => {
    for (const part of sampled(cuts(one), 3))
      expect(
        takenBack(judge(part, parts), verdict, language),
        `told after ${part.count} events, and not at the end`,
      ).toEqual([]);
  });

  test.each(languages)('has a log that the whole run repeats (%s)', (language) => {
    const speech = speechOf[language];
    const lines = new Map(narrate(whole, speech).map(({ seq, text }) => [seq, text]));
    for (const part of sampled(cuts(one), 7)) {
      const seq = part.count - 1;
      expect(sentence(part, seq, speech)).toBe(sentence(whole, seq, speech));
      // More sentences may still join a line of several.
      const settled = narrate(part, speech).filter(({ at }) => part.header.endedAt - at > 200_000);
      for (const line of settled) expect(line.text).toBe(lines.get(line.seq));
    }
  });

  test.each(languages)('has cards that the whole run repeats, but for what goes on (%s)', (language) => {
    const words = { ...timelineWordsOf[language], ...pointedWords[language] };
    const cards = cardsOf(whole, words);
    for (const part of sampled(cuts(one), 7))
      for (const [thing, card] of cardsOf(part, words)) {
        const lines = cards.get(thing)?.lines ?? [];
        const isOpen = card.lines.some((line) => line.includes(words.notOver) || line === words.stillUnderWay);
        // What goes on may get longer. What has ended is narrated as in the whole run.
        if (isOpen) expect(card.lines.join(), thing).not.toContain(words.toTheEnd);
        else
          expect(
            card.lines.filter((line) => !lines.includes(line)),
            `${thing} after ${part.count}`,
          ).toEqual([]);
      }
  });

  test.each(languages)('has lengths and counts on its picture that the whole run shows, or so far (%s)', (language) => {
    const words = timelineWordsOf[language];
    const shown = new Set(wordsOn(whole, whole, words));
    const untilNowOf = words.untilNow('').trim();
    for (const part of sampled(cuts(one), 7))
      for (const text of wordsOn(part, whole, words))
        if (!shown.has(text)) expect(text, `after ${part.count} events`).toContain(untilNowOf);
  });

  test('has a present that the whole run shows for the same instant', () => {
    for (const part of sampled(cuts(one), 7)) {
      const { endedAt } = part.header;
      if (whole.at[part.count] === endedAt) continue;
      expect(presentOf(part, endedAt)).toEqual(presentOf(whole, endedAt));
    }
  });
});

test('the runs have every kind of fault', () => {
  expect([...kinds].sort(), 'a kind without a story is played by nobody: give it a story or a variant').toEqual(
    [...parts.faults.keys()].sort(),
  );
});

/** A key's remaining time is predicted by its server's clock, which may still jump. */
function presentOf(trace: Trace, at: number) {
  const { nodes, ...rest } = momentAt(trace, at);
  return { ...rest, nodes: nodes.map(({ left, of, ...node }) => node) };
}

/** What the page says about each thing that can be pointed at, by its first event. */
function cardsOf(trace: Trace, words: Parameters<typeof describeHit>[1]['words']): ReadonlyMap<string, Description> {
  const { messages, entries, holds, resource } = spansOf(trace);
  const hits: (readonly [string, Hit])[] = [];
  for (let row = 0; row < messages.count; row++) hits.push([`message ${row}`, { kind: 'message', row, isHead: false }]);
  for (const entry of entries) hits.push([`entry ${entry.seq} ${entry.entry}`, { kind: 'entry', entry }]);
  for (const hold of holds) hits.push([`hold ${hold.acquiringSeq}`, { kind: 'hold', hold }]);
  for (const event of resource) hits.push([`resource ${event.seq}`, { kind: 'resource', event }]);
  for (const span of holdersOf(trace)) hits.push([`holder ${span.seq} ${span.from}`, { kind: 'holder', span }]);
  return new Map(hits.map(([thing, hit]) => [thing, describeHit(hit, { trace, words })]));
}

/** The words in the picture that state a length or a count, on the axis of the whole run, with room for all of them. */
function wordsOn(trace: Trace, whole: Trace, words: (typeof timelineWordsOf)['en']): readonly string[] {
  const { run, ...options } = optionsFor(whole, { width: 9000, height: 2000 });
  const picture = pictureOf({ ...options, run: { ...run, trace }, words, measure: () => 0.01 });
  const starts = [words.paused(''), words.asleep(''), words.stopped('')];
  const [asks = ''] = words.bundle(0, 0, 0).split('0');
  return [...picture.ground, ...picture.middle, ...picture.top]
    .filter((mark): mark is TextMark => mark.kind === 'text')
    .map(({ text }) => text)
    .filter((text) => [...starts, asks].some((start) => text.startsWith(start)) || / · [\d.]+ (ms|s)/.test(text));
}
