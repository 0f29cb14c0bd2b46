/** Exercises that arrive as text: from a file, pasted, or in a link. */

import { isExerciseLink } from '../../core/model/links/exerciseMark';
import type { Exercise } from '../../core/model/scenario/exercise';
import { at } from '../../core/model/scenario/parse/problems';
import type { Text } from '../../core/model/values/text';
import { runnerWith } from '../../core/run/runScenario';
import { predictFlaws } from '../../course/judging/ownExercise';
import { isAttemptable } from '../../course/kinds';
import { decodeExercise, encodeExerciseText } from '../../course/kinds/exerciseLink';
import { type ParsedExercise, parseExerciseText } from '../../course/kinds/parseExercise';
import { currentParts } from '../state/parts';

export type ImportedExercises =
  /** `link` is the part behind `#` that leads to it. */
  | { readonly ok: true; readonly exercise: Exercise; readonly link: string }
  | { readonly ok: false; readonly problems: readonly Text[] };

/** @param text a link, its part behind `#`, or the text of an exercise file */
export function readImportedExercises(text: string): ImportedExercises {
  const hash = text.trim().slice(text.trim().indexOf('#') + 1);
  if (isExerciseLink(hash)) return checked(decodeExercise(hash, currentParts()), hash);
  const parsed = parseExerciseText(text, currentParts());
  return checked(parsed, parsed.ok ? encodeExerciseText(text) : '');
}

/**
 * Only the run shows which prediction is right, so the parser cannot check it. Other kinds show whether their goals
 * are met.
 */
function checked(parsed: ParsedExercise, link: string): ImportedExercises {
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(({ message }) => message) };
  const { exercise } = parsed;
  const flaws = isAttemptable(exercise) ? [] : predictFlaws(exercise, runnerWith(currentParts()));
  if (flaws.length > 0) return { ok: false, problems: flaws.map((flaw) => at('options', flaw)) };
  return { ok: true, exercise, link };
}
