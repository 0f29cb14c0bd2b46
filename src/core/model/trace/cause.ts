/**
 * The values that the sentence of each of the judge's rules needs, in any language. The judge writes them and the
 * narration reads them, and this map checks both. Times and lengths are in microseconds. −1 means that there is no
 * value, unless the field says otherwise.
 */
import type { Reason } from '../effects/effect';
import type { ProcessId } from '../scenario/processId';
import type { Micros } from '../values/time';
import type { Severity } from './severity';
import type { LossCause, refusalChecks, TraceHeader } from './trace';

/** How a hold ended. `open`: it had not ended when the run did. */
export type HoldEnd = 'released' | 'lost' | 'crashed' | 'refused' | 'open';

/** 1 for true, 0 for false. */
export type Flag = 0 | 1;

interface Moment {
  readonly at: Micros;
}

interface OfClient extends Moment {
  readonly client: ProcessId;
}

interface OfProcess extends Moment {
  readonly process: ProcessId;
}

interface OnNodes {
  readonly nodes: readonly ProcessId[];
}

interface OfKeys extends OfClient, OnNodes {}

interface KeysOf extends OnNodes {
  readonly owner: ProcessId;
}

interface Granted extends OfKeys {
  /** −1: forever. −2: as long as its session lasts. */
  readonly validFor: Micros;
  /**
   * How long the servers keep the keys of a client that does not know when its lock ends. Absent: it knows, or the
   * keys stay.
   */
  readonly keysLive?: Micros;
  readonly token: number;
  /** The nodes that the client knew of, if the answer of another was lost. */
  readonly known?: readonly ProcessId[];
  /** There is no lock in this run. */
  readonly unlocked: Flag;
}

interface Crashed extends OfProcess {
  /** The whole machine lost its power, not only the process. */
  readonly power: Flag;
  readonly micros: Micros;
  readonly kept: number;
  /** How many keys of the lock were lost with it. */
  readonly forgot: number;
}

interface Ends extends Moment {
  readonly from: readonly ProcessId[];
  readonly to: readonly ProcessId[];
}

interface OfMessage extends Ends {
  readonly leg: 'request' | 'reply' | 'push';
}

interface Both extends Moment {
  readonly first: ProcessId;
  readonly second: ProcessId;
  /** `notOver`: both still hold it, and the run goes on. */
  readonly micros: Micros;
  /** One of them works without the lock, because it could not be reached. */
  readonly unlocked?: Flag;
}

interface KeyOfAnother extends KeysOf, Moment {
  readonly by: ProcessId;
}

/** The comparison that made a check refuse. `holder`: the client whose mark was set; null: there was no mark. */
export type Compared =
  | { readonly check: 'owner'; readonly holder: ProcessId | null }
  | {
      readonly check: Exclude<(typeof refusalChecks)[number], 'owner'>;
      readonly token: number;
      readonly against: number;
    };

/** `value` −1: nothing was to be written. */
type Refused = OfClient & Compared & { readonly value: number };

interface NodesMissing extends OnNodes {
  readonly down: number;
  readonly total: number;
  readonly quorum: number;
}

interface Served {
  readonly acquired: number;
  readonly clients: number;
  /** Several clients held the lock at once, and were allowed to. */
  readonly shared: Flag;
  /** There is no lock in this run. */
  readonly unlocked: Flag;
}

/** The results that a late machine may have caused. */
export type MarginKind = 'overlap' | 'loss' | 'wait' | 'lease' | 'race' | 'timeout' | 'fault' | 'simulated';

/**
 * Faults of links and messages in the chain of an outcome. Faults with the same effect share one sentence, with all
 * their ends.
 */
export interface LinkFaultValues {
  readonly linkCut: Ends & { readonly bothWays: Flag };
  readonly linkSlow: Ends & { readonly by: Micros };
  readonly messageLost: OfMessage;
  readonly messageDelayed: OfMessage & { readonly by: Micros };
}

