/**
 * What one process of a live run has seen, before all are merged into one trace: stamped by the clock that all processes of
 * a host share, with names where the trace has numbers.
 */
import type { ProcessId } from '../model/scenario';
import type { Column, Tell } from '../model/tell';
import type { TraceKind, traceKinds } from '../model/trace';

/** The columns of a kind by name. Processes, messages and texts by name, everything else as the trace has it; absent is −1. */
export type LiveColumns<K extends TraceKind> = {
  readonly [Name in (typeof traceKinds)[K][number]]?: NonNullable<Column<K, Name, ProcessId, MessageName>>;
};

/** `client1/17` is the 17th call of client 1; `client1/17!` is its reply. Numbered by whoever sends it. */
export type MessageName = string;

export type LiveEvent = {
  readonly [K in TraceKind]: {
    /** By the clock that all processes of this host share (`nanos.ts`). */
    readonly stampNanos: number;
    readonly process: ProcessId;
    readonly kind: K;
    readonly columns: LiveColumns<K>;
    /** Not seen but inferred from what was: what went on inside a server, between request and reply. */
    readonly derived?: true;
  };
}[TraceKind];

/** Reports as one process, at once. */
export type LiveTell = Tell<ProcessId, MessageName>;

/** Where a process of a run reports what it has seen. Returns when it is written: a process may stop itself right after. */
export type Report = (event: LiveEvent) => void;

/** The name of a call's reply. */
export const replyName = (request: MessageName): MessageName => `${request}!`;
