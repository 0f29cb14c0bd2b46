/**
 * Makes an exercise of a value from outside, or says which field is wrong and what is allowed there. It never throws
 * for bad input.
 */
import * as v from 'valibot';
import type { Aim, BreakExercise, MadeExercise } from '../exercise';
import type { NamedParts } from '../parts';
import { applyPatch } from '../patch';
import { hashText } from '../random';
import type { Choice, Patch, Scenario } from '../scenario';
import type { Text } from '../text';
import type { Goal } from '../verdict';
import { noAttacks } from './exerciseProblems';
import { exerciseSchema } from './exerciseSchema';
import { parseJson } from './parseJson';
import { parseScenario, textLengthMax, tooLong } from './parseScenario';
import { type Problem, problemsOf } from './problem';
import * as texts from './problems';
import { scenarioSchema } from './scenarioSchema';
import { nestingProblem } from './structureProblem';
import { upgradedExercise } from './upgrade';

export type ParsedExercise =
  | { readonly ok: true; readonly exercise: MadeExercise }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Written = v.InferOutput<ReturnType<typeof exerciseSchema>>;
type WrittenBuild = Extract<Written, { kind: 'choose' | 'fix' }>;

/**
 * The solution and the near miss are empty when nobody has written one. A prediction needs none, because the run shows
 * the answer.
 */
export function parseExercise(given: unknown, parts: NamedParts): ParsedExercise {
  // Before any schema: whatever walks a value by recursion would not end on endless nesting.
  const nesting = nestingProblem(given);
  if (nesting !== null) return { ok: false, problems: [nesting] };
  const value = upgradedExercise(given);
  const checked = v.safeParse(exerciseSchema(scenarioSchema(parts), parts.faults), value);
  if (!checked.success) return { ok: false, problems: problemsOf(checked.issues) };
  const written = checked.output;
  // Finds what no schema sees, such as the targets of faults.
  const parsed = parseScenario((value as { readonly scenario: unknown }).scenario, parts);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(below('scenario')) };
  const problems = problemsWith(written, parsed.scenario, parts);
  if (problems.length > 0) return { ok: false, problems };
  const id = `own-${hashText(JSON.stringify(given)).toString(36)}`;
  return { ok: true, exercise: exerciseOf(written, { id, scenario: parsed.scenario }) };
}

function exerciseOf(written: Written, own: { readonly id: string; readonly scenario: Scenario }): MadeExercise {
  const about = {
    ...own,
    chapter: 'one-node' as const,
    title: textOf(written.title),
    task: textOf(written.task),
    hints: (written.hints ?? []).map(textOf),
    after: textOf(written.after ?? ''),
    notes: { wrong: textOf(''), say: textOf('') },
  };
  if (written.kind === 'predict') {
    const options = written.options.map(({ text, goal, why, rightWhen }, i) => ({
      id: `${i + 1}`,
      text: textOf(text),
      goal: goal as Goal,
      why: textOf(why ?? ''),
      ...(rightWhen === undefined ? {} : { rightWhen: patchOf(rightWhen) }),
    }));
    return { ...about, kind: 'predict', options, solution: '', nearMiss: '' };
  }
  const made = { ...about, aims: aimsOf(written), solution: patchOf(written.solution ?? {}), nearMiss: {} };
  if (written.kind === 'break') return { ...made, kind: 'break', budget: written.budget as BreakExercise['budget'] };
  const { pausesEverywhere, seeds } = written;
  const pauses = {
    ...(pausesEverywhere === undefined ? {} : { pausesEverywhere }),
    ...(seeds === undefined ? {} : { seeds }),
  };
  if (written.kind === 'fix') return { ...made, ...pauses, kind: 'fix', may: written.may, attacks: [] };
  return {
    ...made,
    ...pauses,
    kind: 'choose',
    may: ['lock', 'storage'],
    locks: written.locks as readonly Choice[],
    storages: written.storages as readonly Choice[],
    attacks: (written.attacks ?? []).map(({ title, patch }) => ({ title: textOf(title), patch: patchOf(patch) })),
  };
}

/** Finds what no schema sees: each patch and each choice must make a scenario that can be run. */
function problemsWith(written: Written, scenario: Scenario, parts: NamedParts): readonly Problem[] {
  const problemsIn = (path: string, changed: Scenario): readonly Problem[] => {
    const parsed = parseScenario(changed, parts);
    return parsed.ok ? [] : parsed.problems.map(below(path));
  };
  if (written.kind === 'predict')
    return written.options.flatMap(({ rightWhen }, i) =>
      rightWhen === undefined ? [] : problemsIn(`options.${i}.rightWhen`, applyPatch(scenario, patchOf(rightWhen))),
    );
  const problems = [
    ...problemsIn('solution', applyPatch(scenario, patchOf(written.solution ?? {}))),
    ...(written.kind === 'break' || isAttacked(written) ? [] : goalsWithoutAttack(written)),
  ];
  if (written.kind !== 'choose') return problems;
  // A fault without a target in a lock does nothing there, so a choice is checked without faults.
  const calm: Scenario = { ...scenario, faults: {} };
  const [storage = scenario.storage] = written.storages as readonly Choice[];
  return [
    ...problems,
    ...written.locks.flatMap((lock, i) => problemsIn(`locks.${i}`, { ...calm, lock: lock as Choice, storage })),
    ...(written.attacks ?? []).flatMap(({ patch }, i) =>
      problemsIn(`attacks.${i}.patch`, applyPatch(scenario, patchOf(patch))),
    ),
  ];
}

const goalsWithoutAttack = ({ goals }: WrittenBuild): readonly Problem[] =>
  goals.flatMap(({ in: where }, place) => (where === 'attacks' ? [noAttack(place)] : []));

function noAttack(place: number): Problem {
  const path = `goals.${place}.in`;
  return { path, message: noAttacks(path) };
}

const isAttacked = (written: WrittenBuild): boolean =>
  written.pausesEverywhere !== undefined || (written.kind === 'choose' && written.attacks !== undefined);

/**
 * Places the goals. With attacks, a goal must hold under each of them unless it says otherwise. Without attacks, it
 * must hold in the run as it is.
 */
function aimsOf(written: Exclude<Written, { kind: 'predict' }>): readonly Aim[] {
  const usual = written.kind !== 'break' && isAttacked(written) ? 'attacks' : 'calm';
  return written.goals.map((one) => ({
    text: textOf(one.text),
    goal: one.goal as Goal,
    in: 'in' in one ? (one.in ?? usual) : usual,
  }));
}

/** The same from the text of a file. */
export function parseExerciseText(text: string, parts: NamedParts): ParsedExercise {
  if (text.length > textLengthMax) return { ok: false, problems: [tooLong(text.length)] };
  const json = parseJson(text);
  return json.ok ? parseExercise(json.value, parts) : { ok: false, problems: [{ path: '', message: json.problem }] };
}

/** The schema sees an object. What it makes of a scenario is parsed like any scenario. */
const patchOf = (patch: Readonly<Record<string, unknown>>): Patch => patch as Patch;

const textOf = (text: string | Text): Text => (typeof text === 'string' ? { en: text, zh: text } : text);

const below =
  (field: string) =>
  (problem: Problem): Problem => ({
    ...problem,
    path: problem.path === '' ? field : `${field}.${problem.path}`,
    message: texts.at(field, problem.message),
  });
