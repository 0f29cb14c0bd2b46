/**
 * An exercise of the workshop as data: a run, what may be changed in it, and goals that are predicates over what came of it.
 * Never compared with one right answer. Knows the formats, no lock and no page.
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
  /** `attacks`: it must hold in the run of every attack. `calm`: in the run without them, where costs are measured. */
  readonly in: 'calm' | 'attacks';
}

/** What may be added to the run to break it. */
export interface Budget {
  /** So many faults at most, besides those that were there. */
  readonly faults: number;
  readonly kinds: readonly FaultKind[];
  /** Where faults may strike; absent: anywhere. */
  readonly processes?: readonly ProcessId[];
  /** How long each may last, or how far a clock may be moved; absent: any. */
  readonly lengthMax?: Ms;
}

/** A way in which the playground tries to break what somebody has built. */
export interface Attack {
  readonly title: Text;
  readonly patch: Patch;
}

/** A pause before every step of every client in turn: the attacks that nobody has to think of. */
export interface PausesEverywhere {
  readonly for: Ms;
}

interface About {
  /** For links: `the-nap`. Never changed once published. */
  readonly id: string;
  readonly chapter: Chapter;
  readonly title: Text;
  /** The situation and the task. */
  readonly task: Text;
  readonly scenario: Scenario;
  /** From a nudge to nearly the answer. */
  readonly hints: readonly Text[];
  /** Said once it is solved: why it came out so. */
  readonly after: Text;
  /** For those who give the workshop. */
  readonly notes: { readonly wrong: Text; readonly say: Text };
}

/** One of the answers to a question about a run that has not been shown yet. */
export interface Prediction {
  readonly id: string;
  readonly text: Text;
  /** True of the run exactly where the prediction is right. */
  readonly goal: Goal;
}

/** Say what will happen before the run plays; then see. */
export interface PredictExercise extends About {
  readonly kind: 'predict';
  readonly options: readonly Prediction[];
  readonly solution: string;
  readonly nearMiss: string;
}

/** Make it go wrong with few faults. */
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
  readonly solution: Patch;
  readonly nearMiss: Patch;
}

/** Change settings, lock or check until the given faults do no harm. */
export interface FixExercise extends BuildExercise {
  readonly kind: 'fix';
}

/** A situation in words: pick a lock and a check; the playground tries to break the choice. */
export interface ChooseExercise extends BuildExercise {
  readonly kind: 'choose';
  /** What there is to pick from. */
  readonly locks: readonly Scenario['lock'][];
  readonly storages: readonly Scenario['storage'][];
}

export type Exercise = PredictExercise | BreakExercise | FixExercise | ChooseExercise;
