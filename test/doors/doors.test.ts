// Every entrance through which input reaches the page. The input is accepted, or refused in words. Nothing throws,
// and nothing is left behind. RUNS and SEED in the environment make a longer or a different search.
import { env } from 'node:process';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { runParameters, tableParameters } from '../../src/core/model/links/embedParameters';
import { decodeLink } from '../../src/core/model/links/link';
import { parseScenarioText } from '../../src/core/model/scenario/parse/parseScenario';
import type { Text } from '../../src/core/model/values/text';
import { explain } from '../../src/core/narrate/explain';
import { narrate } from '../../src/core/narrate/narrate';
import { speechOf } from '../../src/core/narrate/speechOf';
import { parts } from '../../src/core/run/parts';
import { decodeExercise } from '../../src/course/kinds/exerciseLink';
import { parseExerciseText } from '../../src/course/kinds/parseExercise';
import { readSavedRun } from '../../src/web/files/savedRun';
import { parseProgress } from '../../src/web/learn/progress';
import { parseMade } from '../../src/web/state/made';
import { storyVersions } from '../content/stories/storyVersions';
import { askedOfEmbed } from '../support/askedOfEmbed';
import { byNight } from '../support/nightly';
import { pictureFor } from '../support/pictureFor';
import { exerciseFiles, keptFiles, savedRuns, scenarios, wildExerciseLink, wildLink } from './samples';
import { wildText } from './wild';
import '../support/handIn';

const seed = Number(env['SEED'] ?? 14);
const numRuns = Number(env['RUNS'] ?? byNight(60, 20_000));
const search = { numRuns, seed };

/** Words for people, in both languages. */
function expectWords({ en, zh }: Text): void {
  expect(en).toMatch(/\S.*[.)]$/s);
  expect(zh).toMatch(/\S.*[。）]$/s);
  // These are JavaScript's own words.
  expect(`${en}${zh}`).not.toMatch(/undefined|Cannot read|is not a function|\[object|RangeError|TypeError|call stack/);
}

