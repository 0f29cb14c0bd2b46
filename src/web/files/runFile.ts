/** Opens saved runs. A file that cannot be opened changes nothing. */

import { write } from '../../content/address/write';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { publishedScenario } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { programEngine } from '../../core/model/trace/trace';
import type { Text } from '../../core/model/values/text';
import { ownLockId } from '../../sandbox/own/ownCalls';
import { useEdition } from '../state/edition';
import { keepLiveRun, useLive } from '../state/live';
import { openRun } from '../state/openRun';
import { currentParts } from '../state/parts';
import { useStories } from '../state/storyList';
import { fileNotRead } from './importProblems';
import { readFile } from './readFile';
import type { OpenedRun } from './savedRun';

/** Asks the person for a file. */
export function chooseRunFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void openRunFile(file).then((problem) => sayFileProblem(file.name, problem));
  });
  input.click();
}

/** Shown in a notice over the page until it is dismissed or another file is opened; null: nothing is wrong. */
const sayFileProblem = (name: string, problem: Text | null): void =>
  useEdition.setState({ notice: problem === null ? null : { name, problem } });

/**
 * Opens a saved run: its scenario is committed, which can be undone, and its events are on screen. Returns what is
 * wrong with it.
 */
export async function openRunFile(file: File): Promise<Text | null> {
  const opened = await readRun(file);
  if (!opened.ok) return opened.problem;
  const { run } = opened;
  if (run.scenario.lock.id === ownLockId || run.trace.header.engine === programEngine) return openRecorded(run);
  const { storyId, variantId } = storyOf(run.scenario);
  const { scenario } = run;
  const id = `file ${Date.now()}`;
  // This comes before the commit, so that the scenario is not simulated at all.
  keepLiveRun({ id, requestedScenario: scenario, storyId, variantId, run, state: 'ended', file: file.name });
  useLive.setState({ isOn: true });
  openRun({ scenario, storyId, variantId });
  return null;
}

/** The code of its lock is not here, so it has a page that only shows it. */
async function openRecorded({ trace }: Run): Promise<Text | null> {
  const [{ recordedLink }, { recordedWords }] = await Promise.all([
    import('./savedRun'),
    import('../../content/texts/recorded'),
  ]);
  const link = recordedLink(trace);
  if (link === null) return { en: recordedWords.en.tooLong, zh: recordedWords.zh.tooLong };
  location.assign(write({ run: { kind: 'recorded', link } }, location.href));
  return null;
}

async function readRun(file: File): Promise<OpenedRun> {
  try {
    const [{ readSavedRun }, { fileLengthMax }, { withOwn }] = await Promise.all([
      import('./savedRun'),
      import('../../live/wire/traceJson'),
      import('../../sandbox/own/knownParts'),
    ]);
    const fileText = await readFile(file, fileLengthMax);
    return fileText.ok ? readSavedRun(fileText.text, withOwn(currentParts())) : fileText;
  } catch (error) {
    // A part of the page cannot be loaded.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: fileNotRead(reason) };
  }
}

/** The loaded story with exactly this scenario, so that its text is shown beside the run. */
function storyOf(scenario: Scenario): { readonly storyId: string | null; readonly variantId: string | null } {
  for (const story of useStories.getState().loaded.values()) {
    if (sameJson(story.scenario, scenario)) return { storyId: story.id, variantId: null };
    const variant = story.variants.find((candidate) => sameJson(publishedScenario(story, candidate), scenario));
    if (variant !== undefined) return { storyId: story.id, variantId: variant.id };
  }
  return { storyId: null, variantId: null };
}
