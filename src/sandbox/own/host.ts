/**
 * What a reader's code is given to stand on. These files are evaluated in the realm of that code, so they know nothing of
 * the playground but what crosses the border: numbers and texts.
 */

/** The task that calls `acquire`: the first one of its process, or another one, which may have its own instance or its own key. */
export const firstTask = 0;
export const secondTask = 1;
export const ownInstance = 2;
export const otherKey = 4;

/** The functions of the world outside. Times are in microseconds. */
export interface Host {
  readonly now: () => number;
  readonly mono: () => number;
  readonly random: (below: number) => number;
  /** Random bytes, two hex digits each: to cross the border for each byte took longer than all else that a lock does. */
  readonly bytes: (count: number) => string;
  /** Asks for something that is answered later, by its number. `line` is where the reader's code asked; 0: nobody knows. */
  readonly ask: (id: number, kind: AskKind, text: string, line: number) => void;
  /** Nobody waits for this answer any more. */
  readonly drop: (id: number) => void;
  /** One of the reader's functions has come to its end. */
  readonly settled: (id: number, ok: boolean, text: string) => void;
  readonly tell: (kind: TellKind, text: string, line: number) => void;
}

/** `signal`: each request to stop is a push. */
export const askKinds = ['call', 'sleep', 'log', 'subscribe', 'signal'] as const;
export type AskKind = (typeof askKinds)[number];

/**
 * `exit`: an exception that nobody caught. `left`: the code has ended its process, which was asked to stop. `refused`: something that is not simulated. `unread`: the number of further lines. `reaches`: an address
 * that no server of the run has.
 */
export const tellKinds = ['log', 'unread', 'lost', 'extended', 'exit', 'left', 'refused', 'reaches'] as const;
export type TellKind = (typeof tellKinds)[number];

/** What a call of a Redis server asks. `timeout` in ms; null: none. */
export interface Called {
  readonly node: number;
  readonly connection: number;
  readonly commands: readonly (readonly (string | number)[])[];
  /** The commands are one transaction, and are sent as one request. */
  readonly transaction: boolean;
  readonly timeout: number | null;
}

/** What one of the reader's functions ended with, when it threw. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What an acquire returned, as far as the playground reads it. Lengths in ms. */
export interface Got {
  /** The number by which the realm knows what was returned. */
  readonly id: number;
  readonly validFor: number | null;
  readonly token: number | null;
  readonly owner: string;
  /** The function has ended without a value. */
  readonly isNothing: boolean;
}

/** What the code of a client is told at its beginning. */
export interface Begun {
  readonly me: string;
  readonly number: number;
  readonly key: string;
  readonly ttl: number;
  readonly nodes: number;
  /** All clients have the same host name and process id. */
  readonly twins?: boolean;
  /** Acquire returns something with each lock, so nothing at all is a refusal. */
  readonly returnsLock?: boolean;
  /** Whether the lines of asks are looked up, which is slow. */
  readonly lines: boolean;
}

/** A write that arrives at the resource, and what stands there. */
export interface Judged {
  readonly write: { readonly base: number; readonly value: number; readonly token: number | null };
  readonly stored: { readonly version: number; readonly value: number; readonly token: number | null };
}
