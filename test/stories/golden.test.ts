// The narration of every story as a text file, which is read in review: golden/en/<name>.txt. Chinese is compared for
// five stories, and for all of them at night. Renew them with `npx vitest -u`, and the Chinese ones with NIGHTLY=1
// before it.
import { expect, test } from 'vitest';
import { runAsText } from '../../src/cli/report';
import type { Language } from '../../src/model/text';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { byNight } from '../support/nightly';
import { tellings } from './tellings';

/** A pause, a failover, a token, a session, a table: between them they use most sentences. */
const chineseAtEachPush = ['9', '20', '21', '42', '49'];

const rows = tellings.flatMap(({ name, ...telling }) => {
  const languages: readonly Language[] = byNight(chineseAtEachPush.includes(name), true) ? ['en', 'zh'] : ['en'];
  return languages.map((language) => [name, language, telling] as const);
});

test.each(rows)('story %s in %s reads as before', async (name, language, { story, variant, scenario }) => {
  const told = { story, variantId: variant?.id, scenario };
  const text = runAsText(runScenario(scenario, parts), { language, told }).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`golden/${language}/${name.replace(':', '-')}.txt`);
});

test('the stories that are compared in Chinese at each push are there', () => {
  const names = tellings.map(({ name }) => name);
  expect(chineseAtEachPush.filter((name) => !names.includes(name))).toEqual([]);
});
