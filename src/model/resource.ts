/**
 * The resource that the lock protects: one number, read, changed and written back. A check at the resource is two programs:
 * `serve` runs in the storage's process, `read` and `write` in the client's. Atomic means that `serve` does not yield in between.
 */
import type { Program } from './effect';
import { type Fields, type ValuesOf, withDefaults } from './fields';
import type { Held, ServiceKind } from './lock';
import type { Request, Value } from './request';
import type { ProcessId } from './scenario';
import type { Text } from './text';
import type { Micros } from './time';

/** What the storage keeps. `serve` may change it between its yields; `accept` does so together with the trace. */
export interface Cell {
  readonly value: number;
  /** Grows by one with each accepted write. */
  readonly version: number;
  /** The highest fencing token seen, where the check keeps one. */
  token: number | null;
  /** Whose mark stands on the resource, where the check keeps one. Set by `markFor`. */
  readonly owner: string | null;
}

export interface AcceptedWrite {
  readonly value: number;
  /** The version that the writer had read; −1 when it had read none. */
  readonly base: number;
  readonly token: number | null;
  /** Which version it becomes, where that is not for this process alone to say; else the next one. */
  readonly version?: number;
}

/** One of several parts, written one after the other. */
export interface AcceptedPart extends Omit<AcceptedWrite, 'version'> {
  /** From 1. */
  readonly part: number;
}

/**
 * A refusal: by which check, and what it compared. `value`: what was to be written; null where it was a read or a mark.
 * `holder`: the tokens are equal, and the one that was seen was another's.
 */
export type Refusal = { readonly value: number | null } & (
  | { readonly check: 'token' | 'holder'; readonly token: number | null; readonly against: number | null }
  | { readonly check: 'version'; readonly base: number; readonly against: number }
  /** Another's mark stands, or none. */
  | { readonly check: 'owner' }
  /** The lock service says that it is no longer valid, or says nothing. */
  | { readonly check: 'sequencer'; readonly token: number | null }
);

/** What `serve` is given: the cell, who asks, and the only ways to change and to report. */
export interface ResourceServer<S, Kept = unknown> {
  readonly cell: Cell;
  /** What this check keeps beside the cell, on the same disk. */
  readonly kept: Kept;
  readonly settings: S;
  /** The process that serves: a resource may have several. */
  readonly me: ProcessId;
  readonly client: ProcessId;
  /** Reports a read of the cell as it stands. */
  readonly reading: (token: number | null) => void;
  /** Reports that it was asked whether what is to be done once is done. */
  readonly looked: (isDone: boolean) => void;
  /** Applies a write and reports it; returns the new version. */
  readonly accept: (write: AcceptedWrite) => number;
  /** Reports that a part of an object was written. Value and version stay until the whole is accepted. */
  readonly acceptPart: (part: AcceptedPart) => void;
  /** Reports a deed that has no versions (a mail, an append), and how many there have been. */
  readonly did: (count: number) => void;
  /** Reports that a request was refused. */
  readonly reject: (refused: Refusal) => void;
  /** Reports that a read or a mark left this token behind. */
  readonly marked: (token: number) => void;
  /** Puts the asking client's mark on the resource in place of another's, or takes away what stands (null). */
  readonly markFor: (owner: string | null) => void;
  /** Takes over what another process of the resource has accepted. */
  readonly adopt: (write: { readonly value: number; readonly version: number }) => void;
}

export interface ResourceContext<S> {
  readonly me: ProcessId;
  /** The first of the resource's processes, and all of them. */
  readonly storage: ProcessId;
  readonly storages: readonly ProcessId[];
  readonly settings: S;
  readonly timeout: Micros | null;
}

/** What a client got from a read. `done`: nothing is left to do. */
export type Reading =
  | { readonly kind: 'read'; readonly value: number; readonly version: number }
  | { readonly kind: 'done' }
  | Failure;
export type Writing = { readonly kind: 'written'; readonly version: number } | Failure;
/** `rejected`: by the check. `failed`: no answer in time, connection closed, error. */
export type Failure = { readonly kind: 'rejected' } | { readonly kind: 'failed' };

/** What a client wants to write, and the version that it had read. */
export interface Change {
  readonly value: number;
  readonly base: number;
}

export interface Resource<F extends Fields = Fields, Kept = unknown> {
  readonly id: string;
  readonly title: Text;
  /** The check in one sentence. */
  readonly about: Text;
  readonly fields: F;
  /** Refused with a lock that has no fencing token; with some settings only where it is a function. */
  readonly needsToken: boolean | ((own: ValuesOf<F>) => boolean);
  /** The lock service that it asks: refused with a lock that has no such service. */
  readonly needs?: ServiceKind;
  /** Its processes, `storage` alone where this is absent. */
  readonly processes?: (own: ValuesOf<F>) => readonly ProcessId[];
  /** What each of its processes keeps beside the cell. */
  readonly keeps?: () => Kept;
  /** Answers one request; the value becomes the reply. */
  readonly serve: (request: Request, server: ResourceServer<ValuesOf<F>, Kept>) => Program<Value>;
  readonly read: (context: ResourceContext<ValuesOf<F>>, held: Held) => Program<Reading>;
  readonly write: (context: ResourceContext<ValuesOf<F>>, held: Held, change: Change) => Program<Writing>;
  /** Takes back what a read has left at the resource, before the lock is given back. */
  readonly leave?: (context: ResourceContext<ValuesOf<F>>, held: Held) => Program;
  /** What makes no sense among the settings, each in a sentence. It runs all the same: seeing it fail is the point. */
  readonly warnings?: (own: ValuesOf<F>) => readonly Text[];
  /** Its source below `src/`. */
  readonly source: string;
}

export const defineResource = <const F extends Fields, Kept = unknown>(resource: Resource<F, Kept>): Resource =>
  resource as unknown as Resource;

/** Whether the resource, with these settings, has no use for a lock without a fencing token. */
export const needsToken = ({ needsToken, fields }: Resource, given: Readonly<Record<string, unknown>> = {}): boolean =>
  typeof needsToken === 'function' ? needsToken(withDefaults(fields, given)) : needsToken;
