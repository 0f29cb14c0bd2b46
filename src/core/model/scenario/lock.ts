/** The type of a lock: its settings as data, the processes that it needs, and its programs over effects. */
import type { Hold, Program, Reason } from '../effects/effect';
import type { EventLoop } from '../effects/eventLoop';
import type { LossNotice } from '../effects/lossNotice';
import { isGrant, type Reply } from '../effects/request';
import type { Text } from '../values/text';
import type { Micros, Ms } from '../values/time';
import type { Fields, ValuesOf } from './fields';
import type { LockFacts } from './lockFacts';
import type { ProcessId } from './processId';
import type { Settings, WhenLost } from './scenario';

/**
 * Whose clock ends the lease of a silent holder.
 * server: the clock of the service that keeps the lock.
 * writer: the holder's wall clock wrote the end, and each contender compares it with its own.
 * observer: each contender's own stopwatch, from the last change that it saw.
 * nobody: it does not end by time.
 */
export const leaseClocks = ['server', 'writer', 'observer', 'nobody'] as const;
export type LeaseClock = (typeof leaseClocks)[number];

/** The input of a lock's program, from the client that runs it. */
export interface LockContext<S> {
  readonly me: ProcessId;
  /** The processes that this client believes to be the lock's nodes. */
  readonly nodes: readonly ProcessId[];
  /** Its nodes have replicas, and its client library was set up for that. */
  readonly replicated?: true;
  /** The name of the resource. A lock of several keys appends to it. */
  readonly key: string;
  readonly settings: S;
  /** The current acquisition, for marks of the lock's own (`extended`, `lost`). */
  readonly hold: Hold;
  /** The number of the asking task, if one process has several. Absent: it has one. */
  readonly task?: number;
  /**
   * The lock's memory in this process from one acquisition to the next: a session, a connection. It is lost when the
   * process ends.
   */
  readonly memory?: Map<string, unknown>;
  /** Receives the news that the lock is lost (`reportLoss`). Absent: the client does not listen. */
  readonly notice?: LossNotice;
  /** The event loop of its process, for a lock with `computes`. */
  readonly loop?: EventLoop;
}

/** Success of an acquire. */
export interface Held<State = unknown> {
  readonly kind: 'held';
  /** Others may hold it too, in the same mode. Absent: it is exclusive. */
  readonly shared?: boolean;
  /** Its holder only reads. */
  readonly readsOnly?: boolean;
  /** In microseconds from now on, as the lock calculates it. `forever` if it does not expire. */
  readonly validFor: Micros;
  /** The fencing token. Null if the lock has none. */
  readonly token: number | null;
  /** The value that names this holder at the lock service, unique unless the settings say otherwise. */
  readonly owner: string;
  /** The lock's own state, which only its programs read. */
  readonly state: State;
}

export interface Refused {
  readonly kind: 'refused';
  readonly reason: Reason;
  /**
   * The client does not ask again: its round ends without the lock, which is not a failure unless it has `failed`.
   * Absent: it asks again.
   */
  readonly skips?: boolean | 'failed';
}

export const refused = (reason: Reason): Refused => ({ kind: 'refused', reason });

/** The result of a release by the server's reply. `ifNot`: why its server had nothing to give back. */
export function releasedBy(reply: Reply, ifNot: Reason): Reason {
  if (isGrant(reply)) return 'none';
  return reply.kind === 'ok' ? ifNot : 'error';
}

type UsualWhenLost = Exclude<WhenLost, 'usual'>;

/** How a client learns that its lock is lost, in words. The lock's programs and `clients/round.ts` do it. */
export interface LossReport {
  /**
   * `timer`: the client's own, at the end of its validity. `extension`: a refused extension. `nobody`: it never learns.
   */
  readonly by: 'timer' | 'extension' | 'session' | 'connection' | 'nobody';
  readonly when: Text;
  /** The usual reaction of the library or the recipe. */
  readonly usually: Text;
}

