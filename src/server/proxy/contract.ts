/**
 * What a live run is given of the network: a proxy of ours between each client process and each server, and between replica and
 * master, where the scenario's latencies and faults happen to real bytes; and what it sees there, as events of the trace.
 * Types alone; knows no Redis process and no client's code. `openProxy` is in `proxy.ts`.
 *
 * **Names.** As `process/contract.ts` has them: a connection says its name by `CLIENT SETNAME`; the proxy counts the requests
 * on it but `handshakeCommands`. What a server sends unasked on it is `name>n`. The proxy answers `AUTH` and `CLIENT SETNAME` itself, at once,
 * and passes it on: opening a connection costs a simulated client nothing, whatever state the server and the link are in, so a client
 * can always send. Other handshakes, and all requests on a connection without a name, take the link's delay and its cuts, and are
 * neither counted nor reported. An answer `NOSCRIPT` is none: it goes to the client with no delay, and the EVAL that follows on the
 * connection is the same call, handed over with no delay. RESP2 alone (ioredis: `protocol: 2`).
 *
 * **What is told by whom.** Of a request the client reports `sent`; the proxy `arrived` (the bytes were handed to the server's
 * kernel), `received` at the server and the entries that it changed (derived, between the handing over and the reply), `sent` of
 * the reply, `arrived` at the client (handed to its kernel, though it may be stopped), or `lost`. It sees neither timeouts nor
 * what a client takes in, nor a request that its client has not written. So "before" and "after the nth request is sent" are the
 * client's own to count when they stop the client itself; faults of the network can be struck from `onRequest`, which is called
 * with every request before it is put on its link and sees them in the order in which the kernel hands them out.
 *
 * **Connections.** A client's connection is accepted whatever state its server is in; who is not there is found out when the first
 * bytes arrive. When a server is gone, its connections are closed after the way back, as the simulator does it. When a link is cut
 * or a message on it is lost, that direction of that connection falls silent for good and the connection is reset after
 * `resetAfterMs`; other connections are unharmed. A client that closes a connection while it waits on it for an answer has
 * "reconnected": what it sends next may overtake what is under way.
 */

import type { Script } from '../../model/request';
import type { ProcessId, Scenario } from '../../model/scenario';
import type { StandIn } from '../../model/standIn';
import type { Micros, Ms } from '../../model/time';
import type { Role } from '../../model/trace';
import type { MessageRule } from '../../sim/link';
import type { MessageName, Report } from '../liveEvent';
import type { Login } from '../login';
import type { KeptKey } from '../redis/contract';

export interface ProxyOptions {
  /** Its seed, latencies, loss and replica lag. The draws of a link are those of the simulator, message by message. */
  readonly scenario: Scenario;
  readonly report: Report;
  /** By whose names EVALSHA and EVAL are shown, and by whose models the servers' keys are followed. */
  readonly scripts: readonly Script[];
  /** What the wall clock of a Redis server shows, in whole ms since 1970: `RedisServer.wallMsAt`. */
  readonly wallMsAt: (server: ProcessId, stampNanos: number) => Ms;
  /** Before every key and channel that goes to a server; left out of what is reported. */
  readonly keyPrefix?: string;
  /** How long a silent connection lasts. Longer than most runs, since a real one lasts for minutes; 15 s. */
  readonly resetAfterMs?: Ms;
  /** Called with each named request that a client has sent, before it is put on its link. */
  readonly onRequest?: (request: RequestSeen) => void;
  /** After how long a silence of a client's machine a database's server ends its connections; absent: after hours. */
  readonly keepAliveMs?: Ms;
  /**
   * What is told of the run is less than sure: bytes that are no RESP; an answer to nothing; once a server, that what is derived of
   * its keys does not explain an answer, which is believed then. Or the proxy stands in for a kernel. `words` say which it was.
   */
  readonly onStandIn?: (standIn: StandIn, words: string) => void;
  /** A server that lets nobody wait for it has answered, at the second stamp, what it was handed at the first. */
  readonly onServed?: (server: ProcessId, handedNanos: number, answeredNanos: number) => void;
}

export interface RequestSeen {
  readonly message: MessageName;
  readonly from: ProcessId;
  readonly to: ProcessId;
  /** How many named requests have come from `from` to `to`, this one included. */
  readonly nth: number;
  readonly stampNanos: number;
}

