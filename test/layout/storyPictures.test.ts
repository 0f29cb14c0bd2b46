// What stands where in the pictures of the stories: words beside what they name, and not on a border.
import { expect, test } from 'vitest';
import { findStory } from '../../src/cli/storyList';
import { runScenario } from '../../src/explore/run';
import { boxOf } from '../../src/layout/labels';
import { type Mark, roughMeasure, type TextMark } from '../../src/layout/marks';
import { spansOf } from '../../src/model/spans';
import { pictureFor } from '../support/pictureFor';

async function pictureOfStory(name: string, frame?: Parameters<typeof pictureFor>[1]) {
  const found = await findStory(name);
  if (found.kind !== 'found') throw new Error(`No story ${name}.`);
  const { trace } = runScenario(found.told.scenario);
  const picture = pictureFor(trace, frame);
  const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
  return { picture, trace, texts: [...picture.scene, ...picture.top].filter(isText) };
}

const named = (texts: readonly TextMark[], part: string): readonly TextMark[] =>
  texts.filter(({ text }) => text.includes(part));

test.each(['27', '33b', '46'])('how long two were inside stands over the slab of story %s', async (name) => {
  const { picture, texts } = await pictureOfStory(name);
  const [words] = named(texts, 'holders');
  const slab = picture.ground.find((mark) => mark.kind === 'box' && mark.ink === 'broken');
  if (words === undefined || slab?.kind !== 'box') throw new Error('There is no slab.');
  const box = boxOf(words, roughMeasure);
  expect(box.y + box.height).toBeLessThanOrEqual(slab.y);
});

test('that chunks were mixed is said once for one write', async () => {
  const { texts } = await pictureOfStory('31');
  expect(named(texts, 'mixed with').length).toBe(1);
  expect(named(texts, 'destroys').length).toBe(1);
});

test('what was done a second time stands beside the playhead, which is there', async () => {
  const { picture, trace, texts } = await pictureOfStory('33');
  const [words] = named(texts, 'done 2 times');
  const again = spansOf(trace).resource.findLast(({ kind }) => kind === 'wrote');
  if (words === undefined || again === undefined) throw new Error('Nothing was done twice.');
  const { x, width } = boxOf(words, roughMeasure);
  const at = picture.axis.x(again.at);
  expect(at < x || at > x + width).toBe(true);
});

test.each(['28', '31', '49', '53'])(
  'in half the height nothing of story %s stands below its last lane',
  async (name) => {
    const { picture, texts } = await pictureOfStory(name, { width: 820, height: 320 });
    for (const mark of texts) {
      const { y, height } = boxOf(mark, roughMeasure);
      expect(y + height).toBeLessThanOrEqual(picture.lanes.bottom + 2);
    }
  },
);

test('two runs of nine lanes fit one above the other on a screen', async () => {
  const { picture } = await pictureOfStory('53', { width: 820, height: 320 });
  expect(picture.lanes.bottom).toBeLessThanOrEqual(352);
});