export interface Lock<F extends Fields = Fields, State = unknown> extends LockFacts {
  /** One sentence: what it is and what it promises. */
  readonly about: Text;
  /** The lock's row in the help's table of losses. */
  readonly lossReport: LossReport;
  readonly fields: F;
  /** Settings that make no sense, each in a sentence. The lock runs anyway, because seeing it fail is the point. */
  readonly warnings?: (own: ValuesOf<F>, settings: Settings) => readonly Text[];
  /** The labels that its programs yield with `step`. Every one is found in its source. */
  readonly steps: readonly string[];
  /** The server processes that it talks to, in the order in which they are drawn. The simulator adds their replicas. */
  readonly services: (settings: Settings, own: ValuesOf<F>) => readonly ProcessId[];
  /** How many of its services must agree. Absent: a majority. */
  readonly quorum?: (own: ValuesOf<F>, services: readonly ProcessId[]) => number;
  readonly hasToken: (own: ValuesOf<F>) => boolean;
  /** Whose clock ends its lease. Absent: the server's. */
  readonly endedBy?: (own: ValuesOf<F>) => LeaseClock;
  readonly acquire: (context: LockContext<ValuesOf<F>>) => Program<Held<State> | Refused>;
  /** Releases the inner levels of a re-entrant lock, while the client is still inside. */
  readonly unwind?: (context: LockContext<ValuesOf<F>>, held: Held<State>) => Program;
  /** Returns `none` if the lock was given back, else why not. */
  readonly release: (context: LockContext<ValuesOf<F>>, held: Held<State>) => Program<Reason>;
  /**
   * How much of its validity is left by the holder's own clock, in microseconds; `forever` if it does not expire. Sends
   * no request.
   */
  readonly remaining: (context: LockContext<ValuesOf<F>>, held: Held<State>) => Program<Micros>;
  /**
   * The usual reaction of the library or recipe, if a program of the lock notifies the client of a loss
   * (`reportLoss`). Absent, or undefined for these settings: only the client's own timer notifies it, at the end of
   * its validity, and the client goes on.
   */
  readonly whenLost?: UsualWhenLost | ((own: ValuesOf<F>) => UsualWhenLost | undefined);
  /** A program of the lock may notify the client, and its own timer does so too where the run names a reaction. */
  readonly hasTimerToo?: true;
  /** Whether the client's work computes without yielding, so that the lock's own timers wait. Absent: it yields. */
  readonly computes?: (own: ValuesOf<F>) => boolean;
  /** How long its server keeps a session without a sign of life, in milliseconds, if that is not the lease. */
  readonly sessionLasts?: (own: ValuesOf<F>) => Ms;
  /**
   * How long others may have to wait after the holder's last sign of life, in milliseconds, if longer than the lease. A
   * search tries longer pauses.
   */
  readonly freedAfter?: (own: ValuesOf<F>) => Ms;
  /** Whether each acquisition has an owner value of its own. Absent: some may share one. */
  readonly ownersDiffer?: true | ((own: ValuesOf<F>) => boolean);
  /** The shortest and the longest lease that its server uses, in milliseconds. Absent: it takes any. */
  readonly leaseLimits?: (own: ValuesOf<F>) => { readonly min: Ms; readonly max: Ms };
  /**
   * Clients may take over a key that has no expiry at the server: when the time in it is past, when a pool lends them
   * the session that has it, or when they delete it before they ask. False: only newly arriving clients may, and no
   * waiting client gives up in this run.
   */
  readonly keysLapse?: true | ((own: ValuesOf<F>, run: Pick<Settings, 'connection' | 'own'>) => boolean | undefined);
  /** Ends what outlives an acquisition, such as a session. Called when the client has finished its last round. */
  readonly quit?: (context: Omit<LockContext<ValuesOf<F>>, 'hold'>) => Program;
  /** Its source below `src/`, which the page shows: `core/locks/redlock/lock.ts`. */
  readonly source: string;
}

/** `whenLost` of a lock with its settings. */
export const usualWhenLost = (
  { whenLost }: Pick<Lock, 'whenLost'>,
  own: ValuesOf<Fields>,
): UsualWhenLost | undefined => (typeof whenLost === 'function' ? whenLost(own) : whenLost);

/** Checks the types of settings and state while a lock is written, and drops them for the parts. */
export const defineLock = <const F extends Fields, State>(
  facts: LockFacts,
  program: Omit<Lock<F, State>, keyof LockFacts>,
): Lock => ({ ...facts, ...(program as unknown as Omit<Lock, keyof LockFacts>) });