export interface Target {
  readonly process: ProcessId;
  /** The keys of Redis servers (nodes and replicas) are followed; of the others only messages are told. */
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  /** What the proxy says there before anything else. A client never learns it. */
  readonly login?: Login;
  /** It speaks TLS: the proxy does so on its side, and the client in the clear on its own. */
  readonly tls?: boolean;
}

/** Ends what it began. Harmless when called twice. */
export type Undo = () => void;

/** One message of a link: `leg` 0 request, 1 reply, 2 push; counted from `begin` on; `after` in run time. */
export type RuleForMessage = Omit<MessageRule, 'used' | 'struck'> & {
  readonly from: ProcessId;
  readonly to: ProcessId;
  /** Called as the rule meets its message, with the stamp at which that was sent. */
  readonly struck: (stampNanos: number) => void;
};

/** From a replica to its master. */
export interface MasterLinkTarget {
  readonly replica: ProcessId;
  readonly master: ProcessId;
  readonly masterPort: number;
  /** What the replica says first (`masteruser`, `masterauth`), and the master asks for. */
  readonly login: Login;
}

/** The network of one run. Methods that change it work at once, also on what is sent later in the same tick. */
export interface FaultProxy {
  /** What a client says first, by `AUTH`, on each connection; who does not is told NOAUTH, and is no part of the run. */
  readonly password: string;
  /** A port on 127.0.0.1 for this pair: what `from` sends there goes to the target. The same pair again: the same port, to the target given last. */
  readonly open: (from: ProcessId, target: Target) => Promise<number>;
  /** A port behind which a replica finds its master: raw bytes. No lag before `begin`. `Fleet`'s `masterLink` can be this. */
  readonly openMasterLink: (link: MasterLinkTarget) => Promise<number>;
  /** The run begins at this stamp: delays, losses and counting begin, and reports. Before it, all passes at once. */
  readonly begin: (epochNanos: number) => void;

  /** One direction. Cuts add up. Between replica and master it holds bytes back: they are sent again when the link is whole. */
  readonly cut: (from: ProcessId, to: ProcessId) => Undo;
  readonly slow: (from: ProcessId, to: ProcessId, by: Micros) => Undo;
  readonly addRule: (rule: RuleForMessage) => void;
  /** Keeps back what has not arrived yet in one direction between replica and master, and what is sent from now on. */
  readonly hold: (from: ProcessId, to: ProcessId) => Held;
  /**
   * The machine of a process goes dark: call it before the process is killed. Its connections fall silent, nobody learns that they
   * are closed, what arrives is lost (`down`). Light again: the connections of before are closed after the way to their peers.
   */
  readonly setDark: (process: ProcessId, dark: boolean) => void;
  /**
   * The process was killed at this stamp, though it may be there for a moment more: what it has said until then it said before, and what
   * comes for it finds nobody. Until its machine is light again (`setDark`), which a start ends with.
   */
  readonly setGone: (process: ProcessId, sinceNanos: number) => void;

  /** The server was killed. Entries of keys that it does not keep are gone now; the others are as of `serverStarted`. */
  readonly serverCrashed: (server: ProcessId, options: { readonly keeps: (key: string) => boolean }) => void;
  /** It is up again, or in sync again, with these keys. Tells the differences to what stood there. Returns how many keys it has. */
  readonly serverStarted: (server: ProcessId, kept: readonly KeptKey[]) => number;
  /** A replica is a master from now on: its expiry is its own to decide. */
  readonly serverPromoted: (server: ProcessId) => void;
  /** `wallMsAt` answers differently from now on. */
  readonly clockChanged: (server: ProcessId) => void;

  /** No event that is still to be derived was earlier than this stamp: infinite where none is. */
  readonly tellsFrom: () => number;

  /** What it holds open: nothing after `close`. */
  readonly openHandles: () => { readonly listeners: number; readonly sockets: number; readonly timers: number };
  /** Closes every listener, socket and timer. Resolves when all are gone. Safe to call twice. Reports nothing any more. */
  readonly close: () => Promise<void>;
}

export interface Held {
  /** What is kept back: in bytes, and how many commands that change something (from a master to its replica). */
  readonly size: () => number;
  readonly writes: () => number;
  /** Sends on what was kept back, and lets through what follows. */
  readonly release: Undo;
  /** Throws it away for good and closes the connection: a master that is dead sends nothing more. */
  readonly discard: Undo;
}
