/** To which nodes Redlock's libraries send the release of a lock, and for how many of them they wait. */
import { all, type Call, fork, type Program, quorum, to } from '../model/effect';
import { isGrant } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { deleteIfOwner } from './keyRequests';
import { keysOf, type RedlockContext } from './redlockAsking';
import { callOptions, quorumOf } from './redlockFields';
import { countVotes, type Votes } from './votes';

/** What the attempts of an acquire may have left on the nodes. */
export interface Tried {
  /** The values that were not given back, the latest last. */
  readonly owners: string[];
  /** The nodes that have granted any attempt. */
  readonly granted: ProcessId[];
  /** The nodes that have granted the latest. */
  grantedNow: readonly ProcessId[];
}

/**
 * Deletes the client's keys. The articles ask all nodes, because a node whose reply was lost may still have set the key.
 * Returns the votes on the latest value; null: nobody waits for them.
 */
export function* deleteKeys(lock: RedlockContext, tried: Tried, after: 'attempt' | 'work'): Program<Votes | null> {
  const { nodes, settings } = lock;
  const targets = targetsOf(lock, tried, after);
  const options = callOptions(settings, 'release');
  const calls = tried.owners.flatMap((owner) => {
    const request = deleteIfOwner(keysOf(lock), owner);
    return targets.map((node) => to(node, request, options));
  });
  switch (settings.releaseAwaits) {
    case 'all': {
      const replies = yield* all(calls);
      return countVotes(calls.slice(-targets.length), replies.slice(-targets.length));
    }
    case 'majority':
      return countVotes(calls, (yield* quorum(calls, quorumOf(settings, nodes), isGrant, 'granted')).replies);
    case 'none':
      yield* fork(send(calls));
      return null;
    default:
      return settings.releaseAwaits satisfies never;
  }
}

function targetsOf({ nodes, settings }: RedlockContext, tried: Tried, after: 'attempt' | 'work'): readonly ProcessId[] {
  switch (settings.releaseTo) {
    case 'all':
      return nodes;
    case 'granted':
      return nodes.filter((node) => tried.granted.includes(node));
    case 'granted-now':
      return after === 'work' ? nodes : nodes.filter((node) => tried.grantedNow.includes(node));
    default:
      return settings.releaseTo satisfies never;
  }
}

function* send(calls: readonly Call[]): Program {
  yield* all(calls);
}
