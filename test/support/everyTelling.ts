// Every story, variant and fix in each language, with its verdict and its card.
import { languages } from '../../src/core/model/text';
import { type Telling, tellingOf } from '../../src/picture/linkPages/telling';
import { knownRun } from '../content/stories/knownRun';
import { tellings } from '../content/stories/tellings';

/** @param only the stories to use, by id; all when absent */
export const everyTelling = (only?: readonly string[]): readonly Telling[] =>
  tellings
    .filter(({ story }) => only?.includes(story.id) ?? true)
    .flatMap(({ story, variant, scenario }) =>
      languages.map((language) => tellingOf(story, variant, knownRun(scenario), language)),
    );
