/**
 * What a reader's code gets from the world outside. These files are evaluated in the realm of that code, so they know
 * nothing of the playground but what crosses the border: numbers and texts.
 */

/**
 * The task that calls `acquire`: the first one of its process, or another, which may have its own instance or its own
 * key.
 */
export const firstTask = 0;
export const secondTask = 1;
export const ownInstance = 2;
export const otherKey = 4;

/** The functions of the world outside. Times are in microseconds. */
export interface Host {
  readonly now: () => number;
  readonly mono: () => number;
  readonly random: (below: number) => number;
  /**
   * Random bytes as hex, two digits each. One call per byte would take longer than everything else that a lock does.
   */
  readonly bytes: (count: number) => string;
  /** Asks for something that is answered later, by its number. `line` is where the reader's code asked; 0: unknown. */
  readonly ask: (id: number, kind: GuestRequestKind, text: string, line: number) => void;
  /**
   * One call of the file system, at this moment: what `ask` of kind `file` asks for, answered at once. Absent: there are
   * no files.
   */
  readonly file?: (text: string) => string;
  /** Whether a process with this id lives. Null: nobody here knows. */
  readonly lives: (pid: number) => boolean | null;
  /** The code no longer waits for this answer. */
  readonly drop: (id: number) => void;
  /** One of the reader's functions has ended. */
  readonly settled: (id: number, ok: boolean, text: string) => void;
  readonly report: (kind: ReportKind, text: string, line: number) => void;
}

/** `signal`: each request to stop is a push. `file`: a call of the file system. */
export const guestRequestKinds = ['call', 'sleep', 'log', 'subscribe', 'signal', 'file'] as const;
export type GuestRequestKind = (typeof guestRequestKinds)[number];

/**
 * `exit`: an exception that nobody caught.
 * `left`: the code ended its process after it was asked to stop.
 * `refused`: something that is not simulated.
 * `unread`: the number of further lines.
 * `reaches`: an address that no server of the run has.
 * `returned`: the digests of what acquire returned, whether it looks like a refusal, and the value in words.
 */
export const reportKinds = [
  'returned',
  'log',
  'unread',
  'lost',
  'extended',
  'exit',
  'left',
  'refused',
  'reaches',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A call to a Redis server. `timeout` in ms; null: none. */
export interface Called {
  readonly node: number;
  readonly connection: number;
  readonly commands: readonly (readonly (string | number)[])[];
  /** The commands are one transaction and are sent as one request. */
  readonly transaction: boolean;
  readonly timeout: number | null;
}

/** What one of the reader's functions threw. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What an acquire returned, as far as the playground reads it. Lengths in ms. */
export interface AcquireResult {
  /** The number of the returned value in the realm. */
  readonly id: number;
  readonly validFor: number | null;
  readonly token: number | null;
  readonly owner: string;
  /** The function returned nothing. */
  readonly isNothing: boolean;
}

/** The numbers of ways in which acquire, with what makes the lock, and release may be called; or which of them it is. */
export interface CallVariants {
  readonly acquire: number;
  readonly release: number;
}

/** What the code of a client receives at its beginning. */
export interface Begun {
  readonly me: string;
  readonly number: number;
  readonly pid: number;
  readonly key: string;
  readonly ttl: number;
  readonly nodes: number;
  /** All clients have the same host name. */
  readonly twins?: boolean;
  /** Acquire returns a value with each lock, so returning nothing is a refusal. */
  readonly returnsLock?: boolean;
  /** In which of their ways the functions are called. */
  readonly ways: CallVariants;
  /** What a refusal looks like, if only runs showed it: `refusalIn` of `realm/guest/refusals.ts`. 0: nothing. */
  readonly refusal: number;
  /** Whether the run has a process that serves files. Otherwise each call of a file is answered at once. */
  readonly sharesFiles?: boolean;
  /** Whether the lines of asks are looked up, which is slow. */
  readonly lines: boolean;
  /** Whether somebody keeps what the code reports about itself. */
  readonly records: boolean;
}

/** A write that arrives at the resource, and the value stored there. */
export interface Judged {
  readonly write: { readonly base: number; readonly value: number; readonly token: number | null };
  readonly stored: { readonly version: number; readonly value: number; readonly token: number | null };
}
