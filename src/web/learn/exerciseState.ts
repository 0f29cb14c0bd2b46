/** The state of a visit: the exercises, which one is open, and the person's progress in it. */
import { create } from 'zustand';
import type { AskedRun } from '../../content/address/pageAddress';
import type { Exercise, NamedSort } from '../../core/model/scenario/exercise';
import type { Text } from '../../core/model/values/text';
import type { BreakingAttack } from '../../course/judging/exercise';

/**
 * The stages of a prediction: it is asked for, then its run plays to where it is decided, then the reasons are shown.
 */
export type Stage = 'asked' | 'playing' | 'told';

/** The names chosen so far. Numbers begin at 1. */
export type Names = Readonly<Record<number, NamedSort>>;

export interface ExerciseState {
  /** In order; empty until they are loaded. */
  readonly all: readonly Exercise[];
  /** False while only the exercises of the first chapter are loaded. */
  readonly areAllThere: boolean;
  /** Exercises made by a person and opened here. They last as long as the page. Their links can be kept. */
  readonly own: readonly Exercise[];
  /** The part behind `#` for each of those, by its id. */
  readonly links: Readonly<Record<string, string>>;
  readonly openId: string | null;
  /** The chosen prediction. */
  readonly chosen: string | null;
  readonly stage: Stage;
  /** The names that are chosen for numbered marks, and those that were checked last: by number, from 1. */
  readonly names: Names;
  readonly checked: Names;
  /** The number of the highlighted mark. */
  readonly numberAt: number | null;
  /** The attack on screen. */
  readonly attack: BreakingAttack | null;
  readonly failed: string | null;
  /** The name in the address that no exercise has. */
  readonly missing: string | null;
  /** What is wrong with the last exercise that could not be opened. */
  readonly problems: readonly Text[];
}

export const fresh = {
  chosen: null,
  stage: 'asked',
  names: {},
  checked: {},
  numberAt: null,
  attack: null,
  missing: null,
  problems: [],
} as const;

export const useExercises = create<ExerciseState>()(() => ({
  all: [],
  areAllThere: false,
  own: [],
  links: {},
  openId: null,
  failed: null,
  ...fresh,
}));

export const openOf = ({ all, own, openId }: Pick<ExerciseState, 'all' | 'own' | 'openId'>): Exercise | null =>
  [...all, ...own].find(({ id }) => id === openId) ?? null;

export const useExercise = (): Exercise | null => useExercises(openOf);

/** How an address names an exercise: one that a person has made has only a link. */
export function askedRun(id: string, { links }: Pick<ExerciseState, 'links'> = useExercises.getState()): AskedRun {
  const link = links[id] ?? null;
  return { kind: 'exercise', id: link === null ? id : null, link };
}
