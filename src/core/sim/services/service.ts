/**
 * A lock service that is not Redis, as the simulator sees it. It is state that answers requests, some of them later,
 * and that lets sessions and leases end by its own clock. It knows no network, pause or crash: `serviceNode.ts` wraps
 * it in a process. A service that is itself replicated (ZooKeeper, Chubby, etcd, Consul) is one state here, too: what
 * counts. `ensembleNode.ts` lets several members lead it in turn.
 */
import type { Reply, Request, Value } from '../../model/request';
import type { ServiceTell } from '../../model/serviceTell';
import type { Micros } from '../../model/time';

/** One life of a client, as a server tells connections apart. */
export interface Peer {
  readonly index: number;
  /** Which of its lives. */
  readonly incarnation: number;
}

export interface ServiceCall {
  readonly peer: Peer;
  readonly request: Request;
  /** Sends the reply. May be called once. */
  readonly answer: (reply: Reply) => void;
}

/** The events that a service reports. A client is named by its peer, which is one of its lives. */
export type PeerTell = ServiceTell<Peer, number>;

/** Everything that a service may ask of the process around it. */
export interface ServiceWorld extends Pick<PeerTell, 'entrySet' | 'entryGone' | 'waiting' | 'woken'> {
  /** The reading of the server's monotonic clock, in µs. */
  readonly now: () => Micros;
  /** Sends a message without being asked to a client that opened this topic: a watch event, a notification. */
  readonly push: (peer: Peer, topic: string, value: Value) => void;
  /**
   * Whether the kernels' keep-alive probes get through. They do when the link works both ways and the client's machine
   * is on and awake. A paused process answers them: its kernel does.
   */
  readonly isReachable: (peer: Peer) => boolean;
  /** The number, in the trace, of the request that is being served. A client numbers its requests in the order in which it sends them. */
  readonly message: () => number;
}

/** The same for a database, with a wall clock and the events of a resource that lives in it. */
export interface DatabaseWorld extends ServiceWorld, PeerTell {
  /** The reading of the server's wall clock, in µs. It may be set. */
  readonly wall: () => Micros;
  /** The reading of a monotonic clock that goes on from one leader to the next. With one server it is that server's, `now`. */
  readonly steady: () => Micros;
  /** A whole number from 0 to below − 1, by the seed. */
  readonly draw: (below: number) => number;
}

/** How a service behaves while its servers have no leader. */
export interface Leadership {
  /** The answer to every request meanwhile. */
  readonly refusal: Reply;
  /** The commands that change nothing: the leader answers them alone. */
  readonly asks: readonly string[];
  /** They also close the connections of all clients. */
  readonly closes: boolean;
  /** From now on no session ends. */
  readonly lost: () => void;
  /** The new leader gives every session its whole time again. */
  readonly found: () => void;
}

export interface Service {
  readonly serve: (call: ServiceCall) => void;
  /** Told that the connections of this client's life were closed, because its process died. */
  readonly disconnected: (peer: Peer) => void;
  /** The first reading of the server's monotonic clock at which something falls due. Infinite when nothing does. */
  readonly dueAt: () => Micros;
  /** Told that something may be due by now. */
  readonly elapse: () => void;
  /**
   * Told that the server was started again. What it had on its disk and in its other replicas is still there. Returns
   * how many entries that is.
   */
  readonly restarted: () => number;
  /** Whether a session stands for this client, which somebody can end at the server. Absent: never. */
  readonly hasSession?: (client: number) => boolean;
  /** Ends that session. */
  readonly endSession?: (client: number) => void;
  /** Absent: it is one server. */
  readonly leadership?: Leadership;
}

/** Makes a service. `settings` are those of the lock that uses it. */
export type MakeService = (world: DatabaseWorld, settings: Readonly<Record<string, unknown>>) => Service;
