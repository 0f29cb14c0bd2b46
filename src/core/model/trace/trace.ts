/**
 * What happened in a run, simulated or live: points in columns. Spans and pictures are derived from it. One table says
 * what each kind's integer columns mean. Times are in microseconds, and −1 means no value. A change of this table bumps
 * `traceVersion` and gets a line in the changelog.
 */

import type { ProcessId, Role } from '../scenario/processId';
import type { Guard } from '../scenario/resource';
import type { Scenario } from '../scenario/scenario';
import type { Text } from '../values/text';
import type { Instant, Micros } from '../values/time';
import type { Severity } from './severity';
import type { StandIn } from './standIn';

export const traceVersion = 3;

/** The engine of a run of a person's own program, which no other engine can play again. */
export const programEngine = 'redlock-playground/program';

/**
 * From a kind to the names of its columns a … f. `peer` is the index of a process. `text`, `entry`, `token text` are
 * indices of the string table. `message` is twice the number of the call, plus one for its reply. A push counts as a
 * call of its own.
 */
export const traceKinds = {
  /**
   * `process` sends to `peer`. `leg`: 0 request, 1 reply, 2 push. `again`: how often its client library has already
   * sent the same unanswered command; −1: this is the first time.
   */
  sent: ['peer', 'message', 'text', 'leg', 'again'],
  /** The message reached `process`, which may be paused. */
  arrived: ['peer', 'message'],
  /**
   * The code of `process` took the message in: a server has executed the request, or a client has read the reply. `ok`:
   * 1 granted, 0 refused or error.
   */
  received: ['peer', 'message', 'ok'],
  /** A reply came in after its timeout, or when it was no longer needed. */
  late: ['peer', 'message'],
  /** `process` no longer waits for the reply to this request. */
  timedOut: ['peer', 'message'],
  /** The message will never arrive. `process` is the sender. `cause` indexes `lossCauses`. */
  lost: ['peer', 'message', 'cause'],
  /**
   * `process` learns that its connection was refused or closed. `message`: the request that fails because of it, or
   * −1.
   */
  closed: ['peer', 'message'],
  /**
   * A key, znode or row was set, or its expiry changed, at `process` for `peer`. `expiresIn` is by the wall clock of
   * `process`; −1: never. `withSession` (−2): it is removed when the server ends its owner's session.
   */
  entrySet: ['peer', 'entry', 'value', 'expiresIn'],
  /** `peer`: the process that removed it, −1: no process. `cause` indexes `goneCauses`. */
  entryGone: ['peer', 'entry', 'cause'],
  /** The log is on the disk of `process` up to this offset. */
  synced: ['upTo'],
  /** The replica `process` has applied the log of `peer` up to this offset. For a resource, up to this version. */
  replicated: ['peer', 'upTo'],
  /** The replica `process` takes the place of `peer`. `lost`: how many of the old master's writes it never got. */
  promoted: ['peer', 'lost'],
  /** `fault` indexes the keys of the scenario's faults, in their order. */
  paused: ['fault'],
  resumed: [],
  /** `power`: 0: the process crashed, 1: its machine too, 2: only one thread of a client, whose process runs on. */
  crashed: ['fault', 'power'],
  /** `kept`: entries that are still there. −1 at a client. */
  started: ['kept'],
  /** The wall clock was moved by `by` and runs at `ppm` from now on. */
  clockSet: ['by', 'ppm'],
  faultStruck: ['fault'],
  faultEnded: ['fault'],
  step: ['text', 'task'],
  acquiring: ['hold'],
  /** `reason` indexes `reasons` of `effect.ts`, here and below. */
  refused: ['hold', 'reason'],
  /**
   * `validFor`: as the client believes; −1: forever. `token` −1: there is no token. `shared`: 1 if others may hold it
   * in the same mode.
   */
  acquired: ['hold', 'validFor', 'token', 'shared'],
  extended: ['hold', 'validFor'],
  releasing: ['hold'],
  released: ['hold', 'reason'],
  /** The client learns that its lock is lost. It may go on. */
  lockLost: ['hold', 'reason'],
  /** A round ended. `ok`: 1: it succeeded, 0: it failed, 2: the lock was refused and the client skipped the round. */
  finished: ['round', 'ok'],
  /**
   * `process` is the resource, `peer` the client. `version` −1: the client asked whether something is done; `value`
   * is 1 if it is.
   */
  read: ['peer', 'message', 'version', 'token', 'value'],
  marked: ['peer', 'token'],
  /**
   * `basedOn`: the version that the writer had read; −1: it had read nothing. `version` −1: an action without versions,
   * which `value` counts.
   */
  wrote: ['peer', 'message', 'version', 'basedOn', 'token', 'value'],
  /**
   * `check` indexes `refusalChecks` and says what was compared: tokens; versions (`token`: the one it was based on);
   * marks (`against`: the client whose mark is set). `value` −1: it was a read or a mark, and nothing was to be
   * written.
   */
  rejected: ['peer', 'message', 'token', 'against', 'value', 'check'],
  /** The server `process` makes `peer` wait (`waiting`) and wakes it (`woken`). */
  waiting: ['peer'],
  woken: ['peer'],
  /** One part, counted from 1, of an object that is written in parts. After the last one comes `wrote`. */
  wrotePart: ['peer', 'message', 'part', 'basedOn', 'token', 'value'],
  /**
   * The message waits at `process`, whose kernel will send it again, because the link is cut. `behind`: 1 if the link
   * is whole again and the message waits behind others of its connection.
   */
  stalled: ['peer', 'message', 'behind'],
  /** The link is whole again: the waiting message is sent again and gets through. */
  resent: ['peer', 'message'],
  /** The client has stopped its work before its release, so it is no longer inside. */
  stopped: ['hold', 'reason'],
  /**
   * `leads` 1: the member `process` leads its service from now on, and `peer` led before; both are the same if no
   * other has led. 0: it no longer leads, and `peer` is the same member.
   */
  led: ['peer', 'leads'],
} as const satisfies Record<string, readonly string[]>;

