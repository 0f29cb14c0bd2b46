/** A client of ZooKeeper's locks against a server that answers from a table, before its first acquire. */

import { ok, type Reply } from '../../src/core/model/effects/request';
import type { Lock } from '../../src/core/model/scenario/lock';
import type { Table } from './drive';
import { type Circumstances, LockClient, type Replies, sorted } from './lockClient';

export const error = (message: string): Reply => ({ kind: 'error', message });
export const deleted = (path: string): Reply => ok(['NodeDeleted', path]);
/** czxid, mzxid, version, owner, children. */
export const stat = (czxid: number, owner: string): Reply => ok([czxid, czxid, 0, owner, 0]);

const fine: Replies = {
  CONNECT: ['0x7', 3000],
  CREATE: ['/stock', 33],
  DELETE: 'OK',
  PING: ['PONG', 0],
  CLOSE: 'OK',
};

/** `events` arrive one after the other; null ends the wait. */
export const zookeeperClient =
  (lock: Lock) =>
  (given: Circumstances = {}, events: NonNullable<Table['take']> | readonly (Reply | null)[] = []): LockClient => {
    const { settings, replies } = sorted(lock, given);
    return new LockClient(lock, {
      settings,
      nodes: ['service'],
      hold: 5,
      replies: { ...fine, ...replies },
      take: typeof events === 'function' ? events : (nth) => eventAt(events, nth),
    });
  };

function eventAt(events: readonly (Reply | null)[], nth: number): Reply | null {
  const event = events[nth - 1];
  if (event === undefined) throw new Error(`No event ${nth} comes in.`);
  return event;
}
