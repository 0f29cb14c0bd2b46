/**
 * A resource that is a row of the database that gives the lock. If the lock belongs to a transaction, so does the
 * write. It then counts when the transaction commits, which is when the lock is given back, and never if the lock was
 * lost. A program may also hold the lock inside a longer transaction and commit after the release. The resource's
 * process is the lock service itself, and a client sends these statements on its one connection, like its others.
 */
import { call, type Program, sleep } from '../model/effects/effect';
import { command, isGrant, type Value } from '../model/effects/request';
import { milliseconds, type ValuesOf } from '../model/scenario/fields';
import {
  type Change,
  defineResource,
  type Reading,
  type ResourceContext,
  type Writing,
} from '../model/scenario/resource';
import { fromMs } from '../model/values/time';
import { readingOf, writingOf } from './storageClient';

const fields = {
  commitAfter: milliseconds({
    label: { en: 'Commits after the release', zh: '释放锁后多久提交' },
    help: {
      en: 'The program opens a transaction before it reads, as with @Transactional around a method that takes the lock, and commits this long after the release. Until then nobody else sees the write. 0: each statement takes effect on its own, or with the lock’s transaction.',
      zh: '程序在读之前开启事务（例如加锁的方法外面套着 @Transactional），释放锁之后过这么久才提交，此前别人看不到它的写入。0：每条语句各自生效，或随锁所在的事务一起生效。',
    },
    min: 0,
    max: 60_000,
    default: 0,
  }),
};

type Context = ResourceContext<ValuesOf<typeof fields>>;

export const sameDatabase = defineResource({
  id: 'same-database',
  title: { en: 'A row of the same database', zh: '同一数据库中的一行' },
  about: {
    en: 'The resource is in the same database as the lock. In the lock’s own transaction, a write and the lock end together: the write is committed under the lock, or it never happens.',
    zh: '资源就在给出锁的那个数据库里。在锁所在的事务中，写与锁同生共死：要么都算数，要么都没发生过。',
  },
  fields,
  needsToken: false,
  keepsData: 'in-some-cases',
  needs: 'sql',
  processes: () => [],
  serve,
  read,
  write,
  afterRelease,
  source: 'core/storage/sameDatabase.ts',
});

function* read({ timeout, settings }: Context): Program<Reading> {
  if (settings.commitAfter > 0 && !isGrant(yield* call('service', command('BEGIN'), { timeout })))
    return { kind: 'failed' };
  return readingOf(yield* call('service', command('SELECT FROM stock'), { timeout }));
}

function* write({ timeout }: Context, _: unknown, change: Change): Program<Writing> {
  return writingOf(yield* call('service', command('UPDATE stock', change.value, change.base), { timeout }));
}

function* afterRelease({ timeout, settings }: Context): Program {
  if (settings.commitAfter === 0) return;
  yield* sleep(fromMs(settings.commitAfter));
  yield* call('service', command('COMMIT'), { timeout });
}

/** The storage has no process of its own: the database serves its rows. */
function* serve(): Program<Value> {
  throw new Error('The resource is served by the database.');
}
