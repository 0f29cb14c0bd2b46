// Every run and every sentence is as before. golden/rows.txt has a row for each telling, which changes with its run,
// its verdict or its narration. golden/en and golden/zh have narrations that together show every sentence, to be read
// in review. `npx vitest -u` renews them all, and adds and removes narrations.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { digest } from '../../../src/core/model/digest';
import { languages } from '../../../src/core/model/text';
import { knownRun, narrationOf } from './knownRun';
import { chosen, sentencesOf, unshown } from './sentences';
import { storyVersions } from './storyVersions';

const golden = new URL('golden/', import.meta.url);
const fileOf = (name: string): string => `${name.replace(':', '-')}.txt`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const endings = storyVersions.map((version) => ({
  name: version.name,
  run: knownRun(version.scenario),
  narrations: languages.map((language) => ({ language, lines: narrationOf(version, language) })),
}));

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** `36f · 66 events · run 1a2b3c4d · overlap · refused · verdict 5e6f7a8b · en 9c0d1e2f · zh 3a4b5c6d` */
function rowOf({ name, run: { trace, verdict }, narrations }: (typeof endings)[number]): string {
  return [
    name,
    `${trace.count} events`,
    `run ${digest(trace)}`,
    verdict.lock,
    verdict.data,
    `verdict ${hashOf(JSON.stringify({ ...trace.header, verdict }))}`,
    ...narrations.map(({ language, lines }) => `${language} ${hashOf(textOf(lines))}`),
  ].join(' · ');
}

const rows = endings.map((one) => ({ name: one.name, row: rowOf(one) }));

/**
 * How to read the runs whose rows have changed. If there are many, as after a change of a common sentence, only the
 * first ones.
 */
function movedRows(): string {
  const rowsBefore = readFileSync(new URL('rows.txt', golden), 'utf8').split('\n');
  const moved = rows.filter(({ row }) => !rowsBefore.includes(row));
  const commands = moved.slice(0, 12).map(({ name }) => `npm run -s play -- ${name}`);
  return [`${moved.length} rows of golden/rows.txt have moved. Read their runs:`, ...commands].join('\n');
}

test('every telling has the run, the verdict and the narration that its row says', async () => {
  const text = rows.map(({ row }) => `${row}\n`).join('');
  await expect(text, movedRows()).toMatchFileSnapshot('golden/rows.txt');
});

const narrated = endings.map(({ name, narrations }) => ({
  name,
  sentences: new Set(
    narrations.flatMap(({ language, lines }) => sentencesOf(lines).map((sentence) => `${language} ${sentence}`)),
  ),
}));

/** `en/36f.txt`: the narrations that exist. */
const files = (): readonly string[] =>
  languages.flatMap((language) => readdirSync(new URL(language, golden)).map((file) => `${language}/${file}`));

const filesBefore = files();
const before = new Set(endings.map(({ name }) => name).filter((name) => filesBefore.includes(`en/${fileOf(name)}`)));
const names = chosen(narrated, before);
const kept = endings.filter(({ name }) => names.includes(name));

/** Each kept narration exists, and no other does. */
function renew(): void {
  for (const file of files()) rmSync(new URL(file, golden));
  for (const { name, narrations } of kept)
    for (const { language, lines } of narrations)
      writeFileSync(new URL(`${language}/${fileOf(name)}`, golden), textOf(lines));
}

describe('the narrations that are kept', () => {
  test.each(
    kept
      .filter(({ name }) => before.has(name))
      .flatMap(({ name, narrations }) => narrations.map(({ language, lines }) => [name, language, lines] as const)),
  )('story %s in %s reads as before', async (name, language, lines) => {
    await expect(textOf(lines)).toMatchFileSnapshot(`golden/${language}/${fileOf(name)}`);
  });

  test('show every sentence, and each shows one that no other shows', () => {
    if (expect.getState().snapshotState.snapshotUpdateState === 'all') renew();
    const missing = unshown(
      narrated,
      narrated.filter(({ name }) => before.has(name)),
    );
    const wanted = languages.flatMap((language) => kept.map(({ name }) => `${language}/${fileOf(name)}`));
    expect(
      [...files()].sort(),
      ['npx vitest -u renews them. Sentences without a file:', ...missing].join('\n'),
    ).toEqual(wanted.sort());
  });
});
