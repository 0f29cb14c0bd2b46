/**
 * An exercise of the workshop as data: a run, what may be changed in it, and goals, which are predicates over the
 * result. No attempt is compared with a single right answer. It knows the formats, but no lock and no page.
 */
import type { AttackId } from '../links/attackId';
import type { Goal } from '../trace/verdict';
import type { Text } from '../values/text';
import type { Ms } from '../values/time';
import type { Decision } from './decision';
import type { FaultKind } from './fault';
import type { ProcessId } from './processId';
import type { Patch, Scenario } from './scenario';

export const chapters = [
  'picture',
  'one-node',
  'redlock',
  'time',
  'fencing',
  'services',
  'libraries',
  'beyond',
  'own',
] as const;
export type Chapter = (typeof chapters)[number];

/** One of the goals, as people read it. */
export interface Aim {
  readonly text: Text;
  readonly goal: Goal;
  /**
   * `attacks`: it must hold in the run of every attack. `calm`: it must hold in the run without attacks, which is the
   * one where costs are measured.
   */
  readonly in: 'calm' | 'attacks';
}

/** The faults that may be added to the run to break it. */
export interface Budget {
  /** The most faults that may be added. */
  readonly faults: number;
  readonly kinds: readonly FaultKind[];
  /** The processes that faults may hit. Absent: any. */
  readonly processes?: readonly ProcessId[];
  /** The most that each may last, or move a clock, in ms. Absent: any length. */
  readonly lengthMax?: Ms;
}

/** A way in which the playground tries to break a learner's solution. */
export interface Attack {
  readonly title: Text;
  readonly patch: Patch;
}

/** Pauses before every step of every client in turn, which need not be listed as attacks. */
export interface PausesEverywhere {
  readonly for: Ms;
}

interface About {
  /** The name in links: `the-nap`. It never changes once it is published. */
  readonly id: string;
  readonly chapter: Chapter;
  /**
   * The ids of exercises that are better done first. `course/exercises/way.ts` orders by them; no exercise is locked.
   */
  readonly needs?: readonly string[];
  readonly title: Text;
  /** The situation and the task. */
  readonly task: Text;
  readonly scenario: Scenario;
  /** From a nudge to nearly the answer. */
  readonly hints: readonly Text[];
  /** Shown once it is solved: why the run ended as it did. */
  readonly after: Text;
  /** For teachers who use the workshop. */
  readonly notes: { readonly wrong: Text; readonly say: Text };
}

/** One possible answer to a question about a run that has not been shown yet. */
export interface Prediction {
  readonly id: string;
  readonly text: Text;
  /** True of the run exactly when the prediction is right. */
  readonly goal: Goal;
  /** Why this answer is right, or what it overlooks. Shown after the run to a learner who gave it. */
  readonly why: Text;
  /**
   * A single change of the run that would make this answer right: a fault elsewhere or longer, one more fault, a
   * setting, the check. Absent: the answer is right already, or no single change makes it right.
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

/** The learner breaks the run with few faults. */
export interface BreakExercise extends About {
  readonly kind: 'break';
  readonly budget: Budget;
  readonly aims: readonly Aim[];
  /**
   * The first attempt, shown when the exercise is opened, such as a pause at a harmless place. The learner drags it;
   * no other tool is shown. Absent: the first attempt is empty.
   */
  readonly begins?: Patch;
  /** As an attack, the attempt is run once more with each of its faults that much longer. Absent: it is not. */
  readonly later?: Ms;
  readonly solution: Patch;
  readonly nearMiss: Patch;
}

interface BuildExercise extends About {
  /** The settings that may be changed, by the path of the key: `storage`, `lock.settings.ttl`, `settings.check`. */
  readonly may: readonly string[];
  readonly aims: readonly Aim[];
  readonly attacks: readonly Attack[];
  readonly pausesEverywhere?: PausesEverywhere;
  /**
   * The number of seeds under which an answer must hold, at every place of the exercise's space
   * (`search/explore/limits.ts`). Absent: only its own seed and the attacks judge it.
   */
  readonly seeds?: number;
  /** The most settings that may be changed. Absent: all of them. */
  readonly changesMax?: number;
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

/** The sorts of marks that a question may ask for. The legend names each of them. */
export const namedSorts = [
  'request',
  'reply',
  'cross',
  'key',
  'inside',
  'pause',
  'two',
  'check',
  'diamond',
  'shield',
] as const;
export type NamedSort = (typeof namedSorts)[number];

/** A mark in the picture of the run that the learner should name. The picture knows where it is. */
export interface Numbered {
  readonly sort: NamedSort;
  /** Its place among the marks of its sort, in order of time. */
  readonly nth: number;
  /** Its explanation, shown once it is named. */
  readonly tells: Text;
}

/** The learner names the numbered marks in the picture of a run, with the names of the legend. */
export interface NameExercise extends About {
  readonly kind: 'name';
  /** How to recognise a mark of each sort. Shown to a learner who mistook another mark for it. */
  readonly looks: Readonly<Record<NamedSort, Text>>;
  readonly marks: readonly Numbered[];
}

/** Attacks that need not be survived. */
export interface SparedAttacks {
  readonly attacks: readonly AttackId[];
  /** Why no lock survives them here, or why they do not belong to the exercise. */
  readonly because: Text;
}

/** A question about the twelve attacks, whose answer is one of them. */
export interface AskedAttack {
  readonly question: Text;
  readonly right: readonly AttackId[];
  /** Shown to a learner who names another attack. */
  readonly wrong: Text;
}

/**
 * The learner writes a lock that survives the twelve attacks in the world of the scenario. It replaces the scenario's
 * lock.
 */
export interface CodeExercise extends About {
  readonly kind: 'code';
  /** The lock's file as the editor first shows it. */
  readonly code: string;
  /** Absent: the lock must survive all twelve. */
  readonly spared?: SparedAttacks;
  /** Absent: there is no question. */
  readonly asks?: AskedAttack;
  readonly solution: string;
  readonly nearMiss: string;
}

/**
 * The learner decides in place of the network, in a level of “You are the network”, until its harm is done. The
 * scenario is that of the level.
 */
export interface OrderExercise extends About {
  readonly kind: 'order';
  /** The id of the level. */
  readonly level: string;
  /** The most decisions that solve it. With one fewer, no list does. */
  readonly decisionsMax: number;
  readonly solution: readonly Decision[];
}

export type Exercise =
  | NameExercise
  | PredictExercise
  | BreakExercise
  | FixExercise
  | ChooseExercise
  | CodeExercise
  | OrderExercise;

/**
 * The kinds of exercises that the editor can make. The parser does not know the others: the first exercise has one
 * form, code for others is shared as a link of `own/`, and a level is made of the playground's own words.
 */
export type MadeExercise = Exclude<Exercise, NameExercise | CodeExercise | OrderExercise>;
