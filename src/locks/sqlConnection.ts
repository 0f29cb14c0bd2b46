/** A client's one connection to the database: opened when it is needed, given up when it no longer answers as it should. */
import { call, type Program } from '../model/effect';
import type { LockContext } from '../model/lock';
import { command, isGrant, type Request } from '../model/request';
import { fromMs, type Ms } from '../model/time';

type Context = Omit<LockContext<{ readonly nodeTimeout: Ms }>, 'hold'>;

const memoryKey = 'connection';

/** Whether this process has a connection now. */
export function* connect(lock: Context): Program<boolean> {
  if (lock.memory?.has(memoryKey) === true) return true;
  if (!isGrant(yield* query(lock, command('CONNECT')))) return false;
  lock.memory?.set(memoryKey, true);
  return true;
}

/** Sends a statement and waits for its answer. */
export const query = ({ settings }: Context, statement: Request, timeout: Ms = settings.nodeTimeout) =>
  call('service', statement, { timeout: fromMs(timeout) });

/** Whoever closes its connection takes back all that it has asked on it, and ends its transaction. */
export function* hangUp(lock: Context): Program {
  if (lock.memory?.delete(memoryKey) !== true) return;
  yield* query(lock, command('TERMINATE'));
}
