/**
 * An exercise of the workshop as data: a run, what may be changed in it, and goals, which are predicates over what came
 * of it. No attempt is compared with a single right answer. It knows the formats, but no lock and no page.
 */
import type { FaultKind } from './fault';
import type { Patch, ProcessId, Scenario } from './scenario';
import type { Text } from './text';
import type { Ms } from './time';
import type { Goal } from './verdict';

export const chapters = ['one-node', 'redlock', 'time', 'fencing'] as const;
export type Chapter = (typeof chapters)[number];

/** One of the goals, as people read it. */
export interface Aim {
  readonly text: Text;
  readonly goal: Goal;
  /**
   * `attacks`: it must hold in the run of every attack. `calm`: it must hold in the run without attacks, where costs
   * are measured.
   */
  readonly in: 'calm' | 'attacks';
}

/** What may be added to the run to break it. */
export interface Budget {
  /** The most faults that may be added. */
  readonly faults: number;
  readonly kinds: readonly FaultKind[];
  /** The processes at which faults may strike. Absent: any. */
  readonly processes?: readonly ProcessId[];
  /** The most that each may last, or move a clock, in ms. Absent: any length. */
  readonly lengthMax?: Ms;
}

/** A way in which the playground tries to break what somebody has built. */
export interface Attack {
  readonly title: Text;
  readonly patch: Patch;
}

/** Pauses before every step of every client in turn. They are the attacks that need not be listed. */
export interface PausesEverywhere {
  readonly for: Ms;
}

interface About {
  /** The name in links: `the-nap`. It never changes once it is published. */
  readonly id: string;
  readonly chapter: Chapter;
  readonly title: Text;
  /** The situation and the task. */
  readonly task: Text;
  readonly scenario: Scenario;
  /** From a nudge to nearly the answer. */
  readonly hints: readonly Text[];
  /** Shown once it is solved: why it came out that way. */
  readonly after: Text;
  /** For people who teach with the workshop. */
  readonly notes: { readonly wrong: Text; readonly say: Text };
}

/** One of the answers to a question about a run that has not been shown yet. */
export interface Prediction {
  readonly id: string;
  readonly text: Text;
  /** True of the run exactly when the prediction is right. */
  readonly goal: Goal;
  /** Why this answer is right, or what a person overlooks who gives it. Shown to whoever gave it, once the run has played. */
  readonly why: Text;
  /**
   * A single change of the run after which this answer would have been right: a fault elsewhere or longer, one more fault, a
   * setting, the check. Absent: it is right already, or no single change makes it right.
   */
  readonly rightWhen?: Patch;
}

/** The learner says what will happen before the run plays, and then sees it. */
export interface PredictExercise extends About {
  readonly kind: 'predict';
  readonly options: readonly Prediction[];
  readonly solution: string;
  readonly nearMiss: string;
}

/** The learner makes it go wrong with few faults. */
export interface BreakExercise extends About {
  readonly kind: 'break';
  readonly budget: Budget;
  readonly aims: readonly Aim[];
  readonly solution: Patch;
  readonly nearMiss: Patch;
}

interface BuildExercise extends About {
  /** What may be changed, by the path of its key: `storage`, `lock.settings.ttl`, `settings.check`. */
  readonly may: readonly string[];
  readonly aims: readonly Aim[];
  readonly attacks: readonly Attack[];
  readonly pausesEverywhere?: PausesEverywhere;
  /**
   * Under so many seeds an answer must hold, at every place of the exercise's space (`explore/exerciseSpace.ts`). Absent: it is
   * judged by its own seed and by the attacks alone.
   */
  readonly seeds?: number;
  readonly solution: Patch;
  readonly nearMiss: Patch;
}

/** The learner changes settings, lock or check until the given faults do no harm. */
export interface FixExercise extends BuildExercise {
  readonly kind: 'fix';
}

/** A situation in words: the learner picks a lock and a check, and the playground tries to break the choice. */
export interface ChooseExercise extends BuildExercise {
  readonly kind: 'choose';
  /** The locks to pick from. */
  readonly locks: readonly Scenario['lock'][];
  readonly storages: readonly Scenario['storage'][];
}

export type Exercise = PredictExercise | BreakExercise | FixExercise | ChooseExercise;
