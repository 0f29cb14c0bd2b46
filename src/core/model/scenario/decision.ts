/** What a reader decides in place of the network and of time. A list of decisions is a run. */
import type { Message } from './fault';
import type { ProcessId } from './processId';

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
