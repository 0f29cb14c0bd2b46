/** How Redlock asks its nodes: in which order, how many answers it waits for, and how it counts them. */
import { call, type Program, quorum, to } from '../../model/effects/effect';
import { isGrant, type Reply, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { lockKeys } from '../shared/keyRequests';
import { countVotes, type Votes } from '../shared/votes';
import { callOptions, inOrder, quorumOf, type RedlockSettings } from './settings';

export type RedlockContext = LockContext<RedlockSettings>;

export const keysOf = ({ key, settings }: RedlockContext): readonly [string, ...string[]] =>
  lockKeys(key, settings.keys);

/**
 * `parallel` asks all nodes at once, and `goesOn` says when it returns. In sequence it asks every node, even after a
 * failure.
 */
export function* ask(
  { me, nodes, settings }: RedlockContext,
  request: Request,
  purpose: 'acquire' | 'extend',
  grants: (reply: Reply) => boolean = isGrant,
): Program<Votes> {
  const { goesOn } = settings;
  const options = callOptions(settings, purpose);
  const calls = inOrder(settings, me, nodes).map((node) => to(node, request, options));
  if (settings.ask === 'parallel') {
    // A quorum may be larger than the number of nodes, which is known in advance. The client asks them anyway.
    const need = goesOn === 'all' ? calls.length : Math.min(quorumOf(settings, nodes), calls.length);
    const until = goesOn === 'decided' ? 'decided' : 'granted';
    return countVotes(calls, (yield* quorum(calls, need, grants, until)).replies, grants);
  }
  const replies: Reply[] = [];
  for (const next of calls) replies.push(yield* call(next.to, next.request, next));
  return countVotes(calls, replies, grants);
}
