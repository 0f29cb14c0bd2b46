/** The refusals of a lock's database, by which locks know what happened, and the size of its pool. */
import { ok, type Reply, type Request } from '../../model/effects/request';

export const sqlWords = {
  closed: 'server closed the connection unexpectedly',
  duplicate: duplicateIn('locks'),
} as const;

/** A second row with the same primary key. */
export function duplicateIn(table: string): string {
  return `duplicate key value violates unique constraint "${table}_pkey"`;
}

export const sqlFailure = (message: string): Reply => ({ kind: 'error', message: `ERROR: ${message}` });

/** The number of sessions in the pool, from the lock's settings. 0: no pool. */
export const poolSizeOf = ({ pooler = 'none', poolSize }: Readonly<Record<string, unknown>>): number =>
  pooler === 'none' ? 0 : Number(poolSize);

/** The statement ends a transaction. */
export const isEnd = ({ command }: Request): boolean => command === 'COMMIT' || command === 'ROLLBACK';

/** A failed transaction is rolled back, whatever its client asks for. */
export const ofFailed = (request: Request): Reply =>
  isEnd(request)
    ? ok('ROLLBACK')
    : sqlFailure('current transaction is aborted, commands ignored until end of transaction block');
