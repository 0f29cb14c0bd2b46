/**
 * The messages between the page and the server of real Redis: JSON over a WebSocket, one message each. The server
 * checks every message of the page against `fromPage`, and a bad one ends the connection with the reason.
 * `fromServer.ts` parses the server's messages; the page loads that file with its first live run.
 */
import * as v from 'valibot';
import { anyObject } from '../../core/model/scenario/parse/structureProblem';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { LateSpan, TraceHeader } from '../../core/model/trace/trace';
import type { Text } from '../../core/model/values/text';
import type { Unsupported } from './unsupported';

/** Raised with every change that an older page or server would misread. */
export const wireVersion = 1;

/** The path of the WebSocket below the page's own address. */
export const socketPath = 'live';

/** The longest message that the server accepts, in bytes. */
export const messageBytesMax = 300_000;

const noCode = 'A run is asked for by its scenario alone. This server takes no code.';

const runId = v.pipe(v.string(), v.regex(/^[a-z0-9]{1,16}$/));

export const fromPage = v.variant('type', [
  /** A scenario and nothing else: no field of a message or of a scenario is code. */
  v.strictObject({ type: v.literal('run'), run: runId, scenario: anyObject }, noCode),
  v.strictObject({ type: v.literal('stop'), run: runId }),
  /** Asks the server to build a Redis if it has no Redis. Progress comes as `setting-up`. */
  v.strictObject({ type: v.literal('set-up') }),
]);
export type FromPage = v.InferOutput<typeof fromPage>;

/** A lock from a file on the server's machine. It runs there under the name `own`, and its code stays there. */
export interface OfferedLock {
  /** The file's name, without its folder. */
  readonly name: string;
  /** The numbers in the file; `ttl` in ms. */
  readonly nodes: number;
  readonly ttl: number;
  readonly token: boolean;
}

/** What the server can run. It is sent when a page connects, and again when it changes. */
export interface Offer {
  readonly type: 'offer';
  readonly version: number;
  readonly redis:
    | { readonly kind: 'ready'; readonly version: string; readonly from: 'own' | 'existing' }
    /** No servers yet. `set-up` may get them, by building one or by asking the existing servers again. */
    | { readonly kind: 'missing'; readonly from: 'own' | 'existing'; readonly how: Text };
  /** How a clock is moved: the preload shim, or by shifting every key's expiry. */
  readonly clock: 'shim' | 'shifted-expiry' | 'none';
  /** The storage's database: `libsql 0.5` or `PostgreSQL 15`. */
  readonly database: string;
  /** The faults that cannot hit a server here. */
  readonly unable: Unsupported;
  /** Absent if the server was started without one. */
  readonly lock?: OfferedLock;
  /** The number of runs at once; others wait. */
  readonly runsMax: number;
  /** The longest `settings.duration` that it runs, in ms. */
  readonly durationMax: number;
}

/** New rows of a trace, in the order of time, and those of their texts that were not sent before. */
export interface NewRows {
  readonly type: 'rows';
  readonly run: string;
  readonly strings: readonly string[];
  /** `[at µs, kind, process, a, b, c, d, e, f]`, as in `Trace`. */
  readonly rows: readonly (readonly number[])[];
  /** When the machine was late so far; sent when this has changed. If nothing more comes, the run is judged by it. */
  readonly late?: readonly LateSpan[];
}

export type FromServer =
  | Offer
  | { readonly type: 'setting-up'; readonly line: string }
  /** The run waits for its turn; the first `place` is 1. */
  | { readonly type: 'queued'; readonly run: string; readonly place: number }
  /** Servers and processes are starting; `what` names the current step. */
  | { readonly type: 'preparing'; readonly run: string; readonly what: Text }
  /**
   * The fields `ended`, `endedAt` and `missed` of the header mean nothing before `ended` comes. `engine` names the
   * servers for people: `Redis 7.0.15`.
   */
  | { readonly type: 'began'; readonly run: string; readonly scenario: Scenario; readonly header: TraceHeader }
  | NewRows
  | { readonly type: 'ended'; readonly run: string; readonly header: TraceHeader }
  /**
   * The run failed: the scenario cannot run here, something broke, or a process ended without an order. In the last
   * case, `advice` says what a person can do, `lastWords` are the last lines of the process, and `header` completes the
   * rows that have come.
   */
  | {
      readonly type: 'failed';
      readonly run: string;
      readonly problem: Text;
      readonly advice?: Text;
      readonly lastWords?: readonly string[];
      readonly header?: TraceHeader;
    };
