/** Every story with its variants and fixes, in each language: one page each. */
import { applyPatch } from '../../model/patch';
import type { Run } from '../../model/run';
import { loadStory } from '../../model/story';
import { type Language, languages } from '../../model/text';
import { parts } from '../../run/parts';
import { runScenario } from '../../run/runScenario';
import { stories } from '../../stories';
import { cardOf, type Look, verdictOf } from './toldRun';
import { unfoldWords } from './words';

export interface Telling {
  readonly story: string;
  /** null: the story as told first. */
  readonly variant: string | null;
  readonly language: Language;
  readonly title: string;
  /** The verdict in a sentence. */
  readonly text: string;
  /** The card as SVG. */
  readonly card: (look: Look) => string;
}

export async function* toldStories(): AsyncGenerator<Telling> {
  for (const entry of stories) {
    const story = await loadStory(entry);
    for (const variant of [null, ...story.variants]) {
      const scenario = variant === null ? story.scenario : applyPatch(story.scenario, variant.patch);
      const run = runScenario(scenario, parts);
      for (const language of languages) {
        const title = story.title[language];
        yield {
          story: story.id,
          variant: variant?.id ?? null,
          language,
          title: variant === null ? title : unfoldWords[language].variant(title, variant.title[language]),
          ...told(run, language),
        };
      }
    }
  }
}

const told = (run: Run, language: Language): Pick<Telling, 'text' | 'card'> => ({
  text: verdictOf(run, language),
  card: (look) => cardOf(run, language, look),
});
