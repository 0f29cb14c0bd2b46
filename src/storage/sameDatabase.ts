/**
 * A resource that is a row of the database that gives the lock. When the lock lives with a transaction, the write is
 * part of it. Such a write counts when the transaction commits, which is when the lock is given back; it never counts
 * when the lock was lost. The resource's process is the lock service itself, and its statements are those of any client
 * on its one connection.
 */
import { call, type Program } from '../model/effect';
import { command, type Value } from '../model/request';
import { type Change, defineResource, type Reading, type ResourceContext, type Writing } from '../model/resource';
import { readingOf, writingOf } from './access';

export const sameDatabase = defineResource({
  id: 'same-database',
  title: { en: 'A row of the same database', zh: '同一数据库中的一行' },
  about: {
    en: 'The resource lives in the database that gives the lock. In the lock’s own transaction, a write and the lock end together: the write is committed under the lock, or it never happens.',
    zh: '资源就在给出锁的那个数据库里。在锁所在的事务中，写与锁同生共死：要么都算数，要么都没发生过。',
  },
  fields: {},
  needsToken: false,
  needs: 'sql',
  processes: () => [],
  serve,
  read,
  write,
  source: 'storage/sameDatabase.ts',
});

function* read({ timeout }: ResourceContext<unknown>): Program<Reading> {
  return readingOf(yield* call('service', command('SELECT FROM stock'), { timeout }));
}

function* write({ timeout }: ResourceContext<unknown>, _: unknown, change: Change): Program<Writing> {
  return writingOf(yield* call('service', command('UPDATE stock', change.value, change.base), { timeout }));
}

/** The storage has no process of its own: the database serves its rows. */
function* serve(): Program<Value> {
  throw new Error('The resource is served by the database.');
}
