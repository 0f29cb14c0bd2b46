// Every story, variant and fix in each language, with its verdict and its card.
import { languages } from '../../src/core/model/values/text';
import { type StoryVersion, storyVersionOf } from '../../src/picture/linkPages/storyVersion';
import { knownRun } from '../content/stories/knownRun';
import { storyVersions } from '../content/stories/storyVersions';

/** @param only the stories to use, by id; all when absent */
export const everyStoryVersion = (only?: readonly string[]): readonly StoryVersion[] =>
  storyVersions
    .filter(({ story }) => only?.includes(story.id) ?? true)
    .flatMap(({ story, variant, scenario }) =>
      languages.map((language) => storyVersionOf(story, variant, knownRun(scenario), language)),
    );
