/**
 * The Redis servers of a live run. They are servers that it owns (real processes that crash, stop, lose power and have
 * clocks of their own), or servers that exist already. The guard lets nothing outlive this process. Only types; knows
 * no client, no proxy and no trace. `startGuard` is in `guard.ts`, `findRedis` and `buildRedis` are in `source.ts`.
 */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Reply } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type {
  MinReplicasSettings,
  NodeSettings,
  Scenario,
  SentinelSettings,
  VersionSettings,
} from '../../../core/model/scenario/scenario';
import type { Text } from '../../../core/model/values/text';
import type { Entry } from '../../../core/sim/redis/entry';
import type { Unsupported } from '../../wire/unsupported';
import type { Login } from '../login';
import type { ClockChange, ClockState } from '../process/contract';
import type { ProcessExit } from '../processExit';

/**
 * When this process ends in any way, the watcher process ends everything that this one has started. Within 5 s it
 * kills every child that it knows, stopped ones too, and removes every folder, prefixed key and schema. A whole backend
 * has one guard.
 */
export interface Guard {
  /**
   * Like `child_process.spawn`. The guard knows the child from its birth until it is gone. Start every process of a run
   * with it.
   */
  readonly spawn: (command: string, args: readonly string[], options?: SpawnOptions) => ChildProcess;
  /** Makes a folder below the system's temporary folder. The name consists of `label` and a random part. */
  readonly makeFolder: (label: string) => string;
  readonly removeFolder: (folder: string) => void;
  /** If this process ends before `forgetKeys`, keys that begin with `prefix` are deleted from that existing server. */
  readonly watchKeys: (url: string, prefix: string) => void;
  readonly forgetKeys: (url: string, prefix: string) => void;
  /** The same for a schema on a Postgres server; its name begins with `redlock_playground_`. */
  readonly watchSchema: (url: string, schema: string) => void;
  readonly forgetSchema: (url: string, schema: string) => void;
  /** Kills what is left, removes the folders, and ends the watcher. Resolves when the watcher is gone. */
  readonly close: () => Promise<void>;
}

/**
 * How a server's clock is moved. With `shifted-expiry`, the expiry of every key is moved instead; then only forward
 * jumps are possible.
 */
export type ClockMeans = 'shim' | 'shifted-expiry' | 'none';

/** A source of servers. It is made once at start, and again after a build. */
export interface RedisSource {
  readonly kind: 'own' | 'existing';
  /** For example `7.0.15`; the lowest version when there are several servers. */
  readonly version: string;
  readonly clock: ClockMeans;
  /**
   * How the length of an AOF at its last fsync is found: the shim records it, or it is estimated from the start of the
   * last second.
   */
  readonly fsync: 'recorded' | 'estimated' | 'none';
  /** The number of nodes that it can provide at once. */
  readonly nodesMax: number;
  /** The faults that cannot hit any of its servers. */
  readonly unable: Unsupported;
  /**
   * Returns why this scenario with these processes cannot run here at all (too few servers, replicas, an impossible
   * setting); null when it can.
   */
  readonly refusal: (scenario: Scenario, processes: readonly ProcessId[]) => Text | null;
  /**
   * Starts the servers of a run. Resolves when all answer and all replicas are in sync. Rejects when that fails, and
   * leaves nothing behind.
   */
  readonly open: (options: FleetOptions) => Promise<Fleet>;
}

/** `how`: how to get a Redis. `problem`: what was tried. */
export type FindResult =
  /** `passedOver`: REDISMS_SYSTEM_BINARY names this program, which cannot be run, so another one was used. */
  | { readonly ok: true; readonly source: RedisSource; readonly passedOver?: string }
  /** `from`: whether own or existing servers were searched for. With `own`, a Redis could be built here. */
  | { readonly ok: false; readonly from: RedisSource['kind']; readonly how: Text; readonly problem: string };

/**
 * Uses `REDIS_URLS` of this environment, or looks for a redis-server on this machine: at the path in
 * REDISMS_SYSTEM_BINARY, on PATH, or one that was built earlier. Builds nothing.
 */
export type FindRedis = (environment: Environment) => Promise<FindResult>;

/** The environment of the process, or a part of it for a run that must not see the rest. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Downloads and compiles a Redis (minutes) unless `REDIS_URLS` names servers, and reports its progress line by line.
 * Then it does the same as `FindRedis`.
 */
export type BuildRedis = (options: {
  readonly environment: Environment;
  readonly guard: Guard;
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal;
}) => Promise<FindResult>;

export type StartGuard = () => Guard;

/**
 * Resolves with true when every thread of a process is stopped. Resolves with false when the process is gone, or still
 * runs after `timeoutMs`. In `processState.ts`.
 */
export type WaitUntilStopped = (pid: number, timeoutMs: number) => Promise<boolean>;

export interface FleetOptions {
  readonly guard: Guard;
  /** The nodes in order, `nodeA` first, and the replicas, as `processesOfScenario` lists them. No other processes. */
  readonly processes: readonly ProcessId[];
  readonly nodes: NodeSettings;
  /** The clock of each server at its start; absent means offset 0 and no drift. Needs the shim. */
  readonly clocks?: { readonly [P in ProcessId]?: ClockState };
  /**
   * Returns the port on 127.0.0.1 through which this replica reaches this master: a proxy that forwards to
   * `masterPort`. It has to let the first full sync through without delay; lags and cuts begin when `open` has
   * resolved. Without it, replicas connect directly.
   */
  readonly masterLink?: (link: {
    readonly replica: ProcessId;
    readonly master: ProcessId;
    readonly masterPort: number;
    readonly login: Login;
  }) => Promise<number>;
  /** The replicas that each master needs for a write. */
  readonly minReplicas?: MinReplicasSettings;
  /** A server that is meant to be older has no right to newer commands, since all have the installed version. */
  readonly versions?: VersionSettings;
  /** Absent if nobody watches the servers. Needs our own servers. */
  readonly sentinels?: SentinelOptions;
  /** Called with the step that is in progress. */
  readonly onProgress?: (what: Text) => void;
  readonly signal?: AbortSignal;
}

