/** The number that can be dragged in a scene without faults. */
import type { Scenario } from '../../core/model/scenario/scenario';
import type { SceneNumber, Story } from '../../core/model/scenario/story';

/** Numbers that only set how much is shown. */
const ofTheRun: ReadonlySet<string> = new Set(['duration', 'patience']);

/**
 * @returns the story's choice, else the first number that a variant without faults changes; null if there is no such
 * number
 */
export function draggableNumber(story: Story, scenario: Scenario): SceneNumber | null {
  if (Object.keys(scenario.faults).length > 0) return null;
  if (story.scene?.number !== undefined) return story.scene.number;
  for (const { patch } of story.variants) {
    if (patch.faults !== undefined || patch.lock?.id !== undefined) continue;
    const setting = firstIn('lock', patch.lock?.settings) ?? firstIn('run', patch.settings);
    if (setting !== null) return setting;
  }
  return null;
}

function firstIn(part: SceneNumber['part'], settings: unknown): SceneNumber | null {
  const numbers = Object.entries(settings ?? {}).filter(
    ([name, value]) => typeof value === 'number' && !ofTheRun.has(name),
  );
  const [first] = numbers;
  return first === undefined ? null : { part, name: first[0] };
}
