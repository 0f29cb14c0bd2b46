// The narration of every story as a text file, in both languages, to be read in review: golden/<name>.txt. Renew with `vitest -u`.
import { expect, test } from 'vitest';
import { runAsText } from '../../src/cli/report';
import { runScenario } from '../../src/explore/run';
import { languages } from '../../src/model/text';
import { tellings } from './tellings';

test.each(tellings.map((telling) => [telling.name, telling] as const))(
  'story %s reads as before',
  async (name, telling) => {
    const { story, variant, scenario } = telling;
    const told = { story, variantId: variant?.id, scenario };
    const run = runScenario(scenario);
    const texts = languages.map((language) => runAsText(run, { language, told }).join('\n'));
    await expect(`${texts.join('\n\n\n')}\n`).toMatchFileSnapshot(`golden/${name.replace(':', '-')}.txt`);
  },
);
