/**
 * What is recommended, as plain data: ids, numbers, and claims with the cells or documents that back them. It knows
 * no words.
 */
import type { Answers, AskedQuestion, Question } from './choose';
import type { CellDifference, CellRef } from './rank';
import type { ConditionId, GuardId, ReasonId, SourceId } from './recommendRules';
import type { CheckId } from './rows';
import type { RowTimes } from './rowTime';

/**
 * Claims about cells.
 * no-loss: none of them loses data.
 * loses, stuck, inside, refuses, waits: each of them does that.
 * token-fails: a late write gets in behind a fencing token.
 * twice: it is done twice, whatever the lock.
 * unguarded: without a check the same row loses data.
 * existing-rows: a change of an existing row is not guarded.
 */
export const cellClaimIds = [
  'no-loss',
  'loses',
  'stuck',
  'inside',
  'refuses',
  'waits',
  'token-fails',
  'twice',
  'unguarded',
  'existing-rows',
] as const;
export type CellClaimId = (typeof cellClaimIds)[number];

export interface CellClaim {
  readonly kind: 'cells';
  readonly id: CellClaimId;
  /** Never empty. The first is shown first. */
  readonly cells: readonly CellRef[];
}

/** A claim that no cell can show. */
export interface DocumentClaim {
  readonly kind: 'document';
  readonly id: ConditionId;
  readonly source: SourceId;
}

/** A run of a story shows it. */
export interface StoryClaim {
  readonly kind: 'story';
  readonly id: 'recognized';
  readonly story: string;
  readonly variant: string;
}

export type Claim = CellClaim | DocumentClaim | StoryClaim;

/**
 * The run beside a recommendation. `isRemedy`: without the check the fault of the cell loses data, and the run is that
 * of the same fault with `check`. Otherwise it shows what the recommendation does not prevent.
 */
export interface Shown {
  readonly cell: CellRef;
  readonly check: CheckId;
  readonly isRemedy: boolean;
}

export interface LockAdvice {
  readonly row: string;
  readonly times: RowTimes;
}

export interface RunnerUp extends LockAdvice {
  /** It does not run on what the answers name. */
  readonly isElsewhere: boolean;
  /**
   * Kinds of faults in which it does better than the recommended lock behind the same check; `worse` is the opposite.
   */
  readonly better: readonly CellDifference[];
  readonly worse: readonly CellDifference[];
}

/** What another answer to one question would lead to. */
export interface Change {
  readonly question: Exclude<AskedQuestion, 'language'>;
  readonly answer: string;
  readonly reason: ReasonId;
  readonly row: string | null;
  readonly guard: GuardId;
  readonly isGuardThere: boolean;
}

export interface Recommendation {
  /** The answers as given. */
  readonly answers: Answers;
  /** Open questions, for each of which the careful answer was assumed. */
  readonly assumed: readonly Question[];
  /** Questions whose answers were dropped, because no lock met them. */
  readonly ignored: readonly Question[];
  /** The rule that decided. */
  readonly reason: ReasonId;
  /** Null: no lock is needed. */
  readonly lock: LockAdvice | null;
  readonly guard: GuardId;
  /** False: it is not in the answers, so it must be added. */
  readonly isGuardThere: boolean;
  /** What backs the reason. */
  readonly why: readonly Claim[];
  /** What the answers suggest but what is not so. */
  readonly warnings: readonly Claim[];
  /** The conditions under which it holds. */
  readonly conditions: readonly Claim[];
  /** At most three. */
  readonly cannot: readonly Claim[];
  readonly shows: Shown;
  readonly runnersUp: readonly RunnerUp[];
  /** The three that change the recommendation most. */
  readonly changes: readonly Change[];
  /** The number of rows that the answers leave. */
  readonly left: { readonly rows: number; readonly all: number };
}

/** Every claim of a recommendation. A test compares each of them with its cells. */
export function claimsOf({ why, warnings, conditions, cannot }: Recommendation): readonly Claim[] {
  return [...why, ...warnings, ...conditions, ...cannot];
}