export type TraceKind = keyof typeof traceKinds;

/** The number in the column `kind`. */
export const kindNames = Object.keys(traceKinds) as TraceKind[];
export const kindNumber: { readonly [K in TraceKind]: number } = Object.fromEntries(
  kindNames.map((name, i) => [name, i]),
) as { [K in TraceKind]: number };

/**
 * dropped: by a fault or by chance. cut: the link is cut. down: the machine is dark. gone: there is no process to
 * receive it.
 */
export const lossCauses = ['dropped', 'cut', 'down', 'gone'] as const;
export type LossCause = (typeof lossCauses)[number];

/** The largest whole number that a column can hold. Longer times are limited to it. */
export const columnMax = Number.MAX_SAFE_INTEGER;

/** In the column `power` of `crashed`: one thread ended; its machine and process go on. */
export const threadAlone = 2;

/** In the column `expiresIn`: the entry never expires by itself. */
export const withoutExpiry: Micros = -1;

/** In a verdict, in place of a length: the thing has not ended yet, and the run goes on. */
export const notOver: Micros = -2;

/** In the column `expiresIn`: the entry expires with the session of its owner, not by time. */
export const withSession: Micros = -2;

/** Which way a message of a call goes, as `sent` numbers it. A push belongs to no request. */
export const legs = ['request', 'reply', 'push'] as const;
export type Leg = (typeof legs)[number];

/** The things that a resource's check can compare when it refuses. */
export const refusalChecks = ['token', 'version', 'owner', 'sequencer', 'holder', 'mode'] as const;

/**
 * lost: the server forgot it in a restart, never received it, or removed it although no process of the run had asked
 * for that.
 */
