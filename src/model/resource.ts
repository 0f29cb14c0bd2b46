/**
 * The resource that the lock protects: one number, read, changed and written back. A check at the resource is two programs:
 * `serve` runs in the storage's process, `read` and `write` in the client's. Atomic means that `serve` does not yield in between.
 */
import type { Program } from './effect';
import type { Fields, ValuesOf } from './fields';
import type { Held } from './lock';
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
  /** Whose mark stands on the resource, where the check keeps one. */
  owner: string | null;
}

export interface AcceptedWrite {
  readonly value: number;
  /** The version that the writer had read; −1 when it had read none. */
  readonly base: number;
  readonly token: number | null;
}

/** What `serve` is given: the cell, who asks, and the only ways to change and to report. */
export interface ResourceServer<S> {
  readonly cell: Cell;
  readonly settings: S;
  /** The process that serves: a resource may have several. */
  readonly me: ProcessId;
  readonly client: ProcessId;
  /** Reports a read of the cell as it stands. */
  readonly reading: (token: number | null) => void;
  /** Applies a write and reports it; returns the new version. */
  readonly accept: (write: AcceptedWrite) => number;
  /** Reports that a write was refused: its token (or base) and what it was refused against. */
  readonly reject: (refused: { readonly token: number | null; readonly against: number | null }) => void;
  /** Reports that a read or a mark left this token behind. */
  readonly marked: (token: number) => void;
}

export interface ResourceContext<S> {
  readonly me: ProcessId;
  /** The first of the resource's processes, and all of them. */
  readonly storage: ProcessId;
  readonly storages: readonly ProcessId[];
  readonly settings: S;
  readonly timeout: Micros | null;
}

/** What a client got from a read. */
export type Reading = { readonly kind: 'read'; readonly value: number; readonly version: number } | Failure;
export type Writing = { readonly kind: 'written'; readonly version: number } | Failure;
/** `rejected`: by the check. `failed`: no answer in time, connection closed, error. */
export type Failure = { readonly kind: 'rejected' } | { readonly kind: 'failed' };

export interface Resource<F extends Fields = Fields> {
  readonly id: string;
  readonly title: Text;
  /** The check in one sentence. */
  readonly about: Text;
  readonly fields: F;
  /** Refused with a lock that has no fencing token. */
  readonly needsToken: boolean;
  /** Its processes, `storage` alone where this is absent. */
  readonly processes?: (own: ValuesOf<F>) => readonly ProcessId[];
  /** Answers one request; the value becomes the reply. */
  readonly serve: (request: Request, server: ResourceServer<ValuesOf<F>>) => Program<Value>;
  readonly read: (context: ResourceContext<ValuesOf<F>>, held: Held) => Program<Reading>;
  readonly write: (
    context: ResourceContext<ValuesOf<F>>,
    held: Held,
    change: { readonly value: number; readonly base: number },
  ) => Program<Writing>;
  /** Its source below `src/`. */
  readonly source: string;
}

export const defineResource = <const F extends Fields>(resource: Resource<F>): Resource => resource as unknown as Resource;