export interface FaultCauseValues extends LinkFaultValues {
  /** The servers of the lock service had no leader. */
  readonly leaderless: OfProcess & { readonly micros: Micros };
  /** A database ended the session of a healthy client. */
  readonly sessionEnded: OfProcess;
  /**
   * The lock’s key, or with `flushall` every key, was removed from the server. No client of the lock did it. `by-hand`:
   * somebody freed the lock at a service that is not Redis.
   */
  readonly vanished: OfProcess & { readonly how: 'eviction' | 'del' | 'flushall' | 'by-hand' };
  /** The client got a signal. */
  readonly askedToStop: OfProcess;
}

export interface CauseValues extends FaultCauseValues {
  /** The first holder. */
  readonly granted: Granted;
  /** Another client that was let in while the first was inside. */
  readonly grantedToo: Granted;
  /** The client counted replies of nodes where the lock no longer existed. */
  readonly tookForGranted: Granted;
  /** `micros` −1: to the end of the run. `notOver`: the run and the pause both go on. */
  readonly paused: OfProcess & { readonly micros: Micros };
  readonly slept: OfProcess & { readonly micros: Micros };
  /**
   * The whole machine, with all its clocks. `behind`: how far its wall clock was behind when it went on; 0 if it did
   * not go on. `corrected`: when NTP corrected that; −1: never.
   */
  readonly stoodStill: OfProcess & { readonly micros: Micros; readonly behind: Micros; readonly corrected: Micros };
  readonly crashed: Crashed;
  readonly restarted: Crashed;
  /** One thread ended; its process lives on. */
  readonly threadDied: OfProcess;
  /** `cutOff`: the clients that went on talking to the old master. */
  readonly promoted: Moment & {
    readonly replica: ProcessId;
    readonly master: ProcessId;
    readonly lost: number;
    readonly cutOff: readonly ProcessId[];
  };
  /** The member `process` of a lock service takes over from the leader `before`. Null: nobody led afterwards. */
  readonly elected: Moment & { readonly process: ProcessId | null; readonly before: ProcessId };
  readonly clockJumped: OfProcess & { readonly by: Micros };
  readonly clockRan: OfProcess & { readonly ppm: number };
  readonly expired: OfKeys;
  readonly sessionExpired: OfKeys;
  /** The client's own unlock freed the key before it called release: one inside another, or one that was sent again. */
  readonly freedInside: OfKeys;
  /** `notifiedAt`: when the client learned that its lock was lost. */
  readonly keyLost: OfKeys & { readonly notifiedAt: Micros };
  readonly deletedAnother: KeyOfAnother;
  readonly tookOver: KeyOfAnother;
  /** `isExtended`: it got another expiry, and kept its value. */
  readonly changedAnother: KeyOfAnother & { readonly isExtended: Flag };
  /** The client found its own value in another client's key and took that key for its own. */
  readonly sameValue: OfKeys & { readonly owner: ProcessId };
  /** The client was in the queue behind the holder, and the client between the two left. */
  readonly outOfTurn: OfClient & { readonly holder: ProcessId; readonly before: ProcessId };
  /** The two clients lock different keys, and each has its own. */
  readonly otherKeys: {
    readonly client: ProcessId;
    readonly key: string;
    readonly other: ProcessId;
    readonly otherKey: string;
  };
  /** The first holder’s lock was there, and the second client got in without any other reason. */
  readonly keptNobodyOut: { readonly client: ProcessId; readonly other: ProcessId };
  /** The nodes of the first and of the second holder. They share no node. */
  readonly disjoint: { readonly first: readonly ProcessId[]; readonly second: readonly ProcessId[] };
  /** The client worked on after the end of its validity without checking it, and nothing had delayed it. */
  readonly workedOn: { readonly client: ProcessId; readonly until: Micros };
  /** Its read or write was applied after its lock had ended, when another client could have come in. */
  readonly workedAfterEnd: OfClient & { readonly endedAt: Micros; readonly isRead: Flag };
  /** `why` a client gave up: its validity was over, it learned that its lock was lost, or something else. */
  readonly gaveUp: OfClient & { readonly how: HoldEnd; readonly why: 'expired' | 'told' | 'other' };
  readonly maybeBoth: Both;
  readonly bothInside: Both;
  readonly refusedWrite: Refused;
  readonly refusedRightful: Refused & { readonly count: number };
  readonly wrote: OfClient & { readonly value: number; readonly version: number };
  readonly overwrote: OfClient & {
    readonly value: number;
    readonly basedOn: number;
    readonly other: ProcessId;
    readonly lostValue: number;
    readonly lostVersion: number;
  };
  /** Its transaction was committed after its lock had been given back. */
  readonly committedLate: OfClient & { readonly freedAt: Micros };
  /**
   * The rightful holder read before the late write landed, so it does not know of that write. `uncommitted`: the
   * write had landed but did not count.
   */
  readonly readBefore: OfClient & { readonly version: number; readonly uncommitted?: Flag };
  /** The client read after that write, but from a replica that did not have it yet. */
  readonly readStale: OfClient & { readonly from: ProcessId; readonly version: number; readonly stands: number };
  readonly mixed: OfClient & { readonly other: ProcessId; readonly value: number; readonly otherValue: number };
  readonly markSet: OfClient & { readonly storage: ProcessId };
  readonly shutOut: OfClient & { readonly owner: ProcessId; readonly storage: ProcessId };
  /** An action that should happen once happened twice. */
  readonly doneAgain: OfClient & { readonly other: ProcessId };
  /**
   * Why the writer felt safe before its write: its lease had `left` µs (−1, −2 as in a trace; null: time by its own
   * clock), or its mark was still there.
   */
  readonly madeSure: OfClient & { readonly by: 'lease' | 'mark'; readonly left: Micros | null };
  /** The writer released while its write was on its way. */
  readonly travelled: OfClient & { readonly micros: Micros };
  /** The key was set, and the acquire never returned. */
  readonly keySet: OfKeys;
  readonly keySetFirst: OfKeys;
  readonly keyStays: KeysOf;
  readonly keyOfSession: KeysOf;
  /** Keys that never expire, by name, beside a lock that no client gets any more. */
  readonly keysBeside: OnNodes & { readonly keys: readonly string[] };
  /** The key would expire, but it is still being renewed. */
  readonly keyRenewed: KeysOf;
  /** The client is in a queue twice and waits for its own earlier entry. */
  readonly behindItself: OfClient;
  /**
   * The owner of a leftover key no longer needed it. `isGivenUp`: it gave up its attempt and called no release. `why`
   * the key stayed: its requests were `lost`, it sent no request (`unasked`), the release met an `error`, the key was
   * set only `later`, or the client never learned that it had the key (`untold`).
   */
  readonly triedToRelease: OfKeys & {
    readonly isGivenUp: Flag;
    readonly why: 'lost' | 'unasked' | 'error' | 'later' | 'untold' | 'otherSession' | 'unknown';
  };
  /** `at`: since when the client has wanted the lock. */
  readonly wantsIn: OfClient;
  readonly waitsForEver: OfClient;
  /** Nodes that were down, or that the client's requests did not reach. `isTooMany`: no quorum was left. */
  readonly nodesAway: NodesMissing & { readonly isTooMany: Flag };
  /** Some nodes were not reached, but a majority was. */
  readonly enoughNodes: NodesMissing & { readonly client: ProcessId };
  /**
   * A key that existed although its owner was not inside. `why`: how its owner's hold had ended. `until` is −1 for a
   * key without an expiry, −2 for one that ends with a session. `stands`: the key still existed when the run ended.
   * `isValidity`: no server ends it, but others may take it over after the end of the validity that its owner
   * calculated.
   */
  readonly keyInTheWay: KeysOf & {
    readonly why: HoldEnd | 'unaware';
    readonly until: Micros;
    readonly stands: Flag;
    readonly isValidity?: Flag;
  };
  /** The nodes were divided among several clients, and none of them had enough. */
  readonly split: Moment & { readonly votes: readonly (readonly [ProcessId, number])[]; readonly quorum: number };
  /** A request that was never answered and that the client never gave up. */
  readonly unanswered: OfKeys;
  /** Tries that ended without the lock. `raised`: the exceptions of the client's library, by name. */
  readonly refusedTries: OfClient & {
    readonly count: number;
    readonly reasons: readonly Reason[];
    readonly raised: readonly string[];
  };
  /** A holder stayed in its work or its release for most of a wait. `isEndless`: nothing is left to happen. */
  readonly stayedIn: OfClient & {
    readonly acquiredAt: Micros;
    readonly micros: Micros;
    readonly isReleasing: Flag;
    readonly isEndless: Flag;
  };
  /**
   * `inTurn`: others also wanted the lock, and no client wanted it all the time. `hadLock`: the client stayed in its
   * work or its release for most of the time.
   */
  readonly waited: {
    readonly client: ProcessId;
    readonly micros: Micros;
    readonly patience: Micros;
    readonly inTurn: Flag;
    readonly hadLock?: Flag;
    readonly gaveUp?: Flag;
  };
  readonly healed: OfClient;
  readonly expiredAfterCrash: OnNodes & {
    readonly client: ProcessId;
    readonly micros: Micros;
    readonly ofSession?: Flag;
    readonly ofThread: Flag;
  };
  /**
   * The session of a client that crashed lived on for `livedOn`, and its key was then kept closed for `closed`.
   * `lease`: how long a session lives without a sign of life, and `ttls`: how many of its TTLs that is. −1: not
   * known.
   */
  readonly openedAfterCrash: OnNodes & {
    readonly client: ProcessId;
    readonly micros: Micros;
    readonly endedAt: Micros;
    readonly livedOn: Micros;
    readonly lease: Micros;
    readonly ttls: number;
    readonly closed: Micros;
    readonly ofThread: Flag;
  };
  /** A release frees a key only when its request arrives. `heldUp`: what delayed that request. */
  readonly released: OfKeys & { readonly freedAt: Micros; readonly heldUp: 'cut' | 'lost' | 'none' };
  /** A server woke a client that waited, and its message was lost. */
  readonly wakeLost: OfClient & { readonly from: ProcessId; readonly cause: LossCause };
  /** The client's release arrived when the key belonged to another client, and did nothing. */
  readonly keySpared: OfKeys & { readonly owner: ProcessId };
  readonly leftInTime: OfClient & { readonly how: HoldEnd; readonly expiredAt: Micros };
  /** The client measured its own time and refused what was left of the lock. */
  readonly noValidity: OfClient & { readonly micros: Micros };
  /** The client noticed that it had slept. */
  readonly overtaken: OfClient & { readonly micros: Micros };
  /** The client noticed that its lock was over, and stopped its work. */
  readonly stoppedWork: OfClient & { readonly reason: Reason };
  /** A round of the client failed because its requests to these parts of the resource were lost. */
  readonly roundFailed: OfKeys;
  readonly keyKept: { readonly node: ProcessId; readonly owner: ProcessId };
  /** A node came back only after the key had expired anyway. */
  readonly stayedAway: Moment & { readonly node: ProcessId; readonly expiresAt: Micros };
  /** Another client's release freed the first holder's key. */
  readonly calledRelease: OfClient;
  /** The client's first token that was smaller than an earlier one, in a run where tokens were refused. */
  readonly tokenFell: OfClient & { readonly other: ProcessId | null; readonly token: number; readonly before: number };
  readonly neverTwo: Served;
  /** Every acquire failed. */
  readonly nobodyGot: Served;
  /** `seen`: the outcome that is not trusted. `micros`: the margin. `late`: how late the machine was. */
  readonly lateMachine: {
    readonly what: MarginKind;
    readonly seen: Severity;
    readonly first: ProcessId | null;
    readonly second: ProcessId | null;
    readonly micros: Micros;
    readonly late: Micros;
  };
  readonly simulatedOtherwise: { readonly simulated: Severity };
  /** The end of a run that was cut short. */
  readonly cutOff: Moment & { readonly ended: TraceHeader['ended']; readonly count: number };
}

export type Rule = keyof CauseValues;

/** A rule's name, the numbers in the trace of the events that support it, and the values for its sentence. */
export type CauseOf<R extends Rule> = {
  [K in R]: { readonly rule: K; readonly events: readonly number[]; readonly values: CauseValues[K] };
}[R];

export type Cause = CauseOf<Rule>;
