// Every story, variant and fix in each language, with its verdict and its card.
import { loadStory, publishedScenario } from '../../src/model/story';
import { languages } from '../../src/model/text';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { stories } from '../../src/stories';
import { type Telling, tellingOf } from '../../src/ui/linkPages/telling';

/** @param only the stories by id; all without it */
export async function everyTelling(only?: readonly string[]): Promise<readonly Telling[]> {
  const wanted = stories.filter(({ id }) => only?.includes(id) ?? true);
  const told = await Promise.all(wanted.map(loadStory));
  return told.flatMap((story) =>
    [null, ...story.variants].flatMap((variant) => {
      const run = runScenario(publishedScenario(story, variant), parts);
      return languages.map((language) => tellingOf(story, variant, run, language));
    }),
  );
}
