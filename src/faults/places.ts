/**
 * Where a kind of fault could strike in a given run, and how strong: what a search for breaks asks each kind
 * (`<kind>.places.ts`). A kind without places is not searched for.
 */
import type { Fault, Message } from '../model/fault';
import type { ProcessId } from '../model/scenario';
import type { Instant, Ms } from '../model/time';

/** A point of a run. */
interface Point {
  readonly at: Instant;
  /** How many events the trace has by then. */
  readonly seq: number;
}

/** Before an effect of a client. */
export interface EffectPoint extends Point {
  readonly process: ProcessId;
  readonly nth: number;
  /** How often the client has looked at a clock by then. */
  readonly readings: number;
}

/** Before a request is sent to a server. */
export interface RequestPoint extends Point {
  readonly to: ProcessId;
  readonly nth: number;
}

export interface MessagePoint extends Point {
  readonly message: Message;
}

/**
 * Just below the threshold of this lock, at it, and so far above it that another client has come in and gone, in ms. A client
 * that stops for as long as the lease may wake while another is at work, and one that stops for longer only afterwards.
 */
export type Lengths = readonly [below: Ms, at: Ms, above: Ms];

/** What a search knows of a run in which it looks for a place for one more fault. */
export interface Survey {
  readonly processes: readonly ProcessId[];
  readonly effects: readonly EffectPoint[];
  readonly requests: readonly RequestPoint[];
  readonly messages: readonly MessagePoint[];
  /** Where something changes: a lease begins, a key expires, a fault ends. */
  readonly changes: readonly Point[];
  readonly lengths: Lengths;
}

/** A fault at a place. `process` has it on its lane. */
export interface Placement extends Point {
  readonly fault: Fault;
  readonly process: ProcessId;
  /** How often the client had looked at a clock by then. Absent: it does not strike between two lines of a client. */
  readonly readings?: number;
}

/** What a search must know of a kind of fault. */
export interface Placed {
  /** Every place in this run, with each strength. */
  readonly places: (survey: Survey) => readonly Placement[];
  /** The field, in ms, that is made as small as possible in a break that was found. Null: there is none. */
  readonly strength: string | null;
}
