/** `choose`: the learner picks a lock and a check, and the playground tries to break the choice. */
import * as v from 'valibot';
import type { ChooseExercise } from '../../core/model/scenario/exercise';
import { strict } from '../../core/model/scenario/parse/fieldSchema';
import { applyPatch, sameJson } from '../../core/model/scenario/patch';
import type { Choice, Scenario } from '../../core/model/scenario/scenario';
import { built, goalsWithoutAttack } from './build';
import { type Form, patchOf, textOf } from './kind';
import {
  attacked,
  kindOf,
  list,
  patchSchema,
  placedGoals,
  type Shapes,
  solution,
  text,
  titleLengthMax,
} from './shapes';

const choicesMax = 8;
const attacksMax = 10;

export const chooseSchema = ({ about, lock, storage }: Shapes) =>
  strict({
    kind: kindOf('choose'),
    ...about,
    goals: placedGoals,
    locks: list(lock, choicesMax),
    storages: list(storage, choicesMax),
    attacks: v.optional(list(strict({ title: text(titleLengthMax), patch: patchSchema }), attacksMax)),
    ...attacked,
    solution,
  });

type Written = v.InferOutput<ReturnType<typeof chooseSchema>>;

export const chooseForm: Form<Written, ChooseExercise> = {
  makeExercise: (written, about) => ({
    ...built(written, about, isAttacked(written)),
    kind: 'choose',
    may: ['lock', 'storage'],
    locks: written.locks as readonly Choice[],
    storages: written.storages as readonly Choice[],
    attacks: (written.attacks ?? []).map(({ title, patch }) => ({ title: textOf(title), patch: patchOf(patch) })),
  }),
  problems(written, scenario, problemsIn) {
    // A fault without a target in a lock does nothing there, so a choice is checked without faults.
    const faultless: Scenario = { ...scenario, faults: {} };
    const [storage = scenario.storage] = written.storages as readonly Choice[];
    return [
      ...problemsIn('solution', applyPatch(scenario, patchOf(written.solution ?? {}))),
      ...goalsWithoutAttack(written, isAttacked(written)),
      ...written.locks.flatMap((lock, i) => problemsIn(`locks.${i}`, { ...faultless, lock: lock as Choice, storage })),
      ...(written.attacks ?? []).flatMap(({ patch }, i) =>
        problemsIn(`attacks.${i}.patch`, applyPatch(scenario, patchOf(patch))),
      ),
    ];
  },
};

const isAttacked = ({ pausesEverywhere, attacks }: Written): boolean =>
  pausesEverywhere !== undefined || attacks !== undefined;

/** The attempts at a solution, in order: each lock with each check. */
export const choicesOf = ({ scenario, locks, storages }: ChooseExercise): readonly Scenario[] =>
  locks
    .flatMap((lock) => storages.map((storage) => ({ ...scenario, lock, storage })))
    .filter((attempt) => !sameJson(attempt, scenario));
