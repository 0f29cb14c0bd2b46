/** Since when it was too late and what would have saved a run, for a person at a terminal or a program. Prints nothing. */

import type { Scenario } from '../../core/model/scenario/scenario';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { severityOf } from '../../core/model/trace/severity';
import type { Language } from '../../core/model/values/text';
import { named } from '../../core/narrate/renamedWords';
import { speechOf } from '../../core/narrate/speechOf';
import type { Parts } from '../../core/sim/parts';
import { finished } from '../explore/branch';
import { findRemedies, type Remedies, type RemedyBudget } from './remedies';
import * as words from './words';

export type Answers = Remedies | 'not known';

/** Null: the run does no harm. */
export const answersOf = (run: Run, parts: Parts, budget: RemedyBudget): Answers | null =>
  severityOf(run.verdict) === 'unknown' ? 'not known' : finished(findRemedies(run, parts, budget));

interface Saying {
  readonly scenario: Scenario;
  readonly language: Language;
  readonly parts: Parts;
  /** Of the processes of its story. */
  readonly names?: ProcessNames | undefined;
  /** The run that was asked about was not simulated: the answers are those of the run that its scenario gives. */
  readonly isReal?: boolean;
}

/** A line for each answer. */
export function answersAsText(answers: Answers | null, saying: Saying): readonly string[] {
  if (answers === null) return [];
  const { scenario, language, parts, names, isReal = false } = saying;
  const lines =
    answers === 'not known'
      ? [words.undecided[language]]
      : words.describeRemedies(answers, { scenario, parts, speech: named(speechOf[language], names, language) });
  return isReal ? [words.fromScenario[language], ...lines] : lines;
}

/** The same for a program. A parameter is named by its `of` and its `name`. */
export function answersAsJson(answers: Answers | null): object | string | null {
  if (answers === null || answers === 'not known') return answers;
  const { late, changes, ...rest } = answers;
  return {
    ...rest,
    ...late,
    changes:
      changes?.map(({ parameter: { of, name, isLuck }, roundedLength: _, ...change }) => ({
        lever: { of, name, isLuck },
        ...change,
      })) ?? null,
  };
}
