/** Makes an exercise of a value from outside, or says which field is wrong and what is allowed there. Never throws for bad input. */
import * as v from 'valibot';
import type { BreakExercise, FixExercise } from '../exercise';
import { applyPatch } from '../patch';
import { hashText } from '../random';
import type { Registry } from '../registry';
import type { Patch } from '../scenario';
import type { Text } from '../text';
import type { Goal } from '../verdict';
import { exerciseSchema } from './exerciseSchema';
import { parseScenario, textLengthMax, tooLong } from './parseScenario';
import { type Problem, problemsOf } from './problem';
import { scenarioSchema } from './scenarioSchema';

/** What people make: with a solution, or with an empty one, which is none. */
export type OwnExercise = BreakExercise | FixExercise;

export type ParsedExercise =
  | { readonly ok: true; readonly exercise: OwnExercise }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Written = v.InferOutput<ReturnType<typeof exerciseSchema>>;

export function parseExercise(value: unknown, registry: Registry): ParsedExercise {
  const checked = v.safeParse(exerciseSchema(scenarioSchema(registry)), value);
  if (!checked.success) return { ok: false, problems: problemsOf(checked.issues) };
  // Targets of faults and the like, which no schema sees.
  const parsed = parseScenario((value as { readonly scenario: unknown }).scenario, registry);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(below('scenario')) };
  const written = checked.output;
  const solution = (written.solution ?? {}) as Patch;
  const solved = parseScenario(applyPatch(parsed.scenario, solution), registry);
  if (!solved.ok) return { ok: false, problems: solved.problems.map(below('solution')) };
  const about = {
    id: `own-${hashText(JSON.stringify(value)).toString(36)}`,
    chapter: 'one-node' as const,
    title: textOf(written.title),
    task: textOf(written.task),
    scenario: parsed.scenario,
    aims: written.goals.map(({ text, goal }) => ({ text: textOf(text), goal: goal as Goal, in: whereOf(written) })),
    hints: (written.hints ?? []).map(textOf),
    after: textOf(written.after ?? ''),
    notes: { wrong: textOf(''), say: textOf('') },
    solution,
    nearMiss: {},
  };
  if (written.kind === 'break')
    return { ok: true, exercise: { ...about, kind: 'break', budget: written.budget as BreakExercise['budget'] } };
  const { may, pausesEverywhere } = written;
  const fix = { ...about, kind: 'fix' as const, may, attacks: [] };
  return { ok: true, exercise: pausesEverywhere === undefined ? fix : { ...fix, pausesEverywhere } };
}

/** The same from the text of a file. */
export function parseExerciseText(text: string, registry: Registry): ParsedExercise {
  if (text.length > textLengthMax) return { ok: false, problems: [tooLong(text.length)] };
  try {
    return parseExercise(JSON.parse(text), registry);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = { en: `This is not JSON: ${error.message}.`, zh: `这不是 JSON：${error.message}。` };
    return { ok: false, problems: [{ path: '', message }] };
  }
}

/** Where pauses are tried everywhere, the goals must hold under each of them; else in the run with the given faults. */
const whereOf = (written: Written): 'calm' | 'attacks' =>
  written.kind === 'fix' && written.pausesEverywhere !== undefined ? 'attacks' : 'calm';

const textOf = (text: string | Text): Text => (typeof text === 'string' ? { en: text, zh: text } : text);

const below =
  (field: string) =>
  (problem: Problem): Problem => ({
    ...problem,
    path: problem.path === '' ? field : `${field}.${problem.path}`,
    message: { en: `${field}: ${problem.message.en}`, zh: `${field}：${problem.message.zh}` },
  });
