/**
 * What the page and the server of real Redis say to each other over a WebSocket, as JSON, one message each. Everything that
 * the page sends is checked against `fromPage`; a message that does not fit ends the connection with the reason. What the server
 * says is parsed in `fromServer.ts`, which the page loads with its first live run.
 */
import * as v from 'valibot';
import type { Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import type { LateSpan, TraceHeader } from '../model/trace';
import type { Unable } from './unable';

/** Bumped with every change that an older page or server would misread. */
export const wireVersion = 1;

/** The path of the WebSocket below the page's own address. */
export const socketPath = 'live';

/** The longest message that the server takes, in bytes. */
export const messageBytesMax = 300_000;

const runId = v.pipe(v.string(), v.regex(/^[a-z0-9]{1,16}$/));

export const fromPage = v.variant('type', [
  v.strictObject({ type: v.literal('run'), run: runId, scenario: v.record(v.string(), v.unknown()) }),
  v.strictObject({ type: v.literal('stop'), run: runId }),
  /** Gets a Redis where none was found: the package builds one. Its progress comes as `setting-up`. */
  v.strictObject({ type: v.literal('set-up') }),
]);
export type FromPage = v.InferOutput<typeof fromPage>;

/** What the server has to offer. Sent when a page connects, and again when it changes. */
export interface Offer {
  readonly type: 'offer';
  readonly version: number;
  readonly redis:
    | { readonly kind: 'ready'; readonly version: string; readonly from: 'own' | 'existing' }
    /** Not there yet: `set-up` may get it, by building one or by asking the servers of others again. */
    | { readonly kind: 'missing'; readonly from: 'own' | 'existing'; readonly how: Text };
  /** How a clock is moved: the preload shim, or by shifting every key's expiry. */
  readonly clock: 'shim' | 'shifted-expiry' | 'none';
  /** What the storage's database is: `libsql 0.5` or `PostgreSQL 15`. */
  readonly database: string;
  /** What cannot strike a server here. */
  readonly unable: Unable;
  /** So many runs at once; others wait. */
  readonly runsMax: number;
  /** The longest `settings.duration` that it runs, in ms. */
  readonly durationMax: number;
}

/** Rows of a trace that are new, in the order of time; texts that they refer to beyond those sent before. */
export interface NewRows {
  readonly type: 'rows';
  readonly run: string;
  readonly strings: readonly string[];
  /** `[at µs, kind, process, a, b, c, d, e, f]`, as `Trace` has them. */
  readonly rows: readonly (readonly number[])[];
  /** When the machine was late so far, where that has changed: what has come is judged by it should nothing more come. */
  readonly late?: readonly LateSpan[];
}

export type FromServer =
  | Offer
  | { readonly type: 'setting-up'; readonly line: string }
  /** Waits for its turn; `place` from 1. */
  | { readonly type: 'queued'; readonly run: string; readonly place: number }
  /** Servers and processes are being started: what is under way. */
  | { readonly type: 'preparing'; readonly run: string; readonly what: Text }
  /**
   * `ended`, `endedAt` and `missed` of the header are of no use before `ended` comes. `engine` names what ran, as people read
   * it: `Redis 7.0.15`.
   */
  | { readonly type: 'began'; readonly run: string; readonly scenario: Scenario; readonly header: TraceHeader }
  | NewRows
  | { readonly type: 'ended'; readonly run: string; readonly header: TraceHeader }
  /**
   * It came to nothing: the scenario cannot run here, something is broken, or a process ended that nobody had told to. Then
   * `advice` says what to do, `lastWords` what it said last, and `header` ends the rows that have come.
   */
  | {
      readonly type: 'failed';
      readonly run: string;
      readonly problem: Text;
      readonly advice?: Text;
      readonly lastWords?: readonly string[];
      readonly header?: TraceHeader;
    };
