/**
 * The network of a live run: a proxy of ours between each client process and each server, and between replica and
 * master. It applies the scenario's latencies and faults to real bytes, and reports what it sees there as events of the
 * trace. Types alone; knows no Redis process and no client's code. `openProxy` is in `proxy.ts`.
 *
 * **Names.** They are those of `process/contract.ts`: a connection says its name by `CLIENT SETNAME`, and the proxy
 * counts the requests on it except `handshakeCommands`. A message that a server sends unasked is `name>n`. The proxy
 * answers `AUTH` and `CLIENT SETNAME` itself, at once, and also passes the name on. Opening a connection is free for a
 * simulated client, whatever state the server and the link are in, so a client can always send. Other handshakes, and
 * all requests on a connection without a name, take the delay and the cuts of the link, and are neither counted nor
 * reported. The answer `NOSCRIPT` does not count: it goes to the client without delay. The EVAL that follows on the
 * connection belongs to the same call, and is handed over without delay. RESP2 alone (ioredis: `protocol: 2`).
 *
 * **What each of them reports.** The client reports `sent` of a request. The proxy reports `arrived` (the bytes were
 * handed to the server's kernel), `received` at the server, the entries that the request changed (derived, between the
 * handing over and the reply), `sent` of the reply, `arrived` at the client (handed to its kernel, though the client
 * may be stopped), or `lost`. The proxy sees no timeouts, it does not see which answers a client takes in, and it does
 * not see a request that its client has not written. So the client itself counts "before" and "after the nth request is
 * sent" when the fault stops the client. Faults of the network can strike from `onRequest`. It is called with every
 * request before the request is put on its link, in the order in which the kernel hands the requests out.
 *
 * **Connections.** The proxy accepts a client's connection whatever state the server is in. A server that is not there
 * is noticed when the first bytes arrive. When a server is gone, its connections are closed after the delay of the way
 * back, as in the simulator. When a message is lost, that direction of that connection falls silent for good, and the
 * connection is reset after `resetAfterMs`. Other connections are not affected. A cut link holds up what is sent on it,
 * and sends it again as TCP does (`sim/resending.ts`). When it was cut for longer than `connectionLife`, the connection
 * ends, and what it held up is lost. A client that closes a connection while it waits there for an answer has
 * "reconnected": its next messages may overtake those under way.
 */

import type { Reply, Request, Script } from '../../../core/model/request';
import type { ProcessId, Scenario } from '../../../core/model/scenario';
import type { StandIn } from '../../../core/model/standIn';
import type { Micros, Ms } from '../../../core/model/time';
import type { Role } from '../../../core/model/trace';
import type { MessageRule } from '../../../core/sim/link';
import type { Commands } from '../../../core/sim/parts';
import type { OwnCode } from '../../../sandbox/attack/onRedis';
import type { MessageName, Report } from '../liveEvent';
import type { Login } from '../login';
import type { Front, KeptKey } from '../redis/contract';

export interface ProxyOptions {
  /** Gives the seed, latencies, loss and replica lag. The draws of a link are those of the simulator, message by message. */
  readonly scenario: Scenario;
  readonly report: Report;
  /** EVALSHA and EVAL are shown by the names of these scripts, and the servers' keys are followed by their models. */
  readonly scripts: readonly Script[];
  /** The commands by whose models keys are followed. Absent: those of the playground's own locks. */
  readonly commands?: Commands;
  /**
   * The clients' code is somebody's own. It sends SCRIPT itself, which is then a message as any other, and NOSCRIPT is an
   * answer. A message that is lost ends its connection, since TCP loses none in silence.
   */
  readonly own?: Pick<OwnCode, 'scriptOf'>;
  /** The wall clock of a Redis server, in whole ms since 1970: `RedisServer.wallMsAt`. */
  readonly wallMsAt: (server: ProcessId, stampNanos: number) => Ms;
  /** Stands before every key and channel that goes to a server; reports leave it out. */
  readonly keyPrefix?: string;
  /**
   * How long a silent connection lasts. If absent, that of a subscriber lasts for 15 s, and that of a call for the whole run
   * if that is longer, because a real one lasts for minutes.
   */
  readonly resetAfterMs?: Ms;
  /** Called with each named request that a client has sent, before it is put on its link. */
  readonly onRequest?: (request: RequestSeen) => void;
  /** A database's server ends its connections after a client's machine was silent for this long; after hours if absent. */
  readonly keepAliveMs?: Ms;
  /**
   * Called when the trace is less certain than usual: bytes that are not RESP; an answer that no request explains; once
   * a server, when the keys derived so far do not explain an answer, which is believed all the same. It is also called
   * when the proxy acts in place of a kernel. `words` describe the case.
   */
  readonly onStandIn?: (standIn: StandIn, words: string) => void;
  /**
   * A server has carried out a sentinel's order: to follow this port on 127.0.0.1, or to be a master (null).
   * `lost`: the writes of its former master that were still on their way.
   */
  readonly onFollow?: (server: ProcessId, port: number | null, lost: number) => void;
  /** A server that never lets a client wait was handed a request at the first stamp, and answered it at the second. */
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
  /** The keys of Redis servers (nodes and replicas) are followed. Other servers have only their messages reported. */
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  /** The proxy says it there before anything else. A client never learns it. */
  readonly login?: Login;
  /** The server speaks TLS. The proxy speaks TLS to it, and clients speak to the proxy in the clear. */
  readonly tls?: boolean;
}

