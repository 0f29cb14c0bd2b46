/**
 * What a live run is given of Redis: servers that it owns (real processes that crash, stop, lose power and have clocks of their
 * own), or servers that exist already; and the guard that lets nothing outlive this process. Types alone; knows no client, no
 * proxy and no trace. `startGuard` is in `guard.ts`, `findRedis` and `buildRedis` in `source.ts`.
 */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { NodeSettings, ProcessId, Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import type { Entry } from '../../sim/redis/entry';
import type { Unable } from '../../wire/unable';
import type { Death } from '../death';
import type { Login } from '../login';
import type { ClockChange, ClockState } from '../process/contract';

/**
 * A watcher process of its own that ends what this process started when this process dies, however it dies: within 5 s every
 * child that it knows is killed, stopped ones too, every folder, prefixed key and schema removed. One for a whole backend.
 */
export interface Guard {
  /** As `child_process.spawn`, known to the guard from its birth until it is gone. Use it for every process of a run. */
  readonly spawn: (command: string, args: readonly string[], options?: SpawnOptions) => ChildProcess;
  /** Makes a folder below the system's temporary folder. The name is made of `label` and a random part. */
  readonly makeFolder: (label: string) => string;
  readonly removeFolder: (folder: string) => void;
  /** Keys that begin with `prefix` on an existing server are deleted should this process die before `forgetKeys`. */
  readonly watchKeys: (url: string, prefix: string) => void;
  readonly forgetKeys: (url: string, prefix: string) => void;
  /** The same of a schema on a Postgres server; its name begins with `redlock_playground_`. */
  readonly watchSchema: (url: string, schema: string) => void;
  readonly forgetSchema: (url: string, schema: string) => void;
  /** Kills all that is still there, removes the folders, and ends the watcher. Resolves when it is gone. */
  readonly close: () => Promise<void>;
}

/** How a server's clock is moved. `shifted-expiry`: every key's expiry is moved instead; forward jumps only. */
export type ClockMeans = 'shim' | 'shifted-expiry' | 'none';

/** Where servers come from: made once at start, and again after a build. */
export interface RedisSource {
  readonly kind: 'own' | 'existing';
  /** `7.0.15`; of existing servers the lowest. */
  readonly version: string;
  readonly clock: ClockMeans;
  /** How the length of an AOF at its last fsync is known: recorded by the shim, or where the last second began. */
  readonly fsync: 'recorded' | 'estimated' | 'none';
  /** How many nodes it can have at once. */
  readonly nodesMax: number;
  /** What can strike none of its servers. */
  readonly unable: Unable;
  /** Why this scenario, which has these processes, cannot run here at all (too few servers, replicas, a setting that cannot be); null where it can. */
  readonly refusal: (scenario: Scenario, processes: readonly ProcessId[]) => Text | null;
  /** Starts what the run needs. Resolves when all answer and all replicas are in sync; rejects when it came to nothing, leaving nothing. */
  readonly open: (options: FleetOptions) => Promise<Fleet>;
}

/** `how`: how to get one. `problem`: what was tried. */
export type FindResult =
  | { readonly ok: true; readonly source: RedisSource }
  /** `from`: whose servers were looked for. `own`: one could be built here. */
  | { readonly ok: false; readonly from: RedisSource['kind']; readonly how: Text; readonly problem: string };

/**
 * Looks at `REDIS_URLS` of this environment, then for a redis-server of this machine: where REDISMS_SYSTEM_BINARY says, on PATH,
 * or one that was built earlier. Builds nothing.
 */
export type FindRedis = (environment: Environment) => Promise<FindResult>;

/** Of the process, or of a run that was told not to see all of it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Downloads and compiles one (minutes) unless `REDIS_URLS` names servers, telling what it does line by line; then as `FindRedis`. */
export type BuildRedis = (options: {
  readonly environment: Environment;
  readonly guard: Guard;
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal;
}) => Promise<FindResult>;

export type StartGuard = () => Guard;

/** Resolves when every thread of a process is stopped; false when it is gone, or runs on after `timeoutMs`. In `processState.ts`. */
export type WaitUntilStopped = (pid: number, timeoutMs: number) => Promise<boolean>;

export interface FleetOptions {
  readonly guard: Guard;
  /** Nodes in order, `nodeA` first, and replicas; as `processesOfScenario` lists them. Nothing else. */
  readonly processes: readonly ProcessId[];
  readonly nodes: NodeSettings;
  /** How each server's clock stands at its start; offset 0 and no drift where absent. Needs the shim. */
  readonly clocks?: { readonly [P in ProcessId]?: ClockState };
  /**
   * The port on 127.0.0.1 behind which this replica finds this master: a proxy that forwards to `masterPort`. It has to let the
   * first full sync through without delay; lags and cuts begin when `open` has resolved. Without it replicas connect directly.
   */
  readonly masterLink?: (link: {
    readonly replica: ProcessId;
    readonly master: ProcessId;
    readonly masterPort: number;
    readonly login: Login;
  }) => Promise<number>;
  /** What is under way. */
  readonly onProgress?: (what: Text) => void;
  readonly signal?: AbortSignal;
}

/** The servers of one run. */
export interface Fleet {
  readonly servers: ReadonlyMap<ProcessId, RedisServer>;
  /** Before every key and channel; empty for own servers. */
  readonly keyPrefix: string;
  /** Kills every server, removes folders, ports and keys. Safe to call twice, and while anything is under way. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface KeptKey {
  readonly key: string;
  readonly entry: Entry;
}

/**
 * One server, reached at `host`:`port`. Its own side of every fault; what the network shows of it (silence of a dark machine) is the
 * proxy's. Methods that only own servers have reject on existing ones; see `unable`. Orders to one server run one after another.
 */
export interface RedisServer {
  readonly id: ProcessId;
  /** `127.0.0.1` of own servers. */
  readonly host: string;
  /** Stays through all restarts. */
  readonly port: number;
  /** With user, password and database, for whoever has opened it. */
  readonly url: string;
  /** What whoever asks for a client says first. At a server of our own it may do what locks do, and nothing else. */
  readonly login: Login;
  /** What a replica says to it, and it says to its master. */
  readonly replicaLogin: Login;
  /** null while it is down, and of existing servers. */
  readonly pid: number | null;
  readonly state: 'running' | 'paused' | 'down';
  /** Resolves when it has ended, or was begun anew, though nobody here had told it to. Never rejects; may never resolve. */
  readonly died: Promise<Death>;
  /** SIGKILL. Resolves when the process is gone: its sockets are closed by then. Does nothing when it is down. */
  readonly crash: () => Promise<void>;
  /** The same, and its log is cut back to what was on the disk. Let the proxy fall silent first. Of a server that is down: cuts. */
  readonly losePower: () => Promise<PowerLoss>;
  /**
   * Same port, same folder. Resolves when it answers, with what it has kept. A replica asks its last master for all data again
   * by itself; `synced` waits for that.
   */
  readonly start: () => Promise<{ readonly kept: readonly KeptKey[] }>;
  /** SIGSTOP. Resolves when every thread is seen to be stopped. */
  readonly pause: () => Promise<void>;
  /** SIGCONT. Returns at once. */
  readonly resume: () => void;
  /**
   * Moves its wall clock; the monotonic one stays. `atNanos`: the stamp from which the new rates count (now). Returns how it was
   * done. The slew's end is the caller's to order.
   */
  readonly changeClock: (change: ClockChange, atNanos?: number) => Promise<Exclude<ClockMeans, 'none'>>;
  /**
   * What its wall clock shows at a stamp, in whole ms since 1970, as `Keyspace` wants it. With shifted expiry it is moved as well:
   * that comes to the same for everything but the absolute times that the server itself tells.
   */
  readonly wallMsAt: (stampNanos: number) => number;
  /** REPLICAOF this port on 127.0.0.1 (a proxy's). Resolves when the order is given. Remembered over restarts. */
  readonly follow: (port: number) => Promise<void>;
  /** Resolves when it is in sync with its master, and true; false after `timeoutMs`. */
  readonly synced: (timeoutMs: number) => Promise<boolean>;
  /** REPLICAOF NO ONE. Throw away what its link still holds first. */
  readonly promote: () => Promise<void>;
  /** What it holds now, without the prefix, in the order of the keys; what is past by its clock is not in it. */
  readonly readKeys: () => Promise<readonly KeptKey[]>;
}

export interface PowerLoss {
  /** Bytes of the log that were written and are gone. */
  readonly lostBytes: number;
  readonly keptBytes: number;
  readonly known: 'recorded' | 'estimated' | 'none';
  /** Whether the disk knows of a key. One that it does not know is lost; of the others a start tells what became of them. */
  readonly knows: (key: string) => boolean;
}
