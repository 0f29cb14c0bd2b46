/**
 * The border between the simulated world and a realm in which a reader's code runs. An engine makes realms
 * (`realm/quickJs.ts`); the world outside is `life.ts`. Only numbers and texts cross.
 */
import type { Begun, Host, Judged } from './host';
import type { OwnFile, OwnForm, OwnProblem } from './session';

/** What a file turned out to be when it was evaluated. */
export type BegunAs =
  | {
      readonly ok: true;
      readonly form: OwnForm;
      /** The names by which it was found. */
      readonly found: string;
      readonly settings: unknown;
      /** It has a function that says how much of its validity is left. */
      readonly tellsRemaining: boolean;
      /** It waits at its top: the rest is known later, if ever. */
      readonly waits?: true;
    }
  | { readonly ok: false; readonly problem: RealmProblem };

export interface RealmProblem {
  readonly kind: 'threw' | 'form' | 'syntax' | 'too-long' | 'too-much-memory' | 'too-deep';
  readonly message: string;
  /** Counted from 1. 0: none is known. */
  readonly line: number;
  readonly column: number;
}

/** A problem of the realm, as the page and the terminal tell it. */
export const ownProblem = ({ kind, message, line, column }: RealmProblem, file: OwnFile): OwnProblem => ({
  kind,
  message,
  place: line > 0 ? { file, line, column: Math.max(1, column) } : null,
});

/** The code has not come to rest, or has used up its memory. The run ends here. */
export class RealmEnded extends Error {
  constructor(readonly problem: RealmProblem) {
    super(problem.message);
  }
}

/** The code of one life of a client. */
export interface Realm {
  /** What the file turned out to be by now. */
  readonly begunAs: () => BegunAs;
  /** Calls one of the reader's functions by name. `host.settled` gets its end. @param held what was acquired; for acquire, the task */
  readonly enter: (call: number, name: string, held: number) => void;
  readonly answer: (id: number, ok: boolean, value: unknown) => void;
  readonly push: (id: number, value: unknown) => void;
}

/** A place where a reader's code runs. One run at a time. */
export interface Engine {
  /** All lives of the run before are over. Returns what lets the code run until all of it waits; it may throw `RealmEnded`. */
  readonly beginRun: () => () => void;
  /** Begins a life. The files are evaluated anew. */
  readonly live: (begun: Begun, host: Host) => { readonly as: BegunAs; readonly realm: Realm };
  /** Asks the reader's check at the resource whether a write may happen. */
  readonly decide: (judged: Judged) => { readonly isGood: boolean } | { readonly problem: RealmProblem };
  /** The code has used up its time or memory. Another engine must be made, from a module of its own. */
  readonly isSpent: boolean;
  /** False: it could not be taken down, so its module is spoilt. */
  readonly dispose: () => boolean;
}
