/**
 * Everything that a run depends on, as JSON with times in milliseconds. This file knows no lock and no storage: their
 * own files define the fields of their settings.
 */

import type { Harm } from '../trace/severity';
import type { Ms } from '../values/time';
import type { Fault } from './fault';
import type { ProcessId } from './processId';

export type Setting = number | string | boolean;

export interface Choice {
  readonly id: string;
  readonly settings?: Readonly<Record<string, Setting>>;
}

/**
 * A lock, and perhaps the library whose profile its settings began with (`profile.ts`). A run reads the settings
 * alone.
 */
export interface LockChoice extends Choice {
  readonly profile?: string;
}

/** One way, in ms: a fixed time, or a distribution given by four rising quantiles. */
export type Latency = Ms | { readonly min: Ms; readonly p50: Ms; readonly p99: Ms; readonly max: Ms };

/** `slow`: each flush takes a second. `lies`: the disk reports as written what is still in its cache. */
export type Disk = 'honest' | 'slow' | 'lies';

export type Persistence = 'none' | 'everysec' | 'always';

export interface NodeSettings {
  readonly count: number;
  readonly persistence: Persistence;
  readonly disk: Disk;
  /** Replicas of each node. */
  readonly replicas: number;
  /** How long a write travels to a replica. */
  readonly replicaLag: Ms | 'never';
}

/**
 * The layer below a lock: how the library of a client's connections sends and waits, and how long the caller of an
 * acquire waits. An absent setting means the behaviour from before the setting existed.
 */
export interface ConnectionSettings {
  /** How often an unanswered command is sent again after a timeout or the end of its connection. */
  readonly resends?: number;
  /** `kept`: the lock's own time limit holds. Otherwise this one replaces it; 0: no limit. */
  readonly readTimeout?: Ms | 'kept';
  /** The deadline of the caller's context, from the beginning of an acquire. 0: none. */
  readonly deadline?: Ms;
  /** Whether that deadline also ends the requests that give the lock back. */
  readonly releaseUnderDeadline?: boolean;
  /** What a client does when its acquire fails because the lock’s service does not answer. */
  readonly ifUnreachable?: 'asks-again' | 'gives-up' | 'works-without';
}

/**
 * Sentinels, as `sentinel monitor` and its options set them up. Absent settings have their defaults; without a count
 * there are no sentinels.
 */
export interface SentinelSettings {
  readonly count?: number;
  /** How long a server may leave a sentinel without an answer before the sentinel considers it down. */
  readonly downAfter?: Ms;
  /** The number of sentinels that must find a master down before one of them tries a failover. */
  readonly quorum?: number;
  readonly failoverTimeout?: Ms;
  /** How many replicas learn of the new master at a time. */
  readonly parallelSyncs?: number;
}

/** `min-replicas-to-write` and `min-replicas-max-lag` of every node. Absent settings have their defaults. */
export interface MinReplicasSettings {
  /** 0: a master does not count its replicas. */
  readonly toWrite?: number;
  /** In seconds, as Redis has it. */
  readonly maxLag?: number;
}

/** Servers of different versions, as during an upgrade. */
export interface VersionSettings {
  /** `older`: replicas know neither DELEX, DELIFEQ and DIGEST nor the conditions IFEQ, IFNE … of SET. */
  readonly replicas?: 'same' | 'older';
}

/** Whether a run needs the code of sentinels, or of masters that count their replicas. */
export const usesSentinels = ({ sentinels, minReplicas }: Settings): boolean =>
  sentinels !== undefined || minReplicas !== undefined;

/** The settings of a single process. */
export interface OwnSettings {
  /** When a client starts, instead of (n − 1) × stagger. */
  readonly start?: Ms;
  readonly clock?: { readonly offset?: Ms; readonly ppm?: number };
  /** The latency of every message to and from this process. */
  readonly latency?: Latency;
  /** The latency of every message from this process to one other: a link in one direction. */
  readonly latencyTo?: { readonly [P in ProcessId]?: Latency };
  /** The processes that a client believes to be the lock's nodes. */
  readonly nodes?: readonly ProcessId[];
  /** Lock settings of this client alone. They count while the scenario has the lock that they name. */
  readonly lock?: Choice;
  /** The name under which this client locks the resource. */
  readonly key?: 'stock' | 'stock-v2';
  /** Connection settings of this client, instead of those of all clients. */
  readonly connection?: ConnectionSettings;
  /**
   * The event that a process handles first when its pause ends. A Node process that is stopped from outside may do
   * either.
   */
  readonly wakesTo?: 'timers' | 'messages';
}

/**
 * How a client reacts to the loss of its lock. usual: as the lock's library or recipe does. at-once: its work is
 * interrupted. at-next-look: it stops before its next step. never: it goes on.
 */
export type WhenLost = 'usual' | 'at-once' | 'at-next-look' | 'never';

/**
 * What a client adds to the value that it has read. by-client: client 1 adds 1, client 2 adds 10, client 3 adds 100,
 * so that a value shows whose changes it contains. one: every client adds 1.
 */
type Adds = 'by-client' | 'one';

export interface Settings {
  readonly clients: number;
  /** The number of rounds that each client wants to finish. */
  readonly rounds: number;
  /** Client n starts at (n − 1) × stagger. */
  readonly stagger: Ms;
  readonly think: Ms;
  readonly work: Ms;
  readonly adds: Adds;
  readonly storageTimeout: Ms;
  /**
   * Whether a client checks its own lease before it writes, or before each step, and gives up when the lease has
   * ended.
   */
  readonly check: 'none' | 'before-write' | 'each-step';
  /** The reaction of a client to the notice that its lock is lost. */
  readonly whenLost: WhenLost;
  readonly nodes: NodeSettings;
  readonly sentinels?: SentinelSettings;
  readonly minReplicas?: MinReplicasSettings;
  readonly versions?: VersionSettings;
  readonly latency: Latency;
  /** The probability that a message is lost, 0 … 1. */
  readonly loss: number;
  /** How long TCP keeps sending over a cut link before the connection ends. */
  readonly connectionLife: Ms;
  readonly connection?: ConnectionSettings;
  readonly own?: { readonly [P in ProcessId]?: OwnSettings };
  readonly duration: Ms;
  /** The service counts as unavailable if no client finishes a round for longer than this although one wants to. */
  readonly patience: Ms;
}

export interface Scenario {
  readonly version: 2;
  readonly seed: number;
  readonly lock: LockChoice;
  readonly storage: Choice;
  readonly settings: Settings;
  /**
   * By names that stay the same when other faults are added or removed. Faults at the same moment take effect in the
   * order in which the names were inserted.
   */
  readonly faults: Readonly<Record<string, Fault>>;
  /** The harm for which a search found this run. The verdict is about it if the run does it. An edit removes it. */
  readonly harm?: Harm;
}

/** An RFC 7386 merge patch. It is the one mechanism for variants, fixes, links, comparisons and near misses. */
export type Patch<T = Scenario> = {
  readonly [K in keyof T]?: T[K] extends Setting | readonly unknown[] ? T[K] | null : Patch<T[K]> | T[K] | null;
};

/** The settings with which a scenario begins. */
export const defaultSettings: Settings = {
  clients: 2,
  rounds: 1,
  stagger: 300,
  think: 100,
  work: 300,
  adds: 'by-client',
  storageTimeout: 2000,
  check: 'none',
  whenLost: 'usual',
  nodes: { count: 5, persistence: 'none', disk: 'honest', replicas: 0, replicaLag: 2 },
  latency: 10,
  loss: 0,
  connectionLife: 900_000,
  duration: 10_000,
  patience: 5_000,
};
