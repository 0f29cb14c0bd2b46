/**
 * A reader's own lock: the code, and the questions about it. They are answered beside the page, in the sandbox
 * (`web/own/ownWorker.ts`), and on the command line by the same code.
 */

import type { Call } from '../../core/model/effects/calls';
import type { AttackId } from '../../core/model/links/attackId';
import type { FaultKind } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Harm, Severity } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import type { Language, Text } from '../../core/model/values/text';
import type { ShownAnswers } from '../../search/late/shown';
import type { Requirement } from './binding';
import type { AskKind } from './host';

/** The id of the lock in a scenario that runs a reader's code. Its settings are those of `OwnSettings`. */
export const ownLockId = 'own';

/** A reader's files, in TypeScript or JavaScript. */
export interface OwnCode {
  /** Exports `acquire` and `release`, or a class with these methods, or `withLock`. */
  readonly lock: string;
  /** The check at the resource: exports `write`. Null: the playground's own check, as the scenario says. */
  readonly check: string | null;
}

export type OwnFile = keyof OwnCode;

/** A place in a reader's file. Line and column count from 1. */
export interface SourcePosition {
  readonly file: OwnFile;
  readonly line: number;
  readonly column: number;
}

/**
 * The ways in which a reader's code can go wrong.
 * `lost-answer`: a promise that nothing can settle any more.
 * `not-acquired`, `not-released`: it says no although the client is alone.
 * `no-text`: it sends Redis "undefined" or "[object Object]".
 * `unclear-call`: ways to call it disagree, and none is complete.
 * `other-lease`: it asks Redis for a lease other than the one it was given.
 * `asks-too-often`: a run as long as the lease is cut off.
 * `tasks-…`: two tasks of one process break it without a fault; with `tasks-sharing`, only where they share an
 * instance; with `tasks-reentrant`, since the lock counts how often its process has it.
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
  | 'unclear-call'
  | 'other-bytes'
  | 'tasks-inside'
  | 'tasks-release'
  | 'tasks-waiting'
  | 'tasks-sharing'
  | 'tasks-reentrant';

/** The lock is still attacked as usual. */
export const isBeside = ({ kind }: OwnProblem): boolean => kind.startsWith('tasks-') || kind === 'not-released';

/** It only matters to tasks that share an instance or an owner, and they need not. */
export const isAdvice = ({ kind }: Pick<OwnProblem, 'kind'>): boolean =>
  kind === 'tasks-sharing' || kind === 'tasks-reentrant';

export interface OwnProblem {
  readonly kind: OwnProblemKind;
  /** What was wrong, in the words of the engine or of the playground's API. English. */
  readonly message: string;
  /** Null: the line of the reader's code is not known. */
  readonly place: SourcePosition | null;
  /** The ways to call the lock that were tried, and what was missing in a run of each. */
  readonly trials?: readonly { readonly called: string; readonly missing: readonly Requirement[] }[];
  /** Whose code it was, and how many events the run had by then. Absent: it is wrong before any run. */
  readonly client?: ProcessId;
  readonly seq?: number;
  /** It was thrown by `acquire` on purpose: the lock's way to say no. Absent: it is wrong. */
  readonly isRefusal?: true;
  /** The client whose key was at a server when `acquire` refused. Absent: there was no key. */
  readonly keyOf?: ProcessId;
}

/** The form in which the file exports its lock. */
export type OwnForm = 'functions' | 'class' | 'with-lock';

/** Whether the code locks by files: not at all, besides Redis, or by files alone. */
export type OwnFiles = 'none' | 'also' | 'only';

/** What a lock's file sets with `export const settings`, in ms. */
export interface OwnSettings {
  /** 1 to 9. */
  readonly nodes: number;
  readonly ttl: number;
  /** Whether `acquire` returned a fencing token in a faultless run. */
  readonly token: boolean;
  /** Whether `acquire` returned a value with its lock there. Absent: it did not. */
  readonly returnsLock?: boolean;
  /** In which of their ways the functions are called (`own/binding.ts`). Absent: the likeliest. */
  readonly acquiredAs?: number;
  readonly releasedAs?: number;
  /** What a refusal looks like, where only a run showed it. */
  readonly refusal?: number;
  /**
   * How long a client waits after a holder has crashed, in ms, where that is longer than the lease. Absent: as long as
   * the lease.
   */
  readonly freedAfter?: number;
  /** Whether the code made files in a faultless run. Absent: none. */
  readonly files?: Exclude<OwnFiles, 'none'>;
  /** Whether a client renewed its lock during long work in a faultless run. Absent: it did not. */
  readonly isRenewed?: boolean;
}

export type Checked =
  | { readonly ok: true; readonly form: OwnForm; readonly settings: OwnSettings }
  | { readonly ok: false; readonly problem: OwnProblem };

/** Where the code of a client stood when it caused this event of the trace. */
export interface SourceLineOfEvent {
  readonly seq: number;
  readonly client: ProcessId;
  readonly line: number;
  /** What it asked for there. */
  readonly kind: AskKind;
}

/** A line that the reader's code wrote with `log`. */
export interface Logged {
  readonly seq: number;
  readonly client: ProcessId;
  readonly text: string;
}

export interface OwnRun {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly problems: readonly OwnProblem[];
  readonly lines: readonly SourceLineOfEvent[];
  readonly logged: readonly Logged[];
  /** How many more lines it logged. */
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
  /** With the faults that break the lock, and the harm. */
  readonly scenario: Scenario & { readonly harm: Harm };
  readonly outcome: Severity;
}

/** What is reported during an attack. */
export interface AttackProgress {
  readonly runs: number;
  /** The number of runs in total, as far as it is known. */
  readonly of: number;
  /** The smallest break so far. Absent: no break yet. */
  readonly smallest?: AttackBreak;
}

export interface AttackAnswer extends AttackProgress {
  /** What the usual lock with a lease does not suffer in the same world. Absent: nothing. */
  readonly own?: AttackBreak & { readonly place: SourcePosition | null };
  /** Whether the whole space was searched. */
  readonly whole: boolean;
  /** What would settle a search without a break. Absent: it is settled. */
  readonly unsettled?: Text;
  readonly problem?: OwnProblem;
}

export interface AttacksQuestion extends OwnQuestion {}

/** The result of one of the twelve attacks. */
export interface AttackRow {
  readonly id: AttackId;
  /** Null: it has no target, such as a node; then the scenario is that of the faultless run. */
  readonly outcome: Severity | null;
  readonly isSurvived: boolean;
  /** How many runs were simulated for this row. An attack stops at its first break. */
  readonly runs: number;
  /** The worst run, which the row opens. Of runs that held, the one in which most happened. */
  readonly scenario: Scenario;
}

/** The rows so far. If the code used up its time or memory, why there are no more. */
export interface AttacksAnswer {
  readonly rows: readonly AttackRow[];
  readonly problem?: OwnProblem;
}

/** The questions about a reader's code. Each row and each progress is reported before the answer. */
export interface OwnLateQuestion extends OwnQuestion {
  readonly language: Language;
}

export interface OwnCalls {
  check(code: OwnCode): Promise<Checked>;
  run(question: OwnQuestion): Promise<OwnRun>;
  attack(question: AttackQuestion, call: Call<AttackProgress>): Promise<AttackAnswer>;
  attacks(question: AttacksQuestion, call: Call<AttackRow>): Promise<AttacksAnswer>;
  /** Since when a run was too late, and what besides its code would have saved it. Null: no harm, or it cannot run. */
  late(question: OwnLateQuestion, call: Call<ShownAnswers>): Promise<ShownAnswers | null>;
}
