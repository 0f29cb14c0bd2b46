/**
 * What the processes of a live run and whoever runs them say to each other: clients, the storage, the database of an SQL lock.
 * Orders go to a process over Node's IPC as JSON; all that it reports comes over its file descriptor 3, a line of JSON each,
 * written synchronously and in order: a process may stop itself right after. Types alone.
 *
 * **Names of messages.** Every connection that a process opens says its name once, by `CLIENT SETNAME` in its handshake:
 * `client1/0.7` is the 7th connection of client 1 in its first life. Whoever reads the connection counts the requests on it
 * from 1, without those of `handshakeCommands`: `client1/0.7/3` is the message name of the third, `client1/0.7/3!` that of its
 * reply. One call is in flight on a connection at a time. What a server sends unasked on it is counted by itself:
 * `client1/0.7>2`. An answer that begins with `NOSCRIPT` is none: the EVAL that follows on the connection is the same call.
 * A proxy has to pass the handshake on, since the storage counts in the same way; it need not delay it. `AUTH` is between two
 * ends of a connection: each listener of a run has a secret of its own, told by the order `start`, and lets in nobody without it.
 *
 * **Who reports what.** A process reports what it sends itself (`sent` of requests) and what it takes in (`received`, `late`,
 * `timedOut`, `closed`, `received` of pushes), its steps and its marks; the storage and the database report what happens to
 * the resource and to their entries. `arrived`, `lost`, and at a server `received` and `sent` of replies and pushes, are the
 * proxy's; `started`, `crashed` (but `power` 2, of a thread), `paused`, `resumed`, `clockSet`, `faultStruck`, `faultEnded`
 * are the orchestrator's.
 */
import type { ProcessId, Scenario } from '../../model/scenario';
import type { LiveEvent } from '../liveEvent';
import type { WriteNoted } from './writeNotes';

/** Requests that are no calls of a program: they are not counted. PING is one, where a lock asks who is there. */
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

/** A database of this host: a file of libsql's, or a Postgres server. */
export type Database =
  | { readonly kind: 'libsql'; readonly file: string }
  /** `schema`: all tables are made in it and go with it. */
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

/** A wall clock as it stands when a process starts: shifted against real time, and how fast. */
export interface ClockState {
  readonly offsetMicros: number;
  readonly driftPpm: number;
  readonly slewPpm: number;
  /**
   * Where every change is written too, a `ClockNote` a line: who is stopped while its clock is moved reads the moved clock as soon
   * as it goes on, before it hears of any order. Absent where nothing moves it.
   */
  readonly file?: string;
}

export interface ClockNote {
  readonly atNanos: number;
  readonly change: ClockChange;
}

/** What a process does to itself at an anchor, in the midst of its code. */
export type SelfStrike =
  /**
   * Stops itself by SIGSTOP; whoever waits for it sees it stopped in `/proc` and sends SIGCONT. Serves for a pause of its own,
   * and for a fault elsewhere that has to have struck before the code goes on. `suspended`: its monotonic clock stands still.
   */
  | { readonly kind: 'stop'; readonly suspended: boolean }
  | { readonly kind: 'kill' }
  /** Its thread alone: the program ends where it stands, what else runs in the process lives on. */
  | { readonly kind: 'end-thread'; readonly fault: number }
  | { readonly kind: 'clock'; readonly change: ClockChange }
  /** Goes on, and has told. */
  | { readonly kind: 'tell' };

/** Counted from the beginning of this life: a process that starts again is handed what is left to count. */
export type Anchor = {
  /** Comes back with what is told when it is reached. */
  readonly id: number;
  readonly strike: SelfStrike;
  readonly nth: number;
} & (
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'effect' }
  | { readonly kind: 'request'; readonly to: ProcessId; readonly side: 'before' | 'after' }
);

/** Jumps, and from then on runs so fast; what is absent stays. */
export interface ClockChange {
  readonly jumpMicros?: number;
  readonly driftPpm?: number;
  readonly slewPpm?: number;
}

interface StartOfAny {
  readonly type: 'start';
  readonly me: ProcessId;
  /** 0 in its first life. */
  readonly incarnation: number;
  readonly scenario: Scenario;
  readonly clock: ClockState;
  /** What it says first on each connection, by `AUTH`: the proxies let nobody else in. */
  readonly password: string;
}

/** Ports on 127.0.0.1, where this process finds the others: its own proxies. */
export type Ports = { readonly [P in ProcessId]?: number };

export interface StartClient extends StartOfAny {
  readonly role: 'client';
  readonly ports: Ports;
  /** Before every key and channel that goes to a server; nowhere in what is reported. */
  readonly keyPrefix: string;
  readonly anchors: readonly Anchor[];
  /** Its writes are told beside all events. */
  readonly tellsWrites?: boolean;
  /** How many holds its earlier lives have begun: as many `acquiring` as they have reported. */
  readonly holdsBefore: number;
}

/** Listens on a port of its own, which comes back with `ready`. */
export interface StartStorage extends StartOfAny {
  readonly role: 'storage' | 'service';
  /** What it asks for itself. */
  readonly ownPassword: string;
  readonly database: Database;
  /** To the resource's other processes; may be told later by `route`. */
  readonly ports: Ports;
}

export type Start = StartClient | StartStorage;

export type Order =
  | Start
  /** The run begins at this stamp (`nanos.ts`), which may lie in the past in a later life. */
  | { readonly type: 'go'; readonly epochNanos: number }
  /** At that stamp, which may be a little in the past. */
  | { readonly type: 'clock'; readonly atNanos: number; readonly change: ClockChange }
  /** What is sent to `asked` goes to `process` from now on, at this port: after a failover. */
  | { readonly type: 'route'; readonly asked: ProcessId; readonly process: ProcessId; readonly port: number }
  | { readonly type: 'end-thread'; readonly fault: number }
  | { readonly type: 'start-thread' }
  /** Stops itself by SIGSTOP, with its monotonic clock, until somebody sends SIGCONT: a suspended machine. */
  | { readonly type: 'suspend' }
  /** Closes everything and exits with 0. */
  | { readonly type: 'stop' };

/** A line on file descriptor 3 that is no event. */
export type Note =
  /** Connected and warmed up: it waits for `go`. `port`: where it listens. */
  | { readonly note: 'ready'; readonly port: number | null; readonly database: string | null }
  /** So many effects of this life are counted, this one included; told where an anchor waits for one, before it is struck. */
  | { readonly note: 'effects'; readonly count: number }
  /** Written before the strike. */
  | { readonly note: 'anchor'; readonly id: number; readonly stampNanos: number }
  /** All rounds are over, and what the lock had open is closed. */
  | { readonly note: 'done'; readonly stampNanos: number }
  | { readonly note: 'problem'; readonly message: string }
  /** It was due, and did nothing: stopped processes cannot tell it from want of a processor. */
  /** Of its writes to the storage, where it was told to tell. */
  | { readonly note: 'write'; readonly what: WriteNoted }
  | { readonly note: 'late'; readonly fromNanos: number; readonly toNanos: number };

export type ReportLine = LiveEvent | Note;
