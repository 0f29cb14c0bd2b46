/**
 * The resource that the lock protects: one number, which is read, changed and written back. A check at the resource is
 * two programs. `serve` runs in the storage's process; `read` and `write` run in the client's. Atomic means that
 * `serve` does not yield in between.
 */
import type { Program } from '../effects/effect';
import type { Request, Value } from '../effects/request';
import type { Text } from '../values/text';
import type { Micros } from '../values/time';
import { type Fields, type ValuesOf, withDefaults } from './fields';
import type { Held } from './lock';
import type { ServiceKind } from './lockFacts';
import type { ProcessId } from './processId';

/** The data of the storage. `serve` may change it between its yields. `accept` changes it together with the trace. */
export interface Cell {
  readonly value: number;
  /** Grows by one with each accepted write. */
  readonly version: number;
  /** The highest fencing token seen. Null if the check keeps no token. */
  token: number | null;
  /** The value of the client whose mark is on the resource. Null if there is no mark. `setOwner` sets it. */
  readonly owner: string | null;
}

export interface AcceptedWrite {
  readonly value: number;
  /** The version that the writer had read. −1 if it had read nothing. */
  readonly base: number;
  readonly token: number | null;
  /** The version that the write gets, if this process alone cannot decide it. Absent: the next one. */
  readonly version?: number;
}

/** One of several parts, written one after the other. */
export interface AcceptedPart extends Omit<AcceptedWrite, 'version'> {
  /** Counted from 1. */
  readonly part: number;
}

/**
 * A refusal: which check refused, and what it compared. `value`: what the request wanted to write; null for a read or
 * a mark. `holder`: the tokens are equal, but the one that was seen belongs to another client.
 */
export type Refusal = { readonly value: number | null } & (
  | { readonly check: 'token' | 'holder'; readonly token: number | null; readonly against: number | null }
  | { readonly check: 'version'; readonly base: number; readonly against: number }
  /** Another client's mark is set, or no mark. */
  | { readonly check: 'owner' }
  /** The lock service says that the sequencer is no longer valid, or does not answer. */
  | { readonly check: 'sequencer'; readonly token: number | null }
  /** The writer holds the lock in shared mode. */
  | { readonly check: 'mode'; readonly token: number | null }
);

/** What `serve` gets: the cell, the client that asks, and the only ways to change the cell and to report. */
export interface ResourceServer<S, Kept = unknown> {
  readonly cell: Cell;
  /** The check's own data, on the same disk as the cell. */
  readonly kept: Kept;
  readonly settings: S;
  /** The process that serves. A resource may have several. */
  readonly me: ProcessId;
  readonly client: ProcessId;
  /** Reports a read of the cell in its present state. */
  readonly reportRead: (token: number | null) => void;
  /** Reports that the client asked whether an action that should happen once has happened. */
  readonly reportEffectCheck: (isDone: boolean) => void;
  /** Applies a write and reports it. Returns the new version. */
  readonly accept: (write: AcceptedWrite) => number;
  /** Reports that a part of an object was written. Value and version stay until the whole is accepted. */
  readonly acceptPart: (part: AcceptedPart) => void;
  /** Reports an action without versions (an email, an append), and how many happened so far. */
  readonly reportEffect: (count: number) => void;
  readonly reject: (refused: Refusal) => void;
  /** Reports that a read or a mark left this token behind. */
  readonly reportToken: (token: number) => void;
  /** Replaces any mark on the resource with the asking client's. Null removes the mark. */
  readonly setOwner: (owner: string | null) => void;
  /** Takes over a write that another process of the resource has accepted. */
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

/** The result of a read. `done`: the client has nothing left to do. */
export type Reading =
  | { readonly kind: 'read'; readonly value: number; readonly version: number }
  | { readonly kind: 'done' }
  | Failure;
export type Writing = { readonly kind: 'written'; readonly version: number } | Failure;
/** `rejected`: by the check. `failed`: no answer in time, connection closed, error. */
export type Failure = { readonly kind: 'rejected' } | { readonly kind: 'failed' };

/** The value to write, and the version that was read. */
export interface Change {
  readonly value: number;
  readonly base: number;
}

/** When a resource never loses an update, whatever the lock does: always, or while the lock's tokens rise. */
export const guards = ['always', 'while-tokens-rise'] as const;
export type Guard = (typeof guards)[number];

/**
 * A resource may also rely on a value that is unique to each acquisition, or protect the data only in some cases and
 * promise nothing.
 */
type Keeping = Guard | 'while-owners-differ' | 'in-some-cases';

export interface Resource<F extends Fields = Fields, Kept = unknown> {
  readonly id: string;
  readonly title: Text;
  /** The check in one sentence. */
  readonly about: Text;
  readonly fields: F;
  /** True if the check is refused with a lock that has no fencing token; a function if that depends on its settings. */
  readonly needsToken: boolean | ((own: ValuesOf<F>) => boolean);
  /**
   * When it protects the data from two holders at once, so that these are no harm by themselves. Absent or null: that
   * is not its purpose.
   */
  readonly keepsData?: Keeping | ((own: ValuesOf<F>) => Keeping | null);
  /** The lock service that it asks. The check is refused with a lock that has no such service. */
  readonly needs?: ServiceKind;
  /** Its processes. Absent: `storage` alone. */
  readonly processes?: (own: ValuesOf<F>) => readonly ProcessId[];
  /** The data that each of its processes keeps beside the cell. */
  readonly keeps?: () => Kept;
  /** Answers one request. The value that it returns becomes the reply. */
  readonly serve: (request: Request, server: ResourceServer<ValuesOf<F>, Kept>) => Program<Value>;
  readonly read: (context: ResourceContext<ValuesOf<F>>, held: Held) => Program<Reading>;
  readonly write: (context: ResourceContext<ValuesOf<F>>, held: Held, change: Change) => Program<Writing>;
  /** Removes what a read has left at the resource, before the lock is given back. */
  readonly leave?: (context: ResourceContext<ValuesOf<F>>, held: Held) => Program;
  /** What the client does at the resource after it has given the lock back. */
  readonly afterRelease?: (context: ResourceContext<ValuesOf<F>>) => Program;
  /** Settings that make no sense, each in a sentence. The check runs anyway, because seeing it fail is the point. */
  readonly warnings?: (own: ValuesOf<F>) => readonly Text[];
  /** Its source below `src/`. */
  readonly source: string;
}

export const defineResource = <const F extends Fields, Kept = unknown>(resource: Resource<F, Kept>): Resource =>
  resource as unknown as Resource;

/** Whether the resource, with these settings, is of no use with a lock that has no fencing token. */
export const needsToken = (
  { needsToken, fields }: Resource,
  settings: Readonly<Record<string, unknown>> = {},
): boolean => (typeof needsToken === 'function' ? needsToken(withDefaults(fields, settings)) : needsToken);

const keepingOf = ({ keepsData, fields }: Resource, settings: Readonly<Record<string, unknown>>): Keeping | null =>
  typeof keepsData === 'function' ? keepsData(withDefaults(fields, settings)) : (keepsData ?? null);

/** Whether the resource, with these settings, is meant to protect the data from two holders at once. */
export const keepsData = (resource: Resource, settings: Readonly<Record<string, unknown>> = {}): boolean =>
  keepingOf(resource, settings) !== null;

/** When the resource, with these settings, promises that no update is lost. Null: it promises nothing. */
export function guardOf(resource: Resource, settings: Readonly<Record<string, unknown>> = {}) {
  const keeping = keepingOf(resource, settings);
  return keeping === 'in-some-cases' ? null : keeping;
}
