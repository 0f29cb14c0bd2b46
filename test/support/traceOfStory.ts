// The run of a story, by the story's public name.
import { findStory } from '../../src/content/stories/storyList';
import type { Trace } from '../../src/core/model/trace';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';

export async function traceOfStory(name: string): Promise<Trace> {
  const found = await findStory(name);
  if (found.kind !== 'found') throw new Error(`No story ${name}.`);
  return runScenario(found.story.scenario, parts).trace;
}
