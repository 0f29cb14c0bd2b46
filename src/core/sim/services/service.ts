/**
 * A lock service other than Redis, as the simulator sees it. It is state that answers requests, some of them later,
 * and that ends sessions and leases by its own clock. It knows no network, pause or crash: `serviceNode.ts` wraps it
 * in a process. A replicated service (ZooKeeper, Chubby, etcd, Consul) is also one state here: the data that count.
 * `ensembleNode.ts` lets several members lead it in turn.
 */
import type { Reply, Request, Value } from '../../model/effects/request';
import type { ServiceWriter } from '../../model/trace/serviceWriter';
import type { Micros } from '../../model/values/time';

/** One life of a client. A server uses it to distinguish connections. */
export interface Peer {
  readonly index: number;
  /** The number of the life. */
  readonly incarnation: number;
}

/** The same for the same life of a client. */
export const keyOf = ({ index, incarnation }: Peer): string => `${index}.${incarnation}`;

export interface ServiceCall {
  readonly peer: Peer;
  readonly request: Request;
  /** Sends the reply. Call it at most once. */
  readonly answer: (reply: Reply) => void;
}

/** The events that a service reports. A client is named by its peer, which is one of its lives. */
export type PeerWriter = ServiceWriter<Peer, number>;

/** Everything that a service may request from the process around it. */
export interface ServiceWorld extends Pick<PeerWriter, 'entrySet' | 'entryGone' | 'waiting' | 'woken'> {
  /** The reading of the server's monotonic clock, in µs. */
  readonly now: () => Micros;
  /** Sends a message to a client that opened this topic, without a request: a watch event, a notification. */
  readonly push: (peer: Peer, topic: string, value: Value) => void;
  /**
   * Whether the kernels' keep-alive probes arrive. They do if the link works both ways and the client's machine is on
   * and awake. A paused process answers them, because its kernel does.
   */
  readonly isReachable: (peer: Peer) => boolean;
  /**
   * The trace's number of the request that is being served. A client numbers its requests in the order in which it
   * sends them.
   */
  readonly message: () => number;
}

/** The same for a database, with a wall clock and the events of a resource that lives in it. */
export interface DatabaseWorld extends ServiceWorld, PeerWriter {
  /** The reading of the server's wall clock, in µs. The clock may be set. */
  readonly wall: () => Micros;
  /**
   * The reading of a monotonic clock that continues from one leader to the next. With one server it is that server's
   * clock, `now`.
   */
  readonly steady: () => Micros;
  /** A whole number from 0 to below − 1, depending on the seed. */
  readonly draw: (below: number) => number;
}

/** How a service behaves while its servers have no leader. */
export interface Leadership {
  /** The answer to every request while there is no leader. */
  readonly refusal: Reply;
  /** The commands that change nothing: the leader answers them on its own. */
  readonly asks: readonly string[];
  /** Whether they also close the connections of all clients. */
  readonly closes: boolean;
  /** Called when the leader is lost: no session ends from now on. */
  readonly lost: () => void;
  /** Called when there is a new leader, which gives every session its whole time again. */
  readonly gainLeader: () => void;
}

export interface Service {
  readonly serve: (call: ServiceCall) => void;
  /** Called when the connections of this client's life were closed because its process ended. */
  readonly disconnected: (peer: Peer) => void;
  /** The first reading of the server's monotonic clock at which something is due. Infinite if nothing is. */
  readonly dueAt: () => Micros;
  /** Called when something may be due. */
  readonly elapse: () => void;
  /**
   * Called when the server was started again. The data on its disk and in its other replicas still exist. Returns the
   * number of those entries.
   */
  readonly restarted: () => number;
  /** Whether this client has a session that can be ended at the server. Absent: never. */
  readonly hasSession?: (client: number) => boolean;
  readonly endSession?: (client: number) => void;
  /**
   * How a person frees this lock by hand, with the service's own tool. No client asks for it, so the trace calls the
   * entry lost. Null: no client has the lock.
   */
  readonly freeByHand: (key: string) => (() => void) | null;
  /** Absent: it is one server. */
  readonly leadership?: Leadership;
}

/** Makes a service. `settings` are those of the lock that uses it. */
export type MakeService = (world: DatabaseWorld, settings: Readonly<Record<string, unknown>>) => Service;
