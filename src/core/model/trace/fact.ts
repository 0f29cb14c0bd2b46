/** Lesser facts of a run besides the chain of causes. Each kind has the values that its sentence needs. */

import type { Reason } from '../effects/effect';
import type { ProcessId } from '../scenario/processId';
import type { Micros } from '../values/time';
import type { Compared, Flag } from './cause';

export const factKinds = [
  'overlap',
  'lost-update',
  'torn-write',
  'half-read',
  'diverged',
  'stuck-entry',
  'starved',
  'deleted-another',
  'changed-another',
  'rejected',
  'rightful-rejected',
  'token-repeated',
  'token-fell',
  'entry-left',
  'late-write',
  'after-end',
  'false-alarm',
  'done-twice',
  'fault-missed',
] as const;
export type FactKind = (typeof factKinds)[number];

interface Tokens {
  readonly token: number;
  readonly before: number;
}

/** `value` −1: nothing was to be written. */
type Rejected = Compared & { readonly value: number };

export interface FactValues {
  /** `micros` is `notOver` while both are inside and the run goes on. `unlocked`: one of them has no lock. */
  readonly overlap: { readonly micros: Micros; readonly unlocked?: Flag };
  readonly 'lost-update': {
    readonly value: number;
    readonly version: number;
    readonly basedOn: number;
    readonly lostValue: number;
    readonly lostVersion: number;
  };
  readonly 'torn-write': { readonly value: number; readonly lostValue: number; readonly part: number };
  readonly 'half-read': { readonly parts: number };
  /** `where`: the client whose write each replica has. */
  readonly diverged: { readonly version: number; readonly where: readonly (readonly [ProcessId, ProcessId])[] };
  readonly 'stuck-entry': { readonly at: Micros; readonly isMark?: Flag };
  /**
   * `isSilent`: nothing is left to happen. `inTurn`: several clients wanted the lock one after the other, but no
   * client wanted it all the time. `hadLock`: the client stayed in its work or its release for most of the time.
   * `gaveUp`: it could not reach the lock, and gave up.
   */
  readonly starved: {
    readonly micros: Micros;
    readonly isMark?: Flag;
    readonly isSilent?: Flag;
    readonly inTurn?: Flag;
    readonly hadLock?: Flag;
    readonly gaveUp?: Flag;
  };
  readonly 'deleted-another': { readonly node: ProcessId };
  readonly 'changed-another': { readonly node: ProcessId };
  readonly rejected: Rejected;
  readonly 'rightful-rejected': Rejected;
  readonly 'token-repeated': Tokens;
  readonly 'token-fell': Tokens;
  readonly 'entry-left': { readonly micros: Micros };
  readonly 'late-write': { readonly micros: Micros; readonly value: number; readonly accepted: Flag };
  /** `at`: when the client's lock ended. `micros`: how long after that its read or write was applied. */
  readonly 'after-end': { readonly at: Micros; readonly micros: Micros; readonly isRead: Flag };
  /**
   * A client learned that its lock was lost although it was not. `wasted`: how long the failed round was inside; −1:
   * no round failed.
   */
  readonly 'false-alarm': { readonly at: Micros; readonly reason: Reason; readonly wasted: Micros };
  readonly 'done-twice': { readonly count: number };
  /** `reason`: `never`, or why the fault found no target. */
  readonly 'fault-missed': { readonly name: string; readonly reason: string };
}

export type FactOf<K extends FactKind> = {
  [F in K]: {
    readonly kind: F;
    readonly who: readonly ProcessId[];
    /** Numbers of events in the trace. */
    readonly from: number;
    readonly to: number;
    readonly values: FactValues[F];
  };
}[K];

export type Fact = FactOf<FactKind>;
