/**
 * Opens whatever a person has: a link, a scenario as JSON, a saved run, the runs of a browser, or an exercise, which
 * opens in the workshop. If it cannot be opened, the current scenario stays.
 */

import { isExerciseLink } from '../../core/model/links/exerciseMark';
import { parseScenarioText } from '../../core/model/scenario/parse/parseScenario';
import type { Text } from '../../core/model/values/text';
import { encodeExerciseText } from '../../course/kinds/exerciseLink';
import { parseExerciseText } from '../../course/kinds/parseExercise';
import { exerciseFormat } from '../../course/kinds/shapes';
import { openDialog } from '../state/dialog';
import { parseMade, useMade } from '../state/made';
import { openRun } from '../state/openRun';
import { currentParts } from '../state/parts';
import { openLinkText } from './address';
import { neither, progress } from './importProblems';
import { readFile, smallFileMax } from './readFile';
import { openRunFile } from './runFile';

/** Returns what is wrong with it; null if it was opened. */
export async function importFile(file: File): Promise<Text | null> {
  // A longer file is a run, or cannot be opened.
  if (file.size > smallFileMax || runMark.test(await file.slice(0, headLength).text())) return openRunFile(file);
  const fileText = await readFile(file);
  return fileText.ok ? importText(fileText.text, file.name) : fileText.problem;
}

/** The same for a text that was pasted or comes from a file of this name. */
export async function importText(text: string, name: string): Promise<Text | null> {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return importJson(trimmed, name);
  if (/\s/.test(trimmed) || !/#|^[\w-]{8,}|^x=/.test(trimmed)) return neither;
  const hash = trimmed.slice(trimmed.indexOf('#') + 1);
  if (!isExerciseLink(hash)) return openLinkText(trimmed);
  goToLearn(hash);
  return null;
}

/** The part of a file that shows its kind is near its beginning. */
const headLength = 400;
const runMark = /"format"\s*:\s*"redlock-playground run"/;
const exerciseMark = new RegExp(`"format"\\s*:\\s*"${exerciseFormat}"`);
const madeMark = /"format"\s*:\s*"redlock-playground runs"/;
const progressMark = /"kind"\s*:\s*"redlock-playground-progress"/;

async function importJson(text: string, name: string): Promise<Text | null> {
  const head = text.slice(0, headLength);
  if (runMark.test(head)) return openRunFile(new File([text], name, { type: 'application/json' }));
  if (madeMark.test(head)) return importMade(text);
  if (progressMark.test(head)) return progress;
  if (exerciseMark.test(head)) return importExercise(text);
  const parsed = parseScenarioText(text, currentParts());
  if (!parsed.ok) return parsed.problems[0]?.message ?? neither;
  openRun({ scenario: parsed.scenario, storyId: null, variantId: null });
  return null;
}

/** There are many of them, and the list of this browser's runs shows them. */
function importMade(text: string): Text | null {
  const runsResult = parseMade(text);
  if (!runsResult.ok) return runsResult.problem;
  useMade.getState().add(runsResult.runs);
  openDialog('runs');
  return null;
}

function importExercise(text: string): Text | null {
  const parsed = parseExerciseText(text, currentParts());
  if (!parsed.ok) return parsed.problems[0]?.message ?? neither;
  goToLearn(encodeExerciseText(text));
  return null;
}

const goToLearn = (hash: string): void => location.assign(`learn/#${hash}`);
