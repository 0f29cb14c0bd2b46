/**
 * Parses a value from outside into an exercise, or says which field is wrong and what is allowed there. It never
 * throws for bad input.
 */
import * as v from 'valibot';
import type { MadeExercise } from '../../core/model/scenario/exercise';
import type { KindsOfFaults } from '../../core/model/scenario/faultKind';
import { oneOf } from '../../core/model/scenario/parse/allowedTexts';
import { parseJson } from '../../core/model/scenario/parse/parseJson';
import { parseScenario, textLengthMax, tooLong } from '../../core/model/scenario/parse/parseScenario';
import { allowing, type Problem, problemsOf } from '../../core/model/scenario/parse/problem';
import * as texts from '../../core/model/scenario/parse/problems';
import { scenarioSchema } from '../../core/model/scenario/parse/scenarioSchema';
import { nestingProblem } from '../../core/model/scenario/parse/structureProblem';
import type { NamedParts } from '../../core/model/scenario/parts';
import type { Scenario } from '../../core/model/scenario/scenario';
import { hashText } from '../../core/model/values/random';
import { breakForm, breakSchema } from './break';
import { chooseForm, chooseSchema } from './choose';
import { fixForm, fixSchema } from './fix';
import { type Form, textOf } from './kind';
import { predictForm, predictSchema } from './predict';
import { shapesOf } from './shapes';

export type ParsedExercise =
  | { readonly ok: true; readonly exercise: MadeExercise }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * @param scenario the schema of the scenarios that can be run. The caller passes it, so that a printer can print it
 * once.
 */
export function exerciseSchema(scenario: ReturnType<typeof scenarioSchema>, faults: KindsOfFaults) {
  const shapes = shapesOf(scenario, faults);
  return v.variant(
    'kind',
    [predictSchema(shapes), breakSchema(shapes), fixSchema(shapes), chooseSchema(shapes)],
    allowing(oneOf(Object.keys(forms))),
  );
}

type Written = v.InferOutput<ReturnType<typeof exerciseSchema>>;
type Forms = { readonly [K in MadeExercise['kind']]: Form<Extract<Written, { readonly kind: K }>, MadeExercise> };

const forms: Forms = { predict: predictForm, break: breakForm, fix: fixForm, choose: chooseForm };

const formOf = ({ kind }: Written): Form<Written, MadeExercise> => forms[kind];

export function parseExercise(value: unknown, parts: NamedParts): ParsedExercise {
  // Before any schema: a recursive walk would not end on endless nesting.
  const nesting = nestingProblem(value);
  if (nesting !== null) return { ok: false, problems: [nesting] };
  const checked = v.safeParse(exerciseSchema(scenarioSchema(parts), parts.faults), value);
  if (!checked.success) return { ok: false, problems: problemsOf(checked.issues) };
  const written = checked.output;
  // Finds what no schema finds, such as wrong targets of faults.
  const parsed = parseScenario((value as { readonly scenario: unknown }).scenario, parts);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(below('scenario')) };
  const problems = formOf(written).problems(written, parsed.scenario, (path, changed) => {
    const result = parseScenario(changed, parts);
    return result.ok ? [] : result.problems.map(below(path));
  });
  if (problems.length > 0) return { ok: false, problems };
  const id = `own-${hashText(JSON.stringify(value)).toString(36)}`;
  return { ok: true, exercise: exerciseOf(written, { id, scenario: parsed.scenario }) };
}

function exerciseOf(written: Written, own: { readonly id: string; readonly scenario: Scenario }): MadeExercise {
  return formOf(written).makeExercise(written, {
    ...own,
    chapter: 'one-node',
    title: textOf(written.title),
    task: textOf(written.task),
    hints: (written.hints ?? []).map(textOf),
    after: textOf(written.after ?? ''),
    notes: { wrong: textOf(''), say: textOf('') },
  });
}

/** The same from the text of a file. */
export function parseExerciseText(text: string, parts: NamedParts): ParsedExercise {
  if (text.length > textLengthMax) return { ok: false, problems: [tooLong(text.length)] };
  const json = parseJson(text);
  return json.ok ? parseExercise(json.value, parts) : { ok: false, problems: [{ path: '', message: json.problem }] };
}

const below =
  (field: string) =>
  (problem: Problem): Problem => ({
    ...problem,
    path: problem.path === '' ? field : `${field}.${problem.path}`,
    message: texts.at(field, problem.message),
  });
