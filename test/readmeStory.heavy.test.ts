// What the README says of its first story: since when it was too late, and what would have been enough.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stories } from '../src/content/stories';
import { loadStory } from '../src/core/model/scenario/story';
import { formatAtMs, formatMs } from '../src/core/model/values/format';
import { parts } from '../src/core/run/parts';
import { runScenario } from '../src/core/run/runScenario';
import { answersOf } from '../src/search/late/answers';
import { defaultBudget } from '../src/search/late/remedies';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

test('its first story was too late since then, and would have been saved by that', async () => {
  const entry = stories.find(({ id }) => id === 'pause-before-write');
  if (entry === undefined) throw new Error('The story is gone.');
  const story = await loadStory(entry);
  const answers = answersOf(runScenario(story.scenario, parts), parts, defaultBudget);
  if (answers === null || answers === 'not known') throw new Error('The story does no harm.');
  const pause = answers.changes?.find(({ parameter, value }) => parameter.of === 'length' && value !== null);
  expect(readme).toContain(
    `Point of no return: ${formatAtMs(answers.late?.since ?? 0)}. A storage-side check would have been enough, or a pause of at most ${formatMs(Number(pause?.value))}.`,
  );
  expect(answers.changes?.map(({ value }) => value)).toContain('version');
});
