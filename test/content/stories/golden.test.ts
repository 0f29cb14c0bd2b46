// Every run and every sentence is as before. golden/rows.txt has a row for each telling, which changes with its run,
// its verdict or its narration; a changed row prints how its narration differs from that of HEAD. golden/en and
// golden/zh have twelve narrations as a whole, to be read in review. `npm test -- -u` with this file renews them all.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { digest } from '../../../src/core/model/values/digest';
import { languages } from '../../../src/core/model/values/text';
import { differenceFromHead } from './headNarrations';
import { knownRun, narrationOf } from './knownRun';
import { storyVersions } from './storyVersions';

const whole = ['1', '3', '4', '9', '10', '12', '20', '21', '23', '29', '34', '46'];

/** The most changed rows whose narrations are compared. A change of a common sentence changes hundreds. */
const comparedMax = 12;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const endings = storyVersions.map((version) => ({
  name: version.name,
  run: knownRun(version.scenario),
  narrations: languages.map((language) => ({ language, text: `${narrationOf(version, language).join('\n')}\n` })),
}));
type Ending = (typeof endings)[number];

/** `36f · 66 events · run 1a2b3c4d · overlap · refused · verdict 5e6f7a8b · en 9c0d1e2f · zh 3a4b5c6d` */
function rowOf({ name, run: { trace, verdict }, narrations }: Ending): string {
  return [
    name,
    `${trace.count} events`,
    `run ${digest(trace)}`,
    verdict.lock,
    verdict.data,
    `verdict ${hashOf(JSON.stringify({ ...trace.header, verdict }))}`,
    ...narrations.map(({ language, text }) => `${language} ${hashOf(text)}`),
  ].join(' · ');
}

/** How the narrations of these rows differ from those of HEAD, and which rows have changed besides. */
function said(moved: readonly Ending[]): string {
  const compared = moved.slice(0, comparedMax);
  const now = compared.flatMap(({ name, narrations }) =>
    narrations.map(({ language, text }) => [`${name} ${language}`, text] as const),
  );
  const names = compared.map(({ name }) => name);
  const difference = differenceFromHead(names, Object.fromEntries(now));
  const others = moved.slice(comparedMax).map(({ name }) => name);
  return [
    `${moved.length} rows of golden/rows.txt have moved, of ${names.join(', ')}${others.length === 0 ? '' : ' and others'}:`,
    difference === '' ? 'HEAD narrates them in the same words.' : difference,
    ...(others.length === 0 ? [] : [`Not compared: ${others.join(', ')}.`]),
  ].join('\n');
}

test('every telling has the run, the verdict and the narration that its row says', async () => {
  const before = readFileSync(new URL('golden/rows.txt', import.meta.url), 'utf8').split('\n');
  const isRenewed = expect.getState().snapshotState.snapshotUpdateState === 'all';
  const moved = isRenewed ? [] : endings.filter((one) => !before.includes(rowOf(one)));
  const text = endings.map((one) => `${rowOf(one)}\n`).join('');
  await expect(text, moved.length === 0 ? '' : said(moved)).toMatchFileSnapshot('golden/rows.txt');
});

test.each(
  endings
    .filter(({ name }) => whole.includes(name))
    .flatMap(({ name, narrations }) => narrations.map(({ language, text }) => [name, language, text] as const)),
)('story %s in %s reads as before', async (name, language, text) => {
  await expect(text).toMatchFileSnapshot(`golden/${language}/${name}.txt`);
});
