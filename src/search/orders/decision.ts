/** What the reader decides in place of the network and of time. A list of decisions is a run. */
import type { Message } from '../../core/model/scenario/fault';
import { type ProcessId, roleOf } from '../../core/model/scenario/processId';

/** One message by its place: the nth of a leg from one process to another. */
export type MessageName = Extract<Message, { readonly nth: number }>;

export type Decision =
  | { readonly kind: 'start'; readonly client: ProcessId }
  /** Several messages: those of one client's round of calls, in this order. */
  | { readonly kind: 'deliver'; readonly messages: readonly MessageName[] }
  | { readonly kind: 'lose'; readonly message: MessageName }
  /** Time moves to the next moment at which something happens by itself. */
  | { readonly kind: 'pass' }
  /** `before`: not now, but when it comes to this step of its code. */
  | { readonly kind: 'sleep'; readonly process: ProcessId; readonly before?: string }
  | { readonly kind: 'wake'; readonly process: ProcessId }
  | { readonly kind: 'crash'; readonly process: ProcessId }
  | { readonly kind: 'restart'; readonly process: ProcessId }
  /** The master dies and its first replica takes its place. */
  | { readonly kind: 'failover'; readonly process: ProcessId };

/** The decisions that do harm. A search counts them apart. */
export type DecidedFault = 'lose' | 'sleep' | 'crash' | 'failover';

export const isDecidedFault = ({ kind }: Decision): boolean =>
  kind === 'lose' || kind === 'sleep' || kind === 'crash' || kind === 'failover';

/** What a reader may decide, and what happens without him. */
export interface OrderRules {
  /** How often each fault may happen. Absent: never. */
  readonly faults: Partial<Readonly<Record<DecidedFault, number>>>;
  /** The processes that may sleep or crash. Absent: all clients may sleep, all nodes and clients may crash. */
  readonly targets?: readonly ProcessId[];
  /** A step of a client's code that no time passes before. A client may fall asleep there. */
  readonly sleepBefore?: string;
  /** Time stands still, so that nothing ends by itself. */
  readonly timeStands?: boolean;
  /** A round of calls to several nodes is delivered as one. */
  readonly wholeRounds?: boolean;
  /**
   * The messages that arrive by themselves: replies, so that only requests wait; all from and to the storage; all from
   * and to the servers of the lock.
   */
  readonly arriveByThemselves: readonly ('replies' | 'storage' | 'lock')[];
}

/** The text of a message's place, for keys and names of faults. */
export const nameOfMessage = ({ from, to, leg, nth }: MessageName): string => `${from}-${to}-${leg}-${nth}`;

/** Whether all messages from and to this server arrive by themselves. */
export const arrivesByItself = ({ arriveByThemselves }: OrderRules, id: ProcessId): boolean =>
  roleOf(id) !== 'client' && arriveByThemselves.includes(roleOf(id) === 'storage' ? 'storage' : 'lock');