export const goneCauses = ['deleted', 'expired', 'lost'] as const;
export type GoneCause = (typeof goneCauses)[number];

/**
 * A stretch, in microseconds of the run, in which a process did nothing although it was due. Stretches are in order
 * and do not touch.
 */
export type LateSpan = readonly [from: Micros, to: Micros];

export interface TraceHeader {
  readonly version: number;
  /** The engine that made the trace. Another engine may make another run of the same scenario. */
  readonly engine: string;
  readonly origin: 'simulated' | 'live';
  readonly scenario: Scenario;
  /**
   * quiet: nothing was left to happen within the scenario's time. duration: that time ended. bound: its limit of
   * events. stopped: by a person. failed: a process of a live run ended unasked, or something else broke. not-yet: the
   * run goes on, and these are its events so far.
   */
  readonly ended: 'quiet' | 'duration' | 'bound' | 'stopped' | 'failed' | 'not-yet';
  readonly endedAt: Instant;
  /** `uncertainty` in microseconds; 0 when simulated. */
  readonly processes: readonly { readonly id: ProcessId; readonly role: Role; readonly uncertainty: Micros }[];
  /** The lock's key at a server. With several keys, the first. */
  readonly lockEntry: string;
  /** How many of the lock services must agree. 1 for a lock on one server. */
  readonly quorum: number;
  /** When a live run was late. Absent: it was not late, or this was not measured. */
  readonly late?: readonly LateSpan[];
  /** For a live run that was late: how the simulation of its scenario ends, which is never late. */
  readonly simulated?: Severity;
  /**
   * The next events after the end of a simulated run: the next part of a fault, and the next deadline of a server or
   * of a connection that is cut. Timers of clients do not count. Absent: there is no such event, or the run was live.
   */
  readonly due?: { readonly fault?: Instant; readonly server?: Instant };
  /** How long the lock, or the session that it belongs to, lasts without a sign of life. Absent: it lasts forever. */
  readonly lease?: Micros;
  /**
   * Clients may take over a key that has no expiry of its own. False: newly arriving clients may, waiting clients may
   * not.
   */
  readonly keysLapse?: boolean;
  /** When the resource's check prevents lost updates. Absent: it promises nothing. */
  readonly guard?: Guard;
  /** The stand-ins of a live run. Empty when simulated. */
  readonly emulated: readonly StandIn[];
  /** Faults of the scenario that found no target, by name, with the reason. */
  readonly missed: Readonly<Record<string, Text>>;
}

/** Seven integer columns besides the time, one row for each event, in the order in which they happened. */
export interface Trace {
  readonly header: TraceHeader;
  readonly strings: readonly string[];
  readonly count: number;
  /** Microseconds since the run began, never falling. */
  readonly at: Float64Array;
  readonly kind: Uint8Array;
  /** Index into `header.processes`. */
  readonly process: Uint8Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly d: Float64Array;
  readonly e: Float64Array;
  readonly f: Float64Array;
}

/** Whether the run goes on. If it does, its last event is not the end, and open spans may still end. */
export const isGoing = ({ header }: Trace): boolean => header.ended === 'not-yet';

/**
 * Whether something that lasts until this instant may last longer because the run goes on. Open spans reach to its
 * last event.
 * @param to null: to the end of the run
 */
export const goesOn = (trace: Trace, to: Micros | null): boolean =>
  isGoing(trace) && (to === null || to >= trace.header.endedAt);

/** The index of a process in `header.processes`. −1 if it is not there. */
export const processIndex = (trace: Trace, id: ProcessId): number =>
  trace.header.processes.findIndex((process) => process.id === id);

/** All names of the lock's key: clients may know it under several. */
export const lockNames = ({ lockEntry, scenario }: TraceHeader): readonly string[] => [
  lockEntry,
  ...Object.values(scenario.settings.own ?? {}).flatMap((own) => own?.key ?? []),
];
