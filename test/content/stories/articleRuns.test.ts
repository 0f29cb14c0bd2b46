// Each row of ARTICLES.md is compared with the runs that it names: what the articles describe happens in them, in
// that order, by the same clients and on the same nodes. The expected lines are in articles/runs.txt, and for rows
// with a sequence in articles/sequences.txt.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { narrate } from '../../../src/core/narrate/narrate';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { articleRows } from './articleRows';
import { runOfStory } from './knownRun';

/** From this number of steps on, a row is a sequence; below it, a row is a paragraph and what belongs to it. */
const stepsMin = 3;

interface Wanted {
  readonly run: string;
  /** The beginnings of lines. `…` stands for anything. */
  readonly lines: readonly string[];
}

const runs = textLines('runs.txt').map(wantedIn);
const sequences = sequencesIn(textLines('sequences.txt'));
const named = new Set(articleRows.flatMap(({ stories }) => stories));
const keyOf = ({ source, first }: (typeof articleRows)[number]): string => `${source} ${first}`;

/** The expected lines that do not follow the previous ones in this run. */
function missing({ run, lines }: Wanted): readonly string[] {
  const texts = narrate(runOfStory(run).trace, speechOf.en).map(({ text }) => text);
  let from = 0;
  return lines.filter((line) => {
    const index = texts.findIndex((text, i) => i >= from && beginning(line).test(text));
    if (index >= 0) from = index + 1;
    return index < 0;
  });
}

describe('a run that the table names shows what the articles tell:', () => {
  test.each(runs.map((one) => [one.run, one] as const))('%s', (_, one) => {
    expect(missing(one)).toEqual([]);
    expect(one.lines.length).toBeGreaterThan(0);
  });

  test('each has its lines, and none besides', () => {
    const listed = runs.map(({ run }) => run);
    expect([...named].filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !named.has(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe('a sequence of an article happens in its order:', () => {
  test.each([...sequences])('%s', (key, shown) => {
    const row = articleRows.find((one) => keyOf(one) === key);
    expect(row, 'a row of ARTICLES.md').toBeDefined();
    expect(shown.filter(({ run }) => row?.stories.includes(run) !== true)).toEqual([]);
    expect(shown.map((one) => ({ run: one.run, missing: missing(one) }))).toEqual(
      shown.map(({ run }) => ({ run, missing: [] })),
    );
  });

  test('each row that tells one has it here', () => {
    const rows = articleRows.filter(({ steps, stories }) => steps >= stepsMin && stories.length > 0);
    expect(rows.map(keyOf).filter((key) => !sequences.has(key))).toEqual([]);
  });
});

test('a line that does not come, or comes too early, is found', () => {
  const lines = ['Client 1 has the lock', 'Client 1 runs again', 'Client 1 is paused'];
  expect(missing({ run: '20', lines })).toEqual(['Client 1 is paused']);
  expect(missing({ run: '20', lines: ['Client 1 has the lock … token 1'] })).toHaveLength(1);
});

function textLines(file: string): readonly string[] {
  const text = readFileSync(new URL(`articles/${file}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
}

/** `4:fix: Client 1 is paused → Client 2 has the lock` */
function wantedIn(line: string): Wanted {
  const [, run = '', rest = ''] = /^(\w+(?::fix\d?)?): (.*)$/.exec(line) ?? [];
  return { run, lines: rest.split(' → ') };
}

/** Below the source and the first words of a row, its runs. */
function sequencesIn(lines: readonly string[]): ReadonlyMap<string, readonly Wanted[]> {
  const found = new Map<string, Wanted[]>();
  let under: Wanted[] = [];
  for (const line of lines) {
    if (/^\d/.test(line)) under.push(wantedIn(line));
    else {
      under = [];
      found.set(line, under);
    }
  }
  return found;
}

/** It ends with a whole word: `token 1` is not `token 12`. */
const beginning = (line: string): RegExp =>
  new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' … ', '.* ')}(?!\\w)`);
