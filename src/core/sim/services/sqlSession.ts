/** A session of the simulated database, its user, and what its transaction has done so far. */
import type { Micros } from '../../model/values/time';
import type { Peer, ServiceCall } from './service';
import type { Owner } from './sqlAdvisory';
import type { Transaction } from './sqlRows';

export interface Session extends Owner {
  /** The connection that uses it. Null: no connection, in a pool. */
  user: Connection | null;
  /** When its last user gave it back, by the server's monotonic clock. */
  idleSince: Micros;
  transaction: SqlTransaction | null;
}

export interface SqlTransaction extends Transaction {
  readonly peer: Peer;
  /** Whether BEGIN started it. Otherwise it consists of one statement. */
  readonly isExplicit: boolean;
  /** After an error it can only be ended. */
  failed: boolean;
  /** The last UPDATE of the resource. The trace gets it when it is committed. */
  write: { readonly message: number; readonly base: number } | null;
}

export interface Connection {
  readonly peer: Peer;
  /** The request that opened it. Earlier requests of its client came on another connection. */
  readonly opened: number;
  session: Session | null;
  /** When the client's machine was last known to be up. */
  reachedAt: Micros;
  probeAt: Micros;
}

/** A statement that waits for another transaction or lock, or for a session of the pool. */
export interface Blocked {
  readonly connection: Connection;
  readonly call: ServiceCall;
  readonly message: number;
}

export function lend(session: Session, connection: Connection): Session {
  session.user = connection;
  connection.session = session;
  return session;
}
