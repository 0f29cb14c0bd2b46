/**
 * A reader's own lock: the code, and the calls that check, run and attack it. A worker of the page answers them in the
 * sandbox (`web/own/ownWorker.ts`). On the command line, the same code answers them.
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
import type { GuestRequestKind } from './host';

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
 * `not-acquired`, `not-released`: the call fails although there is no other client.
 * `no-text`: it sends Redis "undefined" or "[object Object]".
 * `unclear-call`: several ways to call it were tried, their runs differ, and none of the runs is complete.
 * `other-lease`: it asks Redis for a lease other than the one it was given.
 * `asks-too-often`: it sends so many requests that a run as long as the lease reaches the limit of events.
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

/** Whether the lock is attacked in spite of this problem. */
export const allowsAttack = ({ kind }: OwnProblem): boolean => kind.startsWith('tasks-') || kind === 'not-released';

/** Whether the problem concerns only tasks that share an instance or an owner. A program can avoid that. */
export const isAdvice = ({ kind }: Pick<OwnProblem, 'kind'>): boolean =>
  kind === 'tasks-sharing' || kind === 'tasks-reentrant';

export interface OwnProblem {
  readonly kind: OwnProblemKind;
  /** What was wrong, in the words of the engine or of the playground's API. English. */
  readonly message: string;
  /** Null: the line is unknown. */
  readonly place: SourcePosition | null;
  /** The ways to call the lock that were tried, and what was missing in the run of each way. */
  readonly callTrials?: readonly { readonly callText: string; readonly missing: readonly Requirement[] }[];
  /** The client that ran the code, and the number of events by then. Absent: the problem was there before any run. */
  readonly client?: ProcessId;
  readonly seq?: number;
  /** `acquire` threw it on purpose, because the lock is taken. Absent: it is an error. */
  readonly isRefusal?: true;
  /** The client whose key was at a server when `acquire` refused. Absent: there was no key. */
  readonly keyOwner?: ProcessId;
}

/** The form in which the file exports its lock. */
export type OwnForm = 'functions' | 'class' | 'with-lock';

/** Whether the code uses lock files: not at all, as well as Redis, or files alone. */
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
  /** Which of the known forms a refusal has, if only a run showed it. */
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

export type CheckResult =
  | { readonly ok: true; readonly form: OwnForm; readonly settings: OwnSettings }
  | { readonly ok: false; readonly problem: OwnProblem };

/** The line of a client's code that caused this event of the trace. */
export interface SourceLineOfEvent {
  readonly seq: number;
  readonly client: ProcessId;
  readonly line: number;
  /** The request that the code made there. */
  readonly kind: GuestRequestKind;
}

/** A line that the reader's code wrote with `log`. */
export interface LogLine {
  readonly seq: number;
  readonly client: ProcessId;
  readonly text: string;
}

export interface OwnRun {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly problems: readonly OwnProblem[];
  readonly lines: readonly SourceLineOfEvent[];
  readonly logLines: readonly LogLine[];
  /** How many more lines it logged, which are not kept. */
  readonly droppedLineCount: number;
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

/** The progress of an attack. */
export interface AttackProgress {
  readonly runs: number;
  /** The number of runs in total, as far as it is known. */
  readonly runsExpected: number;
  /** The smallest break so far. Absent: no break yet. */
  readonly smallest?: AttackBreak;
}

export interface AttackAnswer extends AttackProgress {
  /** A break that the baseline lock with a lease does not have in the same world. Absent: there is none. */
  readonly own?: AttackBreak & { readonly place: SourcePosition | null };
  /** Whether the whole space was searched. */
  readonly isExhaustive: boolean;
  /** What would decide a search that found no break. Absent: it is decided. */
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

/** The rows that were computed. `problem`: why there are no more, if the code used up its time or memory. */
export interface AttacksAnswer {
  readonly rows: readonly AttackRow[];
  readonly problem?: OwnProblem;
}

/** A question about a run with harm. The answer is in this language. */
export interface RemediesQuestion extends OwnQuestion {
  readonly language: Language;
}

/** The calls about a reader's code. Each row, and each progress, is reported before the call returns. */
export interface OwnCalls {
  check(code: OwnCode): Promise<CheckResult>;
  run(question: OwnQuestion): Promise<OwnRun>;
  attack(question: AttackQuestion, call: Call<AttackProgress>): Promise<AttackAnswer>;
  attacks(question: AttacksQuestion, call: Call<AttackRow>): Promise<AttacksAnswer>;
  /** Since when a run was too late, and which changes outside its code fix it. Null: no harm, or it cannot run. */
  late(question: RemediesQuestion, call: Call<ShownAnswers>): Promise<ShownAnswers | null>;
}