/** Undoes what a method began. A second call does nothing. */
export type Undo = () => void;

/**
 * A rule for one message of a link. `leg` is 0 for a request, 1 for a reply, 2 for a push. Messages are counted from
 * `begin` on. `after` is in run time.
 */
export type RuleForMessage = Omit<MessageRule, 'used' | 'struck'> & {
  readonly from: ProcessId;
  readonly to: ProcessId;
  /** Called when the rule meets its message, with the stamp at which that was sent. */
  readonly struck: (stampNanos: number) => void;
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
   * A client sends it first on each connection, by `AUTH`. A peer that does not is answered NOAUTH, and is no part of
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
   * Opens a port at which a server, or a sentinel, is reached by sentinels and by servers that follow it. The login that
   * a peer says first tells which process it is. Cuts and latencies of each pair strike there.
   */
  readonly openFront: (front: Front) => Promise<number>;
  /** Does something when news from one process has reached another, which is no message of the trace. Cuts keep it back. */
  readonly tell: (from: ProcessId, to: ProcessId, act: () => void) => void;
  /** The run begins at this stamp, and with it delays, losses, counting and reports. Before it, everything passes at once. */
  readonly begin: (epochNanos: number) => void;

  /**
   * Cuts one direction. Cuts add up. What is sent meanwhile is kept back, and sent again when the link is whole.
   * Between replica and master these are bytes, else messages.
   */
  readonly cut: (from: ProcessId, to: ProcessId) => Undo;
  readonly slow: (from: ProcessId, to: ProcessId, by: Micros) => Undo;
  readonly addRule: (rule: RuleForMessage) => void;
  /** Between replica and master, in one direction: keeps back everything that has not arrived yet or is sent from now on. */
  readonly hold: (from: ProcessId, to: ProcessId) => HeldLink;
  /**
   * `dark`: the machine of a process loses power. Call it before the process is killed. Its connections fall silent,
   * nobody learns that they are closed, and messages that arrive there are lost (`down`). Not `dark`: the machine is
   * back, and its earlier connections are closed after the delay of the way to their peers.
   */
  readonly setDark: (process: ProcessId, dark: boolean) => void;
  /**
   * The machine of a process stands still from this stamp on, or goes on: its kernel sends nothing again meanwhile. A
   * process that is paused alone has a kernel that does.
   */
  readonly setAsleep: (process: ProcessId, asleep: boolean, stampNanos: number) => void;
  /**
   * The process was killed at this stamp, though it may exist for a moment more. Its messages count as sent before the
   * stamp, and messages to it find nobody, until its machine is light again (`setDark`), which is the end of every
   * start.
   */
  readonly setGone: (process: ProcessId, sinceNanos: number) => void;

  /**
   * The server was killed. Entries of keys that it does not keep are gone now; `serverStarted` tells what became of the
   * others.
   */
  readonly serverCrashed: (server: ProcessId, options: { readonly keeps: (key: string) => boolean }) => void;
  /**
   * The server is up again, or in sync again, with these keys. Reports the differences from the earlier keys. Returns
   * how many keys it has.
   */
  readonly serverStarted: (server: ProcessId, kept: readonly KeptKey[]) => number;
  /** The replica is a master from now on, and decides on expiry itself. */
  readonly serverPromoted: (server: ProcessId) => void;
  /**
   * The backend itself is about to send this command to the server, for somebody who is no process of the run. The
   * result takes the answer, with which the command counts as executed.
   */
  readonly strangerAsks: (server: ProcessId, request: Request) => (answer: Reply) => void;
  /** `wallMsAt` gives other answers from now on. */
  readonly clockChanged: (server: ProcessId) => void;

  /** Events that are still to be derived are no earlier than this stamp; infinite when there are none. */
  readonly tellsFrom: () => number;

  /** The handles that it holds open; all 0 after `close`. */
  readonly openHandles: () => { readonly listeners: number; readonly sockets: number; readonly timers: number };
  /**
   * Closes every listener, socket and timer. Resolves when all are gone. It may be called twice. Nothing is reported
   * afterwards.
   */
  readonly close: () => Promise<void>;
}

export interface HeldLink {
  /** The amount kept back: in bytes, and in commands that change something (from a master to its replica). */
  readonly size: () => number;
  readonly writes: () => number;
  /** Sends everything that was kept back, and lets through what follows. */
  readonly release: Undo;
  /** Throws it away for good and closes the connection: a dead master sends nothing more. */
  readonly discard: Undo;
}
