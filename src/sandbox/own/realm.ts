/**
 * The border between the simulated world and a realm in which a reader's code runs. An engine makes realms
 * (`realm/quickJs.ts`); the world outside is `guestProcess.ts`. Only numbers and texts cross.
 */
import type { Begun, CallVariants, Host, Judged } from './host';
import type { OwnFile, OwnForm, OwnProblem } from './ownCalls';

/** How functions are called before any run: as the names of their parameters say. */
export const defaultCall = { ways: { acquire: 0, release: 0 }, refusal: 0, records: false } as const;

/** What a file exports, found when it was evaluated. */
export type BegunAs =
  | {
      readonly ok: true;
      readonly form: OwnForm;
      /** The names that were recognized. */
      readonly found: string;
      readonly settings: unknown;
      /** In how many ways its functions may be called. */
      readonly ways: CallVariants;
      /** How release was called last. Absent: it was not called, or takes no argument. */
      readonly released?: string;
      /** It has a function that returns the remaining validity. */
      readonly knowsRemaining: boolean;
      /** It awaits at its top level: the rest is known later, if ever. */
      readonly waits?: true;
    }
  | { readonly ok: false; readonly problem: RealmProblem };

export interface RealmProblem {
  readonly kind: 'threw' | 'form' | 'syntax' | 'too-long' | 'too-much-memory' | 'too-deep';
  readonly message: string;
  /** Counted from 1. 0: unknown. */
  readonly line: number;
  readonly column: number;
}

/** A problem of the realm as the page and the terminal show it. */
export const ownProblem = ({ kind, message, line, column }: RealmProblem, file: OwnFile): OwnProblem => ({
  kind,
  message,
  place: line > 0 ? { file, line, column: Math.max(1, column) } : null,
});

/** The code did not come to rest, or used up its memory. The run ends here. */
export class RealmEnded extends Error {
  constructor(readonly problem: RealmProblem) {
    super(problem.message);
  }
}

/** The code of one life of a client. */
export interface Realm {
  /** What is known about the file's exports now. */
  readonly begunAs: () => BegunAs;
  /**
   * Calls one of the reader's functions by name. `host.settled` gets the result. @param held what was acquired; for
   * acquire, the task
   */
  readonly enter: (call: number, name: string, held: number) => void;
  readonly answer: (id: number, ok: boolean, value: unknown) => void;
  readonly push: (id: number, value: unknown) => void;
}

/** A place where a reader's code runs, one run at a time. */
export interface Engine {
  /**
   * All lives of the previous run are over. Returns a function that lets the code run until all of it waits; it may
   * throw `RealmEnded`.
   */
  readonly beginRun: () => () => void;
  /** Begins a life and evaluates the files anew. */
  readonly live: (begun: Begun, host: Host) => { readonly as: BegunAs; readonly realm: Realm };
  /** Asks the reader's check at the resource whether a write may happen. */
  readonly decide: (judged: Judged) => { readonly isGood: boolean } | { readonly problem: RealmProblem };
  /** The code used up its time or memory. A new engine is needed, from a module of its own. */
  readonly isSpent: boolean;
  /** False: it could not be freed, so its module cannot be used again. */
  readonly dispose: () => boolean;
}
