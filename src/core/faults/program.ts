/**
 * The type of a kind of fault: its fields, its mark, its program. The parts pass all kinds to the code that parses,
 * runs, draws or narrates them.
 */

import type { AnyFault } from '../model/scenario/fault';
import { type KindOfFault, kindOf } from '../model/scenario/faultKind';
import type { ProcessId } from '../model/scenario/processId';
import type { FaultCauseValues } from '../model/trace/cause';
import type { Instant, Ms } from '../model/values/time';
import type { AnswerTo, Injection, Order, StoppedClocks } from './order';

/**
 * How a fault is drawn: as one of a few marks, which also has its handle. A change of a process is drawn with the
 * process.
 */
export type FaultMark =
  /** From its beginning to its end on the lane of its process, or to the end of the run. */
  | { readonly shape: 'stretch' }
  /** The same if it has an end, else a mark at the moment when it hit. */
  | { readonly shape: 'gap' }
  | { readonly shape: 'moment' }
  /** A cross on a lane that goes on. */
  | { readonly shape: 'thread-death' }
  /** The same, with the fault's effect in words. */
  | { readonly shape: 'cross' }
  /** A band below the lane with a few words. */
  | { readonly shape: 'clock'; readonly says: { readonly rate: number } | { readonly slew: Ms } }
  /** A band on the lane with the name of the fault. */
  | { readonly shape: 'band' }
  /**
   * A band beside the lanes at the far end of its links. `by`: how much longer messages take. Null: no message gets
   * through.
   */
  | { readonly shape: 'link'; readonly by: Ms | null }
  /** At the head of its message. */
  | { readonly shape: 'message'; readonly by: Ms | null };

/** A fault of links or messages in a chain of causes: the rule and its values. */
export type FaultCause = {
  [K in keyof FaultCauseValues]: { readonly rule: K; readonly values: FaultCauseValues[K] };
}[keyof FaultCauseValues];

export interface FaultProgram<F extends AnyFault = AnyFault> extends KindOfFault<F> {
  mark(fault: F): FaultMark;
  /** @param processes all processes of the run. */
  inject(fault: F, processes: readonly ProcessId[]): Injection;
  /** @param at when the fault took effect. */
  faultCause?(fault: F, at: Instant): FaultCause | undefined;
  /**
   * The fields that end the fault at an instant after it took effect, with their values: the run until then stays the
   * same. Empty: its effect stays, whenever it is healed.
   */
  endedAtFields(fault: F, struck: Instant, at: Instant): Readonly<Record<string, number>>;
}

export type FaultPrograms = ReadonlyMap<string, FaultProgram>;

/**
 * The orders that a fault gives if all goes well, found by running its program without a world. They show what the
 * fault may do before it takes effect. A failover finds no replica here.
 */
export function ordersOf(
  fault: AnyFault,
  programs: FaultPrograms,
  processes: readonly ProcessId[] = [],
): readonly Order[] {
  const inject = kindOf(fault, programs).inject(fault, processes);
  const orders: Order[] = [];
  for (let next = inject.next(); next.done !== true; next = inject.next(wellAnswered(next.value)))
    orders.push(next.value);
  return orders;
}

/** The first order that changes the world. Undefined if absent. */
export const firstOrderOf = (fault: AnyFault, programs: FaultPrograms): Order | undefined =>
  ordersOf(fault, programs).find(({ kind }) => kind !== 'struck');

const firstIncarnation = 0;
/** A wall clock that may have been stopped counts as behind afterwards. */
const aLittle = 1;

function wellAnswered(order: Order): AnswerTo<Order['kind']> {
  switch (order.kind) {
    case 'crash':
    case 'ask-to-stop':
    case 'end-thread':
    case 'part':
      return firstIncarnation;
    case 'pause':
    case 'end-slew':
    case 'ask-leader':
    case 'ask-key':
    case 'ask-session':
      return true;
    case 'resume':
      return aLittle;
    case 'cut':
    case 'slow':
      return () => {};
    case 'ask-followers':
      return { master: order.process, followers: [] };
    case 'struck':
    case 'ended':
    case 'miss':
    case 'wait':
    case 'start':
    case 'start-thread':
    case 'jump':
    case 'drift':
    case 'slew':
    case 'undo':
    case 'rule':
    case 'promote':
    case 'lose-leader':
    case 'find-leader':
    case 'remove-key':
    case 'end-session':
    case 'send-on':
      return undefined;
    default:
      return order satisfies never;
  }
}

const clockOrders: ReadonlySet<Order['kind']> = new Set(['jump', 'drift', 'slew']);

/** Whether the order changes the wall clock of a process, or stops it for a while. */
export const changesClock = (order: Order): boolean =>
  clockOrders.has(order.kind) || (order.kind === 'pause' && order.stoppedClocks === 'both');

/** Whether the order changes the speed of a process' clock or stops it. */
export const touchesClock = (order: Order): boolean => changesClock(order) || stopsMachine(order);

const stopsMachine = (order: Order): boolean => order.kind === 'pause' && order.stoppedClocks !== 'none';

/**
 * The clocks that the fault stops. 'none': it stops no machine, at most a process. 'mono': the machine sleeps. 'both':
 * the whole machine stops, with all its clocks.
 */
export function stillClocks(fault: AnyFault | undefined, programs: FaultPrograms): StoppedClocks {
  if (fault === undefined || !programs.has(fault.kind)) return 'none';
  const stop = ordersOf(fault, programs).find(stopsMachine);
  return stop?.kind === 'pause' ? stop.stoppedClocks : 'none';
}
