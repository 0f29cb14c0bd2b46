/** To which nodes Redlock's libraries send the release of a lock, and for how many of them they wait. */
import { all, type Call, fork, type Program, quorum, to } from '../model/effect';
import type { Reply } from '../model/request';
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

/** What the keys are given back after: an attempt that failed, or the client's work. */
export type After = 'attempt' | 'work';

/**
 * Deletes the client's keys. The articles ask all nodes, because a node whose reply was lost may still have set the key.
 * Returns the votes on the latest value; null: nobody waits for them.
 */
export function* deleteKeys(lock: RedlockContext, tried: Tried, after: After): Program<Votes | null> {
  const keys = keysOf(lock);
  const targets = targetsOf(lock, tried, after);
  // The clean-up of an attempt is a part of the acquire.
  const options = callOptions(lock.settings, after === 'attempt' ? 'acquire' : 'release');
  const calls = tried.owners.flatMap((owner) => {
    const request = deleteIfOwner(keys, owner);
    return targets.map((node) => to(node, request, options));
  });
  const deletes = (reply: Reply): boolean => reply.kind === 'ok' && reply.value === keys.length;
  switch (awaitedOf(lock, after)) {
    case 'all': {
      const replies = yield* all(calls);
      const before = calls.length - targets.length;
      return countVotes(calls.slice(before), replies.slice(before), deletes);
    }
    case 'majority': {
      const { goesOn } = lock.settings;
      const need = Math.min(quorumOf(lock.settings, lock.nodes), targets.length);
      const until = goesOn === 'granted' ? 'granted' : 'decided';
      return countVotes(calls, (yield* quorum(calls, need, deletes, until)).replies, deletes);
    }
    case 'none':
      yield* fork(send(calls));
      return null;
  }
}

/** Every library waits for the release after the work. */
const awaitedOf = ({ settings: { releaseAwaits } }: RedlockContext, after: After) =>
  releaseAwaits === 'none' && after === 'work' ? 'all' : releaseAwaits;

function targetsOf({ nodes, settings }: RedlockContext, tried: Tried, after: After): readonly ProcessId[] {
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
