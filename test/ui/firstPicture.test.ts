// What a first visit sees of the run: which words at which instant, and which signs.
import { describe, expect, test } from 'vitest';
import { findStory } from '../../src/cli/storyList';
import { foldedLanes } from '../../src/layout/foldedLanes';
import { type Mark, roughMeasure, type TextMark } from '../../src/layout/marks';
import { type Picture, pictureOf } from '../../src/layout/picture';
import type { Run } from '../../src/model/run';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { spansOf } from '../../src/spans/spans';
import { greeting } from '../../src/texts/en/greeting';
import { fadedWords, firstPicture, lacksWords, wordsOf } from '../../src/ui/playground/firstPicture';
import { beats, untilBreakMs } from '../../src/ui/playground/tenSeconds';
import { timedBeats } from '../../src/ui/story/beats';
import { optionsFor } from '../support/pictureFor';
import '../support/handIn';

async function firstStory(): Promise<{ readonly run: Run; readonly whole: Picture }> {
  const found = await findStory('20');
  if (found.kind !== 'found') throw new Error('There is no story 20.');
  const run = runScenario(found.told.scenario, parts);
  const options = optionsFor(run.trace, { width: 836, height: 640 });
  const words = { ...options.words, ...greeting.onTimeline };
  return { run, whole: pictureOf({ ...options, run, words, lanesOf: foldedLanes(0) }) };
}

const marksOf = ({ middle, top }: Picture): readonly Mark[] => [...middle, ...top];
const shapes = (picture: Picture): readonly string[] =>
  marksOf(picture).flatMap((mark) => (mark.kind === 'glyph' ? [mark.shape] : []));
const textsOf = (picture: Picture): readonly string[] => wordsOf(picture).map(({ text }) => text);
const rightOf = (mark: TextMark): number =>
  mark.x + { left: 1, center: 0.5, right: 0 }[mark.align] * roughMeasure(mark.text, mark);

describe('while it plays', () => {
  test('the break stands there before ten seconds are over', () => {
    expect(untilBreakMs).toBeGreaterThan(5000);
    expect(untilBreakMs).toBeLessThanOrEqual(9000);
  });

  test('the lock is there for as long as the sentences say: two seconds', async () => {
    const { run } = await firstStory();
    const [, gets, , , expires] = timedBeats(run.trace, beats).map(({ at }) => at ?? 0);
    expect(((expires ?? 0) - (gets ?? 0)) / 1_000_000).toBeCloseTo(2, 0);
  });

  test('all words lie above the cover, and none tells of what is to come', async () => {
    const { run, whole } = await firstStory();
    const paused = spansOf(run.trace).outages[0];
    if (paused === undefined) throw new Error('Nobody is paused.');
    const show = (playedTo: number) => firstPicture(whole, { run, words: greeting, playedTo, isAsking: false });
    const picture = show(paused.from);
    expect(picture.middle.filter(({ kind }) => kind === 'text')).toEqual([]);
    expect(textsOf(picture)).toEqual(expect.arrayContaining([greeting.onTimeline.heldPast(), 'read 42']));
    const before = show(paused.from - 50_000);
    for (const text of [greeting.onTimeline.refused(), greeting.onTimeline.holders(), greeting.expired])
      expect(textsOf(picture)).not.toContain(text);
    const refusedAt = spansOf(run.trace).holds.find(({ end }) => end === 'refused')?.acquiringAt;
    if (refusedAt === undefined) throw new Error('Nobody is refused.');
    // It asks, and nobody knows yet what comes of it.
    expect(textsOf(show(refusedAt + 1000))).not.toContain(greeting.onTimeline.refused());
    // How long it lasts is not known yet.
    expect(textsOf(before).join()).not.toContain('paused');
    expect(textsOf(show(paused.from + 200_000)).join()).toContain('paused');
    expect(textsOf(show(paused.from + 200_000)).join()).not.toContain('2.9');
  });

  test('it says when more words are to be seen, and whoever looks then sees each of them', async () => {
    const { run, whole } = await firstStory();
    let [playedTo, looks] = [0, 0];
    let seen: readonly string[] = [];
    while (playedTo < Number.POSITIVE_INFINITY) {
      const picture = firstPicture(whole, { run, words: greeting, playedTo, isAsking: false });
      const now = textsOf(picture);
      expect(now.length).toBeGreaterThanOrEqual(seen.length);
      expect(lacksWords(picture, playedTo)).toBe(false);
      expect(lacksWords(picture, picture.nextWords)).toBe(true);
      seen = now;
      playedTo = picture.nextWords;
      expect(++looks).toBeLessThan(40);
    }
    const picture = firstPicture(whole, { run, words: greeting, playedTo: null, isAsking: false });
    const ofPause = (text: string): boolean => text.includes('paused');
    expect([...seen].filter((text) => !ofPause(text)).sort()).toEqual(
      textsOf(picture)
        .filter((text) => !ofPause(text))
        .sort(),
    );
  });
});

