/** Opens whatever text a person has: a link, a scenario as JSON, or a saved run. What is open stays where it cannot be opened. */
import { registry } from '../../explore/onDemand';
import { parseScenarioText } from '../../model/parse/parseScenario';
import type { Text } from '../../model/text';
import { openLinkText } from '../link/address';
import { openRunFile } from '../live/runFile';
import { useLive } from '../state/live';
import { fetchParts } from '../state/parts';
import { parkAtViolation } from '../state/playhead';
import { currentRun } from '../state/run';
import { useScenario } from '../state/scenario';

const neither: Text = {
  en: 'this is neither a link of the playground nor JSON.',
  zh: '这既不是试验场的链接，也不是 JSON。',
};

/** Answers what is wrong with it; null when it was opened. */
export async function importText(text: string, name: string): Promise<Text | null> {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return importJson(trimmed, name);
  if (/#|^[\w-]{8,}/.test(trimmed) && !/\s/.test(trimmed)) return openLinkText(trimmed);
  return neither;
}

async function importJson(text: string, name: string): Promise<Text | null> {
  if (/^\{\s*"format"\s*:\s*"redlock-playground run"/.test(text)) {
    await openRunFile(new File([text], name, { type: 'application/json' }));
    return useLive.getState().fileProblem?.problem ?? null;
  }
  await fetchParts();
  const parsed = parseScenarioText(text, registry);
  if (!parsed.ok) return parsed.problems[0]?.message ?? neither;
  useScenario.getState().commit(parsed.scenario, { storyId: null, variantId: null });
  parkAtViolation(currentRun());
  return null;
}
