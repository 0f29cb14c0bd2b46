// What `fix` and `choose` have in common: pauses as attacks, and attempts; the attempts that solve it are attacked
// further.

import type { ChooseExercise, FixExercise } from '../../../core/model/scenario/exercise';
import { patchBetween } from '../../../core/model/scenario/patch';
import type { Scenario } from '../../../core/model/scenario/scenario';
import { limitsOf } from '../../../course/kinds';
import type { Breach } from '../../../course/kinds/kind';
import { Line } from '../../share/FormParts';
import { judge } from '../../state/judge';
import { lacksService, lacksToken } from '../../state/missingToken';
import type { ExerciseDraft } from '../draft';
import type { Checked, Checking, PartProps } from './kind';

type Built = FixExercise | ChooseExercise;

/** How many solutions are attacked further, until one holds. */
const furtherMax = 3;

/** The number of seeds under which a solution has to hold. */
const seeds = 20;

interface Attempts {
  readonly first: readonly Scenario[];
  /** Called if no fitting attempt solves it. */
  readonly otherwise: (fitting: readonly Scenario[]) => readonly Scenario[];
  readonly none: (first: number, others: number) => Breach;
}

export async function buildChecked(exercise: Built, attempts: Attempts, checking: Checking): Promise<Checked> {
  const { scenario } = exercise;
  const first = attempts.first.filter(fits);
  const solved = await solvingAmong(first, exercise, checking);
  const others = solved.length > 0 ? [] : attempts.otherwise(first).filter(fits);
  const solutions = [...solved, ...(await solvingAmong(others, exercise, checking))];
  const [solving] = solutions;
  if (solving === undefined) return { kind: 'refused', flaws: [attempts.none(first.length, others.length)] };
  const holding = await firstThatHolds({ ...exercise, seeds }, solutions, checking);
  const solution = patchBetween(scenario, holding ?? solving);
  return {
    kind: 'solvable',
    besides: { solution, ...(holding === null ? {} : { seeds }) },
    attempts: {
      all: first.length + others.length,
      solved: solutions.length,
      isAttacked: limitsOf(exercise).length > 0,
    },
  };
}

const fits = (scenario: Scenario): boolean => !lacksToken(scenario) && !lacksService(scenario);

async function solvingAmong(attempts: readonly Scenario[], exercise: Built, { signal, report }: Checking) {
  const solutions: Scenario[] = [];
  for (const [tried, attempt] of attempts.entries()) {
    report({ kind: 'checking', tried, all: attempts.length });
    await new Promise((go) => setTimeout(go));
    signal.throwIfAborted();
    if ((await judge(exercise, attempt, { signal })).solved) solutions.push(attempt);
  }
  return solutions;
}

/** Null: every attacked solution fails somewhere. */
async function firstThatHolds(exercise: Built, solutions: readonly Scenario[], { signal }: Checking) {
  for (const attempt of solutions.slice(0, furtherMax))
    if ((await judge(exercise, attempt, { signal })).solved) return attempt;
  return null;
}

export const pausesOf = ({ pauses }: ExerciseDraft): object =>
  pauses.trim() === '' ? {} : { pausesEverywhere: { for: Number(pauses) } };

export function Pauses({ label, draft, change }: PartProps & { readonly label: string }) {
  return <Line label={label} value={draft.pauses} type="number" onChange={(pauses) => change({ pauses })} />;
}
