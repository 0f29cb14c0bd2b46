/**
 * A lock in ZooKeeper that is one ephemeral znode. It ends with its holder's session. All waiting clients watch the
 * same znode and wake at once: the herd effect. Source: Junqueira 2016, "Note on fencing and distributed locks";
 * ZooKeeper's recipes call it the simple lock.
 */

import { type Program, type Reason, step } from '../../model/effects/effect';
import { command } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { withMembers } from '../shared/ensembleFields';
import {
  leaseLimits,
  sessionLasts,
  warnings,
  type ZookeeperNodeSettings,
  zookeeperNodeFields,
  zookeeperNodeTexts,
} from '../shared/zookeeperFields';
import { createdIn, isExpired, statIn } from '../shared/zookeeperReplies';
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
import { zookeeperNodeFacts } from './facts';

type Context = LockContext<ZookeeperNodeSettings>;
type State = { readonly session: Session };

export const zookeeperNode = defineLock<typeof zookeeperNodeFields, State>(zookeeperNodeFacts, {
  ...zookeeperNodeTexts,
  fields: zookeeperNodeFields,
  steps: ['create', 'watch', 'delete'],
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
  source: 'core/locks/zookeeperNode/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const session = yield* openSession(lock);
  if (session === null) return refused('error');
  for (;;) {
    yield* step('create');
    const created = yield* ask(session, command('CREATE', pathOf(lock), 'ephemeral'));
    if (created.kind === 'ok') return held(lock, { session }, createdIn(created).zxid);
    if (isExpired(created)) return refused('expired');

    yield* step('watch');
    const reply = yield* ask(session, command('EXISTS', pathOf(lock), 'watch'));
    if (reply.kind !== 'ok') continue;
    const { owner, czxid } = statIn(reply);
    // The znode is the client's own: the answer to the create was lost.
    if (owner === session.id) return held(lock, { session }, czxid);
    yield* untilDeleted(session, pathOf(lock));
  }
}

function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  state.session.hold = null;
  yield* step('delete');
  return yield* remove(state.session, pathOf(lock));
}

const pathOf = ({ key }: Context): string => `/${key}`;
