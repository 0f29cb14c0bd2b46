/**
 * A reader's own lock: his code, and what can be asked about it. The questions are answered beside the page, in the
 * sandbox (`web/own/ownWorker.ts`), and on the command line by the same code.
 */

import type { AttackId } from '../../core/model/attackId';
import type { FaultKind } from '../../core/model/fault';
import type { ProcessId, Scenario } from '../../core/model/scenario';
import type { Trace } from '../../core/model/trace';
import type { Outcome } from '../../core/model/verdict';
import type { Harm } from '../../search/explore/harm';
import type { AttackFate } from './twelve';

/** The id of the lock in a scenario that runs a reader's code. Its settings are those of `OwnSettings`. */
export const ownLockId = 'own';

/** A reader's files, in TypeScript or JavaScript. */
export interface OwnCode {
  /** Exports `acquire` and `release`, or a class with these methods, or `withLock`. */
  readonly lock: string;
  /** The check at the resource: exports `write`. Null: a check of the playground's own, as the scenario says. */
  readonly check: string | null;
}

export type OwnFile = keyof OwnCode;

/** A place in a reader's file. Both are counted from 1. */
export interface OwnPlace {
  readonly file: OwnFile;
  readonly line: number;
  readonly column: number;
}

/**
 * The ways in which a reader's code can go wrong. `lost-answer`: a promise that nothing can settle any more. `not-acquired`,
 * `not-released`: it says no where the client is alone. `no-text`: Redis is sent "undefined" or "[object Object]". `other-lease`:
 * Redis is asked for another lease than the code is given. `asks-too-often`: a run that lasts as long as the lease is cut off.
 * `tasks-…`: two tasks of one process break it without a fault; with `tasks-sharing`, only where they share an instance.
 */
export type OwnProblemKind =
  | 'syntax'
  | 'other-language'
  | 'form'
  | 'threw'
  | 'rejected'
  | 'lost-answer'
  | 'too-long'
  | 'too-much-memory'
  | 'too-deep'
  | 'not-simulated'
  | 'no-text'
  | 'never-released'
  | 'not-acquired'
  | 'not-released'
  | 'other-lease'
  | 'asks-too-often'
  | 'other-bytes'
  | 'tasks-inside'
  | 'tasks-release'
  | 'tasks-waiting'
  | 'tasks-sharing';

/** Beside it the lock is attacked as usual. */
export const isOfTasks = ({ kind }: OwnProblem): boolean => kind.startsWith('tasks-');

export interface OwnProblem {
  readonly kind: OwnProblemKind;
  /** What was wrong, in the words of the engine or of the playground's API. English. */
  readonly message: string;
  /** Null: no line of the reader's code is known. */
  readonly place: OwnPlace | null;
  /** Whose code it was, and how many events the run had by then. Absent: it is wrong before any run. */
  readonly client?: ProcessId;
  readonly seq?: number;
}

/** How the lock's file has its lock. */
export type OwnForm = 'functions' | 'class' | 'with-lock';

/** What a lock's file says of itself with `export const settings`, in ms. */
export interface OwnSettings {
  /** 1 to 9. */
  readonly nodes: number;
  readonly ttl: number;
  /** Whether `acquire` returned a fencing token in a run without faults. */
  readonly token: boolean;
  /** Whether `acquire` returned something with its lock there. Absent: it did not. */
  readonly returnsLock?: boolean;
  /** In a run without faults a client renewed its lock while it worked for long. Absent: it did not. */
  readonly isRenewed?: boolean;
}

export type Checked =
  | { readonly ok: true; readonly form: OwnForm; readonly settings: OwnSettings }
  | { readonly ok: false; readonly problem: OwnProblem };

/** Where the code of a client stood when it wrote this event of the trace. */
export interface LineAt {
  readonly seq: number;
  readonly client: ProcessId;
  readonly line: number;
}

/** What the reader's code said with `log`. */
export interface Logged {
  readonly seq: number;
  readonly client: ProcessId;
  readonly text: string;
}

export interface OwnRun {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly problems: readonly OwnProblem[];
  readonly lines: readonly LineAt[];
  readonly logged: readonly Logged[];
  /** How many lines it has said beside those. */
  readonly unread: number;
}

/** A question about a run of a reader's code. The scenario names the lock `own`. */
export interface OwnQuestion {
  readonly code: OwnCode;
  readonly scenario: Scenario;
}

export interface AttackQuestion extends OwnQuestion {
  /** Absent: the standard kinds. */
  readonly kinds?: readonly FaultKind[];
  readonly faultsMax: 1 | 2 | 3;
}

export interface AttackBreak {
  /** With the faults that break the lock. */
  readonly scenario: Scenario;
  readonly outcome: Outcome;
  readonly harm: Harm;
}

/** What is told while an attack goes on. */
export interface AttackProgress {
  readonly runs: number;
  /** How many there will be, as far as is known. */
  readonly of: number;
  /** The smallest break so far. Absent: none. */
  readonly smallest?: AttackBreak;
}

export interface AttackAnswer extends AttackProgress {
  /** What the usual lock with a lease does not suffer, in the same world. Absent: nothing. */
  readonly own?: AttackBreak & { readonly place: OwnPlace | null };
  /** Whether the whole space was searched. */
  readonly whole: boolean;
  readonly problem?: OwnProblem;
}

export interface TwelveQuestion extends OwnQuestion {}

/** One of the twelve attacks, done. With `not-applicable` the outcome and the scenario are those of the run without faults. */
export interface TwelveRow {
  readonly id: AttackId;
  readonly fate: AttackFate;
  readonly outcome: Outcome;
  /** How many were simulated for this row. An attack stops at its first break. */
  readonly runs: number;
  /** The worst run: it opens from the row. Of runs that held, the one in which most happened. */
  readonly scenario: Scenario;
}

/** The rows so far and, where the code has used up its time or memory, why there are no more. */
export interface TwelveAnswer {
  readonly rows: readonly TwelveRow[];
  readonly problem?: OwnProblem;
}

/** What is answered about a reader's code. Each row and each progress is told before the answer. */
export interface OwnCalls {
  check(code: OwnCode): Promise<Checked>;
  run(question: OwnQuestion): Promise<OwnRun>;
  attack(question: AttackQuestion, call: Telling<AttackProgress>): Promise<AttackAnswer>;
  twelve(question: TwelveQuestion, call: Telling<TwelveRow>): Promise<TwelveAnswer>;
}

/** How a long answer speaks meanwhile. */
export interface Telling<Told> {
  readonly tell: (told: Told) => void;
  /** Lets others go on. Throws when nobody waits for the answer any more. */
  readonly pause: () => Promise<void>;
}