describe('signs and words', () => {
  test('no signs that nobody explains: neither + nor −', async () => {
    const { run, whole } = await firstStory();
    expect(shapes(whole)).toContain('plus');
    const picture = firstPicture(whole, { run, words: greeting, playedTo: null, isAsking: true });
    expect(shapes(picture).filter((shape) => shape === 'plus' || shape === 'minus')).toEqual([]);
  });

  test('the refused request ends at a cross before the lock has expired, with words beside it', async () => {
    const { run, whole } = await firstStory();
    const picture = firstPicture(whole, { run, words: greeting, playedTo: null, isAsking: false });
    const [cross] = marksOf(picture).filter((mark) => mark.kind === 'glyph' && mark.shape === 'cross');
    const words = wordsOf(picture).find(({ text }) => text === greeting.onTimeline.refused());
    const over = wordsOf(picture).find(({ text }) => text === greeting.expired);
    if (cross?.kind !== 'glyph' || words === undefined || over === undefined)
      throw new Error('Not all of it is there.');
    expect(cross.x).toBeLessThan(over.x);
    expect(cross.y).toBeLessThan(picture.lanes.ribbon.top);
    expect(rightOf(words)).toBeLessThan(cross.x);
    expect(rightOf(words)).toBeGreaterThan(cross.x - 60);
  });

  test('a write that is lost later is never called good, and is crossed out in the end', async () => {
    const { run, whole } = await firstStory();
    expect(shapes(whole)).toContain('check');
    for (const playedTo of [run.trace.header.endedAt, null]) {
      const picture = firstPicture(whole, { run, words: greeting, playedTo, isAsking: false });
      expect(shapes(picture)).not.toContain('check');
      expect(shapes(picture).filter((shape) => shape === 'cross')).toHaveLength(playedTo === null ? 2 : 1);
    }
  });
});

test('while the page unfolds no word jumps: the old ones fade in their places before the new ones come', async () => {
  const { run, whole } = await firstStory();
  const before = wordsOf(firstPicture(whole, { run, words: greeting, playedTo: null, isAsking: true }));
  const at = (open: number): readonly TextMark[] =>
    wordsOf(fadedWords(pictureOf({ ...optionsFor(run.trace), lanesOf: foldedLanes(open) }), before, open));
  const places = (marks: readonly TextMark[]) => marks.map(({ text, x, y }) => ({ text, x, y }));
  expect(places(at(0.1))).toEqual(places(before));
  expect(places(at(0.45))).toEqual(places(before));
  expect(at(0.45).every(({ alpha }) => alpha < 0.2)).toBe(true);
  expect(at(0.55).every(({ alpha }) => alpha < 0.2)).toBe(true);
  expect(at(1).every(({ alpha }) => alpha === 1)).toBe(true);
});
