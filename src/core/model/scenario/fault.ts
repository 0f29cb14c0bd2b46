/**
 * The things that go wrong, as data. Every fault takes effect at a time or at an anchor. Code takes no virtual time, so
 * only an anchor can fall between two lines of code. The fields of each kind are in its file in `src/core/faults`.
 */

import type { Ms } from '../values/time';
import type { ProcessId } from './processId';

interface Nth {
  /** Counted from 1. */
  readonly nth: number;
}

export type When =
  | { readonly kind: 'time'; readonly at: Ms }
  /** When the process reaches the step for the nth time, before what follows it. `plus`: this much true time later. */
  | ({ readonly kind: 'step'; readonly process: ProcessId; readonly step: string; readonly plus?: Ms } & Nth)
  /** Before the nth effect of a client. Only the explorer uses it, because any edit of a lock shifts it. */
  | ({ readonly kind: 'effect'; readonly process: ProcessId } & Nth)
  /** Just before or just after the nth request to a process is sent, from one client or from any. */
  | ({
      readonly kind: 'request';
      readonly to: ProcessId;
      readonly from?: ProcessId;
      readonly side: 'before' | 'after';
    } & Nth);

/** One message: the nth from one process to another, or the first that is sent at or after a time. */
export type Message = {
  readonly from: ProcessId;
  readonly to: ProcessId;
  readonly leg: 'request' | 'reply' | 'push';
} & (Nth | { readonly after: Ms });

/** A fault of one process. */
export interface OnProcess {
  readonly kind: string;
  readonly when: When;
  readonly process: ProcessId;
}

/** A fault of all links between two sides. */
export interface OnLink {
  readonly kind: string;
  readonly when: When;
  readonly from: readonly ProcessId[];
  readonly to: readonly ProcessId[];
  readonly bothWays: boolean;
}

/** A fault of one message. */
export interface OnMessage {
  readonly kind: string;
  readonly message: Message;
}

export type AnyFault = OnProcess | OnLink | OnMessage;

/** Each kind adds the shape of its faults here, in its own file. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled from the files of the kinds.
export interface FaultShapes {}

export type Fault = FaultShapes[keyof FaultShapes];

export type FaultKind = keyof FaultShapes;

/** The processes that a fault hits: its own, or both sides. */
export function targetProcesses(fault: AnyFault): readonly ProcessId[] {
  if ('process' in fault) return [fault.process];
  return 'message' in fault ? [fault.message.from, fault.message.to] : [...fault.from, ...fault.to];
}

/** The processes that a fault waits for. */
export function awaitedProcesses(fault: AnyFault): readonly ProcessId[] {
  if (!('when' in fault) || fault.when.kind === 'time') return [];
  if (fault.when.kind !== 'request') return [fault.when.process];
  const { to, from } = fault.when;
  return from === undefined ? [to] : [to, from];
}
