/**
 * What a lock service, or the database that gives the lock, reports about its entries, its clients and the resource
 * in it.
 */

import type { Micros } from '../values/time';
import type { EventWriter } from './eventWriters';
import { columnMax, type GoneCause, goneCauses } from './trace';

const noToken = -1;

/** The resource as a request found it or left it. */
export interface ServedRow<M> {
  readonly message: M;
  readonly value: number;
  readonly version: number;
}

export interface ServiceWriter<P, M> {
  /** An entry (znode, row, lease key) is set for a client. `expiresIn` −1: it does not expire by time. */
  readonly entrySet: (peer: P, entry: string, value: string, expiresIn: Micros) => void;
  /** An entry is gone. `by` null: no process removed it. */
  readonly entryGone: (by: P | null, entry: string, cause: GoneCause) => void;
  /** A client has to wait for something; `woken`: it is woken. */
  readonly waiting: (peer: P) => void;
  readonly woken: (peer: P) => void;
  readonly read: (peer: P, row: ServedRow<M>) => void;
  /** A write of the resource counts from now on. */
  readonly wrote: (peer: P, row: ServedRow<M> & { readonly base: number }) => void;
}

export const serviceWriter = <P, M>(record: EventWriter<P, M>): ServiceWriter<P, M> => ({
  entrySet: (peer, entry, value, expiresIn) => record.entrySet(peer, entry, value, Math.min(expiresIn, columnMax)),
  entryGone: (by, entry, cause) => record.entryGone(by, entry, goneCauses.indexOf(cause)),
  waiting: (peer) => record.waiting(peer),
  woken: (peer) => record.woken(peer),
  read: (peer, { message, version, value }) => record.read(peer, message, version, noToken, value),
  wrote: (peer, { message, version, base, value }) => record.wrote(peer, message, version, base, noToken, value),
});
