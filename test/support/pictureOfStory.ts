// The picture of a story, by the story's public name, and the words in it.
import type { Mark, TextMark } from '../../src/picture/layout/marks';
import { runOfStory } from '../content/stories/knownRun';
import { pictureFor } from './pictureFor';

export function pictureOfStory(name: string, frame?: Parameters<typeof pictureFor>[1]) {
  const { trace } = runOfStory(name);
  const picture = pictureFor(trace, frame);
  const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
  return { picture, trace, texts: [...picture.middle, ...picture.top].filter(isText) };
}

export const named = (texts: readonly TextMark[], part: string): readonly TextMark[] =>
  texts.filter(({ text }) => text.includes(part));
