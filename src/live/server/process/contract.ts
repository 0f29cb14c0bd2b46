/**
 * The messages between the processes of a live run and the orchestrator. The processes are clients, the storage, and
 * the database of an SQL lock. Orders go to a process over Node's IPC, as JSON. All its reports come over its file
 * descriptor 3, a line of JSON each, written synchronously and in order, because a process may stop itself right after.
 * Contains only types.
 *
 * **Names of messages.** A process names every connection that it opens once, by `CLIENT SETNAME` in the
 * handshake: `client1/0.7` is the 7th connection of client 1 in its first life. Every reader of the connection counts
 * the requests on it from 1 and leaves out those of `handshakeCommands`. `client1/0.7/3` is the message name of the
 * third request, and `client1/0.7/3!` that of its reply. One call is in flight on a connection at a time. Messages that
 * a server sends unasked are counted apart: `client1/0.7>2`. An answer that begins with `NOSCRIPT` does not count: the
 * EVAL that follows on the connection belongs to the same call. A proxy has to pass the handshake on, because the
 * storage counts in the same way, but need not delay it. `AUTH` concerns only the two ends of one connection. Each
 * listener of a run has a secret of its own, which the order `start` contains, and lets in only peers that send it.
 *
 * **What each of them reports.** A process reports the requests that it sends (`sent`), the answers that it takes in
 * (`received`, `late`, `timedOut`, `closed`, `received` of pushes), its steps and its marks. The storage and the
 * database report what happens to the resource and to their entries. The proxy reports `arrived` and `lost`, and at a
 * server `received`, and `sent` of replies and pushes. The orchestrator reports `started`, `crashed` (except `power` 2,
 * of a thread), `paused`, `resumed`, `clockSet`, `faultStruck` and `faultEnded`.
 */

import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { Bundle } from '../../../sandbox/attack/evaluate';
import type { LiveEvent } from '../liveEvent';

/**
 * Requests that are not calls of a program. They are not counted. PING is counted, because a lock may ask whether a
 * node is up, and so is a lock's INFO of one section.
 */
export const handshakeCommands: ReadonlySet<string> = new Set([
  'HELLO',
  'AUTH',
  'SELECT',
  'CLIENT',
  'INFO',
  'SCRIPT',
  'COMMAND',
  'READONLY',
  'QUIT',
]);

/** A database on this host: a libsql file, or a Postgres server. */
export type Database =
  | { readonly kind: 'libsql'; readonly file: string }
  /** All tables are made in `schema`, and are dropped with it. */
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

/** A wall clock at the start of a process: its offset from real time, and its rate. */
export interface ClockState {
  readonly offsetMicros: number;
  readonly driftPpm: number;
  readonly slewPpm: number;
  /**
   * A file that also receives every change, one `ClockNote` per line. If its clock is moved while a process is stopped,
   * it reads the moved clock as soon as it goes on, before any order reaches it. Absent when nothing moves the clock.
   */
  readonly file?: string;
}

export interface ClockNote {
  readonly atNanos: number;
  readonly change: ClockChange;
}

/** What a process does to itself at an anchor, in the middle of its code. */
export type SelfInjection =
  /**
   * The process stops itself by SIGSTOP. The orchestrator sees it stopped in `/proc`, and sends SIGCONT later. This
   * serves for its own pause, and for a fault elsewhere that must take effect before the code goes on. `suspended`: its
   * monotonic clock stands still.
   */
  | { readonly kind: 'stop'; readonly suspended: boolean }
  | { readonly kind: 'kill' }
  /** Ends only its thread: the program ends where it is, and everything else in the process lives on. */
  | { readonly kind: 'end-thread'; readonly fault: number }
  | { readonly kind: 'clock'; readonly change: ClockChange }
  /** Reports that it has reached the anchor, and goes on. */
  | { readonly kind: 'tell' };

