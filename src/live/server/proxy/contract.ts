/**
 * The network of a live run: our proxy between each client process and each server, and between replica and
 * master. It applies the scenario's latencies and faults to real bytes, and reports what it sees there as events of the
 * trace. Contains only types; knows no Redis process and no client's code. `openProxy` is in `proxy.ts`.
 *
 * **Names.** As in `process/contract.ts`: a connection gets its name by `CLIENT SETNAME`, and the proxy
 * counts the requests on it except `handshakeCommands`. A message that a server sends unasked is `name>n`. The proxy
 * answers `AUTH` and `CLIENT SETNAME` itself, at once, and also passes the name on. A simulated client
 * opens connections for free, whatever the state of server and link, so a client can always send. Other handshakes, and
 * all requests on a connection without a name, take the delay and the cuts of the link, and are neither counted nor
 * reported. The answer `NOSCRIPT` does not count: it goes to the client without delay. The EVAL that follows on the
 * connection belongs to the same call, and is handed over without delay. Only RESP2 (ioredis: `protocol: 2`).
 *
 * **What each of them reports.** The client reports `sent` of a request. The proxy reports `arrived` (the bytes were
 * handed to the server's kernel), `received` at the server, the entries that the request changed (derived, between the
 * handing over and the reply), `sent` of the reply, `arrived` at the client (handed to its kernel, though the client
 * may be stopped), or `lost`. The proxy does not see timeouts, nor which answers a client takes in, nor unwritten
 * requests. The client itself therefore counts "before" and "after the nth request is
 * sent" when the fault stops the client. Faults of the network can take effect from `onRequest`. It is called with
 * every request before the request is put on its link, in the order in which the kernel hands the requests out.
 *
 * **Connections.** The proxy accepts a client's connection whatever state the server is in. A missing server is
 * noticed when the first bytes arrive. When a server is gone, its connections are closed after the delay of the way
 * back, as in the simulator. When a message is lost, that direction of that connection falls silent for good, and the
 * connection is reset after `resetAfterMs`. Other connections are not affected. A cut link holds up what is sent on it,
 * and sends it again as TCP does (`sim/resending.ts`). When it was cut for longer than `connectionLife`, the connection
 * ends, and what it held up is lost. A client that closes a connection while it waits for an answer has
 * "reconnected": its next messages may overtake those under way.
 */

import type { Reply, Request, Script } from '../../../core/model/effects/request';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { StandIn } from '../../../core/model/trace/standIn';
import type { Micros, Ms } from '../../../core/model/values/time';
import type { MessageRule } from '../../../core/sim/link';
import type { Commands } from '../../../core/sim/parts';
import type { OwnCode } from '../../../sandbox/attack/onRedis';
import type { MessageName, Report } from '../liveEvent';
import type { Login } from '../login';
import type { KeptKey, ServerFront } from '../redis/contract';

export interface ProxyOptions {
  /** Gives the seed, latencies, loss and replica lag. Each message of a link gets the same draw as in the simulator. */
  readonly scenario: Scenario;
  readonly report: Report;
  /** EVALSHA and EVAL appear under the names of these scripts, whose models also follow the servers' keys. */
  readonly scripts: readonly Script[];
  /** The commands whose models follow the keys. If absent, the commands of the playground's own locks. */
  readonly commands?: Commands;
  /**
   * The clients run a person's own code. It sends SCRIPT itself, which is then a message like any other, and NOSCRIPT
   * is an answer. A lost message ends its connection, since TCP never loses data silently.
   */
  readonly own?: Pick<OwnCode, 'scriptOf'>;
  /** The wall clock of a Redis server, in whole ms since 1970: `RedisServer.wallMsAt`. */
  readonly wallMsAt: (server: ProcessId, stampNanos: number) => Ms;
  /** Prefix of every key and channel that goes to a server; reports leave it out. */
  readonly keyPrefix?: string;
  /**
   * How long a silent connection lasts. If absent: 15 s for a subscriber, and for a call the whole run if that is
   * longer, because a real one lasts for minutes.
   */
  readonly resetAfterMs?: Ms;
  /** Called with each named request that a client has sent, before it is put on its link. */
  readonly onRequest?: (request: RequestSeen) => void;
  /** How long a client's machine may be silent before a database server ends its connections; hours if absent. */
  readonly keepAliveMs?: Ms;
  /**
   * Called when the trace is less certain than usual: bytes are not RESP; no request explains an answer; or, once per
   * server, the keys derived so far do not explain an answer, which is believed anyway. Also called when the proxy acts
   * in place of a kernel. `words` describe the case.
   */
  readonly onStandIn?: (standIn: StandIn, words: string) => void;
  /**
   * A server has carried out a sentinel's order: to follow this port on 127.0.0.1, or to be a master (null).
   * `lost`: how many writes of its former master were still on their way.
   */
  readonly onFollow?: (server: ProcessId, port: number | null, lost: number) => void;
  /** For each request that never makes its client wait: when the server got it, and when it answered. */
  readonly onServed?: (server: ProcessId, handedNanos: number, answeredNanos: number) => void;
}

export interface RequestSeen {
  readonly message: MessageName;
  readonly from: ProcessId;
  readonly to: ProcessId;
  /** The number of named requests from `from` to `to` so far, this one included. */
  readonly nth: number;
  readonly stampNanos: number;
}

export interface Target {
  readonly process: ProcessId;
  /** For Redis servers (nodes and replicas), keys are followed. For other servers, only messages are reported. */
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  /** The proxy sends it there before anything else. A client never learns it. */
  readonly login?: Login;
  /** The server speaks TLS. The proxy speaks TLS to it, and clients speak to the proxy in the clear. */
  readonly tls?: boolean;
}

