/**
 * A client's one connection to the database. It is opened when it is needed, and given up when it no longer answers as
 * it should.
 */
import { call, type Program } from '../model/effect';
import type { LockContext } from '../model/lock';
import { command, isGrant, type Request } from '../model/request';
import { fromMs, leaseMax, type Ms } from '../model/time';

type Context = Omit<LockContext<{ readonly nodeTimeout: Ms }>, 'hold'>;

const memoryKey = 'connection';

/** Returns whether this process has a connection now. */
export function* connect(lock: Context): Program<boolean> {
  if (lock.memory?.has(memoryKey) === true) return true;
  if (!isGrant(yield* query(lock, command('CONNECT')))) return false;
  lock.memory?.set(memoryKey, true);
  return true;
}

/** The longest timeout is none at all. */
export const query = ({ settings }: Context, statement: Request, timeout: Ms = settings.nodeTimeout) =>
  call('service', statement, { timeout: timeout < leaseMax ? fromMs(timeout) : null });

/** Closing the connection takes back every statement that was sent on it, and ends its transaction. */
export function* hangUp(lock: Context): Program {
  if (lock.memory?.delete(memoryKey) !== true) return;
  yield* query(lock, command('TERMINATE'));
}
