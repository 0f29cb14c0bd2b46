/** Which decisions do harm, and which of them a reader may take. */
import type { Decision, MessageName } from '../../core/model/scenario/decision';
import { type ProcessId, roleOf } from '../../core/model/scenario/processId';

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
