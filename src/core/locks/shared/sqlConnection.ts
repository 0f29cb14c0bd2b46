/**
 * A client's one connection to the database. It is opened when needed, and given up when it no longer answers as it
 * should.
 */
import { call, type Program } from '../../model/effects/effect';
import { command, isGrant, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Ms } from '../../model/values/time';

type Context = Omit<LockContext<{ readonly nodeTimeout: Ms }>, 'hold'>;

const memoryKey = 'connection';

/** Returns whether this process has a connection now. */
export function* connect(lock: Context): Program<boolean> {
  if (lock.memory?.has(memoryKey) === true) return true;
  if (!isGrant(yield* query(lock, command('CONNECT')))) return false;
  lock.memory?.set(memoryKey, true);
  return true;
}

/** A timeout of this length or more means no timeout, which is PostgreSQL's default. No run lasts that long. */
export const endlessWait: Ms = 600_000;

export const query = ({ settings }: Context, statement: Request, timeout: Ms = settings.nodeTimeout) =>
  call('service', statement, { timeout: timeout < endlessWait ? fromMs(timeout) : null });

/** Closing the connection takes back every statement that was sent on it, and ends its transaction. */
export function* hangUp(lock: Context): Program {
  if (lock.memory?.delete(memoryKey) !== true) return;
  yield* query(lock, command('TERMINATE'));
}