afterEach(() => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe('input from outside:', () => {
  test('a scenario file gives a scenario or is refused in words', () => {
    fc.assert(
      fc.property(wildText(scenarios), (text) => {
        const parsed = parseScenarioText(text, parts);
        if (parsed.ok) return;
        expect(parsed.problems.length).toBeGreaterThan(0);
        for (const { message } of parsed.problems) expectWords(message);
      }),
      search,
    );
  });

  test('a link gives a scenario or is refused in words', async () => {
    const resolveStory = async (id: string) => storyVersions.find(({ story }) => story.id === id)?.scenario;
    await fc.assert(
      fc.asyncProperty(wildLink, async (text) => {
        const decoded = await decodeLink(text, { parts, resolveStory });
        if (!decoded.ok) expectWords(decoded.problem);
      }),
      search,
    );
  });

  test('an exercise file or link gives an exercise or is refused in words', () => {
    fc.assert(
      fc.property(wildText(exerciseFiles), (text) => {
        const parsed = parseExerciseText(text, parts);
        if (!parsed.ok) for (const { message } of parsed.problems) expectWords(message);
      }),
      search,
    );
    fc.assert(
      fc.property(wildExerciseLink, (link) => {
        const parsed = decodeExercise(link, parts);
        if (!parsed.ok) for (const { message } of parsed.problems) expectWords(message);
      }),
      { ...search, numRuns: numRuns / 5 },
    );
  });

  test('a saved run can be judged, told and drawn, or is refused in words', () => {
    const shuffled = fc
      .tuple(
        fc.nat(savedRuns.length - 1),
        fc.array(fc.tuple(fc.nat(), fc.nat(8), fc.integer({ min: -2, max: 40 })), { maxLength: 12 }),
      )
      .map(([index, edits]) => {
        const run = structuredClone(savedRuns[index]) as { rows: number[][] };
        for (const [at, column, value] of edits) {
          const row = run.rows[at % run.rows.length] ?? [];
          // Changes a value of a row. If the row has no value, the row itself is removed or doubled.
          if (column > 1 && column < row.length) row[column] = value;
          else run.rows.splice(at % run.rows.length, value % 2 === 0 ? 1 : 0, ...(value > 20 ? [[...row]] : []));
        }
        return JSON.stringify(run);
      });
    fc.assert(
      fc.property(fc.oneof(wildText(savedRuns), shuffled), (text) => {
        const opened = readSavedRun(text, parts);
        if (!opened.ok) return expectWords(opened.problem);
        const { trace, verdict } = opened.run;
        for (const language of ['en', 'zh'] as const) {
          explain(verdict, speechOf[language]);
          narrate(trace, speechOf[language]);
        }
        expectFinite(pictureFor(trace));
      }),
      { ...search, numRuns: numRuns / 5 },
    );
  });

  test('data from the browser’s storage, or a file of it, is read or refused', () => {
    fc.assert(
      fc.property(wildText(keptFiles), (text) => {
        for (const read of [parseMade(text), parseProgress(text)]) if (!read.ok) expect(read.problem.en).not.toBe('');
      }),
      search,
    );
  });

  test('the address of an embed is followed, and each parameter that is not is named', () => {
    const right = [
      'break',
      'all',
      'none',
      'zh',
      '0',
      '1',
      'dark',
      'matrix',
      'overlap.lost',
      'held.safe',
      '400',
      'play,open',
    ];
    const wrong = ['', '1e9', '-1', 'NaN', '__proto__', 'overlap.', '.', 'lost.overlap', 'held.safe.x', 'Dark', ' 1'];
    const word = fc.oneof(fc.string(), fc.constantFrom(...right, ...wrong));
    const name = fc.oneof(
      fc.constantFrom(...runParameters, ...tableParameters, 'v', 'story', 'constructor'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, word), { maxLength: 6 }), (pairs) => {
        const query = new URLSearchParams(pairs);
        const { parameters, problems } = askedOfEmbed(query);
        for (const problem of problems) expectWords(problem);
        for (const value of [parameters.from, parameters.to])
          if (value !== null) expect(Number.isFinite(value)).toBe(true);
        // A text that is named twice would be one line in the frame.
        expect(new Set(problems.map(({ en }) => en)).size).toBe(problems.length);
        const isNamed = (asked: string): boolean => problems.some(({ en }) => en.includes(`“${asked}”`));
        for (const [asked, value] of query)
          expect([asked, value, isNamed(asked) || isFollowed(asked, value)]).toContain(true);
      }),
      search,
    );
  });
});

const ms = /^\d+(\.\d+)?$/;
/**
 * What posts may ask for, apart from the parser. Any text may name a story or a lock, because they are looked up
 * later.
 */
const followed: Readonly<Record<string, RegExp>> = {
  v: /^1$/,
  view: /^(timeline|compare|verdict)$/,
  controls: /^(all|none|((play|steps|minimap|variants|open),?)+)$/,
  theme: /^(light|dark|host)$/,
  lang: /^(en|zh)(?![a-z])/i,
  from: ms,
  to: ms,
  loop: /^[01]$/,
  autoplay: /^[01]$/,
  'too-late': /^[01]$/,
  at: /^(break|start|end|\d+(\.\d+)?)$/,
  outcome: /^(overlap|stuck|unavailable|held|unknown)\.(torn|twice|lost|refused|lucky|safe|unknown)$/,
  height: /^\d{3,4}$/,
};
const isFollowed = (name: string, value: string): boolean =>
  ['story', 'variant', 'storage', 'lock', 'frame', 'room'].includes(name) ||
  (Object.hasOwn(followed, name) && followed[name]?.test(value) === true);

/** A mark at NaN or infinity is drawn nowhere, or everywhere. */
function expectFinite(value: unknown): void {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'number') expect(Number.isFinite(next)).toBe(true);
    else if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next));
  }
}