/** Undoes what a method has begun. A second call does nothing. */
export type Undo = () => void;

/**
 * A rule for one message of a link. `leg` is 0 for a request, 1 for a reply, 2 for a push. Messages are counted from
 * `begin` on. `after` is in run time.
 */
export type RuleForMessage = Omit<MessageRule, 'used' | 'onApplied'> & {
  readonly from: ProcessId;
  readonly to: ProcessId;
  /** Called when the rule meets its message, with the stamp of its sending. */
  readonly onApplied: (stampNanos: number) => void;
};

/** From a replica to its master. */
export interface MasterLinkTarget {
  readonly replica: ProcessId;
  readonly master: ProcessId;
  readonly masterPort: number;
  /** The login that the replica sends first (`masteruser`, `masterauth`), and that the master requires. */
  readonly login: Login;
}

/**
 * The network of one run. Methods that change it take effect at once, also for messages that are sent later in the same
 * tick.
 */
export interface FaultProxy {
  /**
   * A client sends it first on each connection, by `AUTH`. Any other peer gets the answer NOAUTH, and is not part of
   * the run.
   */
  readonly password: string;
  /**
   * Opens a port on 127.0.0.1 for this pair: bytes that `from` sends there go to the target. A second call for the same
   * pair returns the same port, which then leads to the new target.
   */
  readonly open: (from: ProcessId, target: Target) => Promise<number>;
  /**
   * Opens a port through which a replica reaches its master: raw bytes, without lag before `begin`. It can serve as the
   * `masterLink` of a `Fleet`.
   */
  readonly openMasterLink: (link: MasterLinkTarget) => Promise<number>;
  /**
   * Opens a port at which a server, or a sentinel, is reached by sentinels and by servers that follow it. The login
   * that a peer sends first shows which process it is. Cuts and latencies of each pair apply there.
   */
  readonly openFront: (front: ServerFront) => Promise<number>;
  /** Calls `act` when information outside of the trace has traveled from one process to another. Cuts keep it back. */
  readonly deliver: (from: ProcessId, to: ProcessId, act: () => void) => void;
  /** The run begins at this stamp. Earlier bytes pass at once, are never lost, and are not counted or reported. */
  readonly begin: (epochNanos: number) => void;

  /**
   * Cuts one direction. Cuts add up. Messages (bytes, between replica and master) are kept back meanwhile, and sent
   * again when the link is whole.
   */
  readonly cut: (from: ProcessId, to: ProcessId) => Undo;
  readonly slow: (from: ProcessId, to: ProcessId, by: Micros) => Undo;
  readonly addRule: (rule: RuleForMessage) => void;
  /** From replica to master or back: keeps back what has not arrived yet, and what is sent from now on. */
  readonly hold: (from: ProcessId, to: ProcessId) => HeldLink;
  /**
   * `dark`: the machine of a process loses power. Call it before the process is killed. Its connections fall silent,
   * nobody learns that they are closed, and messages that arrive there are lost (`down`). Not `dark`: the machine is
   * back, and its earlier connections are closed after the delay of the way to their peers.
   */
  readonly setPoweredOff: (process: ProcessId, dark: boolean) => void;
  /**
   * The machine of a process is suspended from this stamp on, or goes on. Meanwhile its kernel sends nothing again. If
   * only the process is paused, its kernel still does.
   */
  readonly setSuspended: (process: ProcessId, asleep: boolean, stampNanos: number) => void;
  /**
   * The process was killed at this stamp, though it may exist for a moment more. Its messages count as sent before the
   * stamp, and messages to it reach nobody, until its machine has power again (`setDark`, the last
   * step of every start).
   */
  readonly setKilled: (process: ProcessId, sinceNanos: number) => void;

  /**
   * The server was killed. Entries of keys that it does not keep are gone now; `serverStarted` reports what became of
   * the others.
   */
  readonly serverCrashed: (server: ProcessId, options: { readonly keeps: (key: string) => boolean }) => void;
  /**
   * The server is up again, or in sync again, with these keys. Reports the differences from the earlier keys. Returns
   * how many keys it has.
   */
  readonly serverStarted: (server: ProcessId, keys: readonly KeptKey[]) => number;
  /** The replica is a master from now on, and decides on expiry itself. */
  readonly serverPromoted: (server: ProcessId) => void;
  /**
   * The backend itself is about to send this command to the server, for an outsider. Returns a function that takes the
   * answer; then the command counts as executed.
   */
  readonly strangerAsks: (server: ProcessId, request: Request) => (answer: Reply) => void;
  /** `wallMsAt` gives other answers from now on. */
  readonly clockChanged: (server: ProcessId) => void;

  /** No event that is still to be derived is earlier than this stamp; infinite if nothing is to be derived. */
  readonly knownUntil: () => number;

  /** The number of open handles; all 0 after `close`. */
  readonly openHandles: () => { readonly listeners: number; readonly sockets: number; readonly timers: number };
  /**
   * Closes every listener, socket and timer. Resolves when all are gone. It may be called twice. Nothing is reported
   * afterwards.
   */
  readonly close: () => Promise<void>;
}

export interface HeldLink {
  /** How much is kept back: in bytes, and in commands that change something (from a master to its replica). */
  readonly size: () => number;
  readonly writes: () => number;
  /** Sends everything that was kept back, and lets through what follows. */
  readonly release: Undo;
  /** Throws it away for good and closes the connection: a crashed master sends nothing more. */
  readonly discard: Undo;
}
