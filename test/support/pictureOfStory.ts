// The picture of a story, by the story's public name, and the words in it.
import { findStory } from '../../src/content/stories/storyList';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import type { Mark, TextMark } from '../../src/picture/layout/marks';
import { pictureFor } from './pictureFor';

export async function pictureOfStory(name: string, frame?: Parameters<typeof pictureFor>[1]) {
  const found = await findStory(name);
  if (found.kind !== 'found') throw new Error(`No story ${name}.`);
  const { trace } = runScenario(found.story.scenario, parts);
  const picture = pictureFor(trace, frame);
  const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
  return { picture, trace, texts: [...picture.middle, ...picture.top].filter(isText) };
}

export const named = (texts: readonly TextMark[], part: string): readonly TextMark[] =>
  texts.filter(({ text }) => text.includes(part));