/** The count begins with this life: a process that starts again gets the rest of the count. */
export type Anchor = {
  /** The report of the reached anchor contains it. */
  readonly id: number;
  readonly inject: SelfInjection;
  readonly nth: number;
} & (
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'effect' }
  | { readonly kind: 'request'; readonly to: ProcessId; readonly side: 'before' | 'after' }
);

/** A jump, the rates from then on, and whether the clock stands still. Absent fields do not change. */
export interface ClockChange {
  readonly jumpMicros?: number;
  readonly driftPpm?: number;
  readonly slewPpm?: number;
  readonly isWallStopped?: boolean;
}

interface StartOfAny {
  readonly type: 'start';
  readonly me: ProcessId;
  /** 0 in its first life. */
  readonly incarnation: number;
  readonly scenario: Scenario;
  readonly clock: ClockState;
  /** Sent first on each connection, by `AUTH`. Proxies let nobody in without it. */
  readonly password: string;
}

/** Ports on 127.0.0.1 at which this process finds the others: its own proxies. */
export type Ports = { readonly [P in ProcessId]?: number };

export interface StartClient extends StartOfAny {
  readonly role: 'client';
  readonly ports: Ports;
  /** Prefix of every key and channel that goes to a server. Reports leave it out. */
  readonly keyPrefix: string;
  readonly anchors: readonly Anchor[];
  /** How many holds its earlier lives have begun: the number of `acquiring` events that they have reported. */
  readonly holdsBefore: number;
  /** A person's own code, which is the lock `own`. Absent if the lock is one of the playground's. */
  readonly own?: Bundle;
}

/** Listens on a port of its own, which its `ready` note reports. */
export interface StartStorage extends StartOfAny {
  readonly role: 'storage' | 'service';
  /** The password that it requires of its own peers. */
  readonly ownPassword: string;
  readonly database: Database;
  /** Ports of the resource's other processes; a later `route` order may bring them. */
  readonly ports: Ports;
}

export type Start = StartClient | StartStorage;

export type Order =
  | Start
  /** The run begins at this stamp (`nanos.ts`). In a later life, the stamp may lie in the past. */
  | { readonly type: 'go'; readonly epochNanos: number }
  /** Changes the clock at that stamp, which may be a little in the past. */
  | { readonly type: 'clock'; readonly atNanos: number; readonly change: ClockChange }
  /** After a failover: requests to `asked` go to `process` from now on, at this port. */
  | { readonly type: 'route'; readonly addressee: ProcessId; readonly process: ProcessId; readonly port: number }
  | { readonly type: 'end-thread'; readonly fault: number }
  | { readonly type: 'start-thread' }
  /** A suspended machine: the process stops itself by SIGSTOP, and its monotonic clock, until a SIGCONT comes. */
  | { readonly type: 'suspend' }
  /** Closes everything and exits with 0. */
  | { readonly type: 'stop' };

/** A line on file descriptor 3 that is not an event. */
export type Note =
  /** The process is connected and warmed up, and waits for `go`. `port`: where it listens. */
  | { readonly note: 'ready'; readonly port: number | null; readonly database: string | null }
  /**
   * The number of effects in this life, this one included. It is reported while an anchor waits for an effect, before
   * the anchor takes effect.
   */
  | { readonly note: 'effects'; readonly count: number }
  /** Written before the anchor takes effect. */
  | { readonly note: 'anchor'; readonly id: number; readonly stampNanos: number }
  /** All rounds are over, and everything that the lock had open is closed. */
  | { readonly note: 'done'; readonly stampNanos: number }
  /** It is about to end itself, because its own code threw an exception that was not caught. */
  | { readonly note: 'exit'; readonly stampNanos: number }
  /** Whether its own code listens for SIGTERM from now on. */
  | { readonly note: 'heeds'; readonly hasStopHandler: boolean }
  | { readonly note: 'problem'; readonly message: string }
  /** The process was due and did nothing. It does not know whether it was stopped or had no processor. */
  | { readonly note: 'late'; readonly fromNanos: number; readonly toNanos: number };

export type ReportLine = LiveEvent | Note;
