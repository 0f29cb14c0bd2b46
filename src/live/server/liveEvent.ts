/**
 * An event that one process of a live run has seen, before all events are merged into one trace. Its stamp comes from
 * the clock that all processes of a host share. Where the trace has numbers, it has names.
 */

import type { ProcessId } from '../../core/model/scenario/processId';
import type { Column, EventWriter } from '../../core/model/trace/eventWriters';
import type { TraceKind, traceKinds } from '../../core/model/trace/trace';

/**
 * The columns of an event kind, by name. Processes, messages and texts are names; the rest is as in the trace. An
 * absent column is −1.
 */
export type LiveColumns<K extends TraceKind> = {
  readonly [Name in (typeof traceKinds)[K][number]]?: NonNullable<Column<K, Name, ProcessId, MessageName>>;
};

/**
 * `client1/0.7/3` is the third request on connection 7 of client 1's life 0, and `client1/0.7/3!` its reply. The names
 * are explained in `process/contract.ts`.
 */
export type MessageName = string;

export type LiveEvent = {
  readonly [K in TraceKind]: {
    /** Taken from the clock that all processes of this host share (`nanos.ts`). */
    readonly stampNanos: number;
    readonly process: ProcessId;
    readonly kind: K;
    readonly columns: LiveColumns<K>;
    /**
     * The event was not seen: it took place inside a server, between request and reply. It is inferred from what
     * happened before and after.
     */
    readonly derived?: true;
  };
}[TraceKind];

/** Reports events as one process, at once. */
export type LiveEventWriter = EventWriter<ProcessId, MessageName>;

/**
 * The place where a process of a run reports its events. Returns when the event is written, because the process may
 * stop itself right after.
 */
export type Report = (event: LiveEvent) => void;

/** The name of the reply to a call. */
export const replyName = (request: MessageName): MessageName => `${request}!`;
