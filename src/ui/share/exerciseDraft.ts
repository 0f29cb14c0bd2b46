/** What somebody has filled in to make an exercise of a run, and the exercise as its file has it. */
import { pickedGoals } from '../../exercises/pickedGoals';
import { type FaultKind, faultKinds } from '../../model/fault';
import { exerciseFormat, exerciseVersion } from '../../model/parse/exerciseSchema';
import type { Scenario } from '../../model/scenario';

export const mays = ['storage', 'lock.settings', 'settings'] as const;
export type May = (typeof mays)[number];

export interface ExerciseDraft {
  readonly kind: 'break' | 'fix';
  readonly title: string;
  readonly task: string;
  readonly hint: string;
  /** By their ids; those of the other kind are kept, and not used. */
  readonly goals: ReadonlySet<string>;
  readonly faults: number;
  readonly faultKinds: ReadonlySet<FaultKind>;
  /** As typed; empty: no bound. */
  readonly lengthMax: string;
  readonly may: ReadonlySet<May>;
  readonly pauses: string;
}

/** What the run suggests: the kinds of its own faults, and as many of them. */
export function presetOf({ faults }: Scenario, title: string): ExerciseDraft {
  const kinds = new Set(Object.values(faults).map(({ kind }) => kind));
  return {
    kind: 'break',
    title,
    task: '',
    hint: '',
    goals: new Set(['lost', 'none-lost']),
    faults: Math.max(1, Object.keys(faults).length),
    faultKinds: kinds.size > 0 ? kinds : new Set(['pause']),
    lengthMax: '',
    may: new Set(['storage']),
    pauses: '',
  };
}

/** As it stands in a file. Whether it is one, the parser says: nothing that is left out is made up here. */
export function writtenExercise(draft: ExerciseDraft, scenario: Scenario, schema: string): object {
  const { kind, title, task, hint } = draft;
  const goals = pickedGoals
    .filter((picked) => picked.kind === kind && draft.goals.has(picked.id))
    .map(({ text, goal }) => ({ text, goal }));
  const about = {
    $schema: schema,
    format: exerciseFormat,
    version: exerciseVersion,
    kind,
    title: title.trim(),
    task: task.trim(),
    goals,
    ...(hint.trim() === '' ? {} : { hints: [hint.trim()] }),
  };
  if (kind === 'fix')
    return {
      ...about,
      may: mays.filter((path) => draft.may.has(path)),
      ...(draft.pauses.trim() === '' ? {} : { pausesEverywhere: { for: Number(draft.pauses) } }),
      scenario,
    };
  return {
    ...about,
    budget: {
      faults: draft.faults,
      kinds: faultKinds.filter((one) => draft.faultKinds.has(one)),
      ...(draft.lengthMax.trim() === '' ? {} : { lengthMax: Number(draft.lengthMax) }),
    },
    scenario: { ...scenario, faults: {} },
    ...(Object.keys(scenario.faults).length === 0 ? {} : { solution: { faults: scenario.faults } }),
  };
}