export interface SentinelOptions {
  readonly ids: readonly ProcessId[];
  readonly settings: SentinelSettings;
  /**
   * Returns the port on 127.0.0.1 at which this server, or this sentinel, is reached by sentinels and by servers that
   * follow it. All of them get this port before the process has its own.
   */
  readonly openFront: (front: ServerFront) => Promise<number>;
}

/** Where processes that watch or follow a server connect to it. */
export interface ServerFront {
  readonly process: ProcessId;
  /** Its own port, once it is there. */
  readonly port: () => number;
  /** The processes by their logins, which each of them sends first. The server also requires the login. */
  readonly logins: ReadonlyMap<ProcessId, Login>;
}

/** The servers of one run. */
export interface Fleet {
  readonly servers: ReadonlyMap<ProcessId, RedisServer>;
  readonly sentinels: ReadonlyMap<ProcessId, SentinelServer>;
  /** Prefix of every key and channel; empty for our own servers. */
  readonly keyPrefix: string;
  /** Kills every server, and removes folders, ports and keys. May be called twice, and at any time. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface KeptKey {
  readonly key: string;
  readonly entry: Entry;
}

/**
 * One server, reached at `host`:`port`. It performs the server's side of every fault. The proxy performs the network's
 * side, such as the silence of a machine without power. Methods that only own servers have reject on existing ones; see
 * `unable`. Orders to one server run one after another.
 */
export interface RedisServer {
  readonly id: ProcessId;
  /** `127.0.0.1` for our own servers. */
  readonly host: string;
  /** The same through all restarts. */
  readonly port: number;
  /** Contains user, password and database, for the backend. */
  readonly url: string;
  /** The login of clients. On our own servers it allows only what locks do. */
  readonly login: Login;
  /** The login that this server uses with its master, whichever that is. */
  readonly replicaLogin: Login;
  /** null while it is down, and always for existing servers. */
  readonly pid: number | null;
  readonly state: 'running' | 'paused' | 'down';
  /** Resolves when it has ended or restarted without an order from here. Never rejects, and may never resolve. */
  readonly exited: Promise<ProcessExit>;
  /** Sends SIGKILL, unless the server is down. Resolves when the process is gone and its sockets are closed. */
  readonly crash: () => Promise<void>;
  /**
   * Crashes it, and cuts its log back to the part that was on the disk. Call the proxy's `setDark` first. When the
   * server is down already, this only cuts the log.
   */
  readonly losePower: () => Promise<PowerLoss>;
  /**
   * Starts it on the same port, in the same folder. Resolves with the keys that it kept, when it answers. A replica
   * then asks its last master for all data again by itself; `synced` waits for that.
   */
  readonly start: () => Promise<{ readonly kept: readonly KeptKey[] }>;
  /** Sends SIGSTOP. Resolves when every thread is seen to be stopped. */
  readonly pause: () => Promise<void>;
  /** Sends SIGCONT. Returns at once. */
  readonly resume: () => void;
  /**
   * Moves its wall clock; the monotonic clock stays. The new rates count from the stamp `atNanos`, or from now. Returns
   * how it was done. The caller orders the end of a slew.
   */
  readonly changeClock: (change: ClockChange, atNanos?: number) => Promise<Exclude<ClockMeans, 'none'>>;
  /**
   * Its wall clock at a stamp, in whole ms since 1970, as `Keyspace` wants it. With shifted expiry this clock moves as
   * well. The result is the same, except for the absolute times in the server's own answers.
   */
  readonly wallMsAt: (stampNanos: number) => number;
  /** REPLICAOF this port on 127.0.0.1 (the proxy's). Resolves when the order was sent. Restarts keep the setting. */
  readonly follow: (port: number) => Promise<void>;
  /** Resolves with true when it is in sync with its master, and with false after `timeoutMs`. */
  readonly synced: (timeoutMs: number) => Promise<boolean>;
  /** A sentinel has ordered it to follow this port, or to be a master (null). Restarts keep the setting. */
  readonly noteMaster: (port: number | null) => void;
  /** REPLICAOF NO ONE. The caller first throws away what its link still holds. */
  readonly promote: () => Promise<void>;
  /** Its keys now, in order and without the prefix. Keys that have expired by its clock are left out. */
  readonly readKeys: () => Promise<readonly KeptKey[]>;
  /**
   * Removes a key by DEL. With null it removes all: by FLUSHALL, or on an existing server by DEL of the run's own keys.
   * `answer` is what the server would answer to the command.
   */
  readonly removeKeys: (key: string | null) => Promise<{ readonly how: 'all' | 'own-alone'; readonly answer: Reply }>;
}

/** A sentinel. It has the faults of a process; orders to it run one after another. */
export interface SentinelServer
  extends Pick<RedisServer, 'id' | 'port' | 'url' | 'pid' | 'state' | 'exited' | 'crash' | 'pause' | 'resume'> {
  /** The name that sentinels use for each other. */
  readonly name: string;
  /** Starts it on the same port, from the configuration that it has written. */
  readonly start: () => Promise<void>;
}

export interface PowerLoss {
  /** The number of bytes that were written to the log and are gone. */
  readonly lostBytes: number;
  readonly keptBytes: number;
  readonly known: 'recorded' | 'estimated' | 'none';
  /** Whether the disk knows a key. An unknown key is lost. For a known key, the next start shows what became of it. */
  readonly knows: (key: string) => boolean;
}
