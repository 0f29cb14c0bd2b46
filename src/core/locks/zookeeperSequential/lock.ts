/**
 * A lock in ZooKeeper with a queue of ephemeral sequential znodes, one for each client. The lowest number holds the
 * lock, and each of the others watches the one before it. The settings bring back what its recipe warns about.
 * Source: zookeeper.apache.org, "ZooKeeper Recipes and Solutions", Locks.
 */

import { type Program, type Reason, step } from '../../model/effects/effect';
import { command } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { withMembers } from '../shared/ensembleFields';
import { ownerValue } from '../shared/ownerValue';
import {
  leaseLimits,
  sessionLasts,
  warnings,
  type ZookeeperSequentialSettings,
  zookeeperSequentialFields,
  zookeeperSequentialTexts,
} from '../shared/zookeeperFields';
import { createdIn, isExpired, isNoNode, namesIn, statIn } from '../shared/zookeeperReplies';
import {
  ask,
  closeSession,
  held,
  openSession,
  remaining,
  remove,
  type Session,
  untilDeleted,
} from '../shared/zookeeperSession';
import { zookeeperSequentialFacts } from './facts';

type Context = LockContext<ZookeeperSequentialSettings>;

/** A client's place in the queue. */
interface QueueEntry {
  readonly session: Session;
  /** The name of its znode, without the path. */
  readonly name: string;
  readonly zxid: number;
}

export const zookeeperSequential = defineLock<typeof zookeeperSequentialFields, QueueEntry>(zookeeperSequentialFacts, {
  ...zookeeperSequentialTexts,
  fields: zookeeperSequentialFields,
  steps: ['create', 'find', 'look', 'watch', 'woken', 'delete'],
  services: (_, own) => withMembers(own),
  quorum: () => 1,
  leaseLimits,
  sessionLasts,
  ownersDiffer: true,
  hasToken: ({ token }) => token !== 'none',
  acquire,
  release,
  remaining,
  warnings,
  whenLost: 'at-next-look',
  quit: closeSession,
  source: 'core/locks/zookeeperSequential/lock.ts',
});

function* acquire(lock: Context): Program<Held<QueueEntry> | Refused> {
  const session = yield* openSession(lock);
  if (session === null) return refused('error');
  const entry = yield* standInLine(lock, session);
  if (entry === null) return refused('expired');
  for (;;) {
    yield* step('look');
    const children = yield* ask(session, command('CHILDREN', pathOf(lock)));
    if (isExpired(children)) return refused('expired');
    if (children.kind !== 'ok') continue;
    const queue = namesIn(children);
    const ahead = queue.indexOf(entry.name);
    if (ahead < 0) return refused('gone');
    if (ahead === 0) return held(lock, entry, entry.zxid);

    yield* step('watch');
    const before = pathOf(lock, queue[ahead - 1]);
    const reply = yield* ask(session, command('EXISTS', before, 'watch'));
    if (reply.kind !== 'ok') continue;
    const isDeleted = yield* untilDeleted(session, before);
    yield* step('woken');
    if (isDeleted && !lock.settings.recheck) return held(lock, entry, entry.zxid);
  }
}

/**
 * Creates the client's znode, and the directory if nobody has created it yet. Returns null when the session has
 * expired.
 */
function* standInLine(lock: Context, session: Session): Program<QueueEntry | null> {
  const id = yield* ownerValue('random');
  const prefix = lock.settings.nodeName === 'with-id' ? `${id}-lock-` : 'lock-';
  for (;;) {
    yield* step('create');
    const created = yield* ask(session, command('CREATE', pathOf(lock, prefix), 'ephemeral', 'sequential'));
    if (created.kind === 'ok') return entryAt(session, createdIn(created));
    if (isExpired(created)) return null;
    if (isNoNode(created)) yield* ask(session, command('CREATE', pathOf(lock)));
    else if (lock.settings.nodeName === 'with-id') {
      const entry = yield* findAgain(lock, session, prefix);
      if (entry !== null) return entry;
    }
  }
}

/**
 * Checks whether the znode was created, because the answer to the create was lost. Returns null if it was not, or if
 * its session has expired.
 */
function* findAgain(lock: Context, session: Session, prefix: string): Program<QueueEntry | null> {
  for (;;) {
    yield* step('find');
    const children = yield* ask(session, command('CHILDREN', pathOf(lock)));
    if (isExpired(children) || isNoNode(children)) return null;
    if (children.kind !== 'ok') continue;
    const name = namesIn(children).find((child) => child.startsWith(prefix));
    if (name === undefined) return null;
    const stat = yield* ask(session, command('EXISTS', pathOf(lock, name)));
    if (stat.kind === 'ok') return { session, name, zxid: statIn(stat).czxid };
  }
}

function* release(lock: Context, { state }: Held<QueueEntry>): Program<Reason> {
  state.session.hold = null;
  yield* step('delete');
  return yield* remove(state.session, pathOf(lock, state.name));
}

const pathOf = ({ key }: Context, child?: string): string => (child === undefined ? `/${key}` : `/${key}/${child}`);

const entryAt = (session: Session, { path, zxid }: ReturnType<typeof createdIn>): QueueEntry => ({
  session,
  name: path.slice(path.lastIndexOf('/') + 1),
  zxid,
});
