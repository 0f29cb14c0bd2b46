/** Which nodes Redlock's libraries send the release of a lock to, and how many answers they wait for. */
import { all, type Call, type Program, to } from '../../model/effects/effect';
import type { Reply } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import { deleteIfOwner } from '../shared/keyRequests';
import { keysOf, type RedlockContext } from './asking';
import { callOptions } from './settings';

/** The keys that the attempts of an acquire may have left on the nodes. */
export interface Leftovers {
  /** The values that were not given back, oldest first. */
  readonly owners: string[];
  /** The nodes that have granted any attempt. */
  readonly granted: ProcessId[];
  /** The nodes that have granted the latest attempt. */
  grantedNow: readonly ProcessId[];
}

/** The reason for giving the keys back: an attempt that failed, or the end of the client's work. */
export type ReleaseOccasion = 'attempt' | 'work';

/** The requests that give the keys back. */
export interface Deletion {
  /** The calls for the latest value come last. */
  readonly calls: readonly Call[];
  /** The number of calls for one value. */
  readonly targetCount: number;
  /** Whether all keys of a value were still there. */
  readonly deletes: (reply: Reply) => boolean;
}

/** The articles ask all nodes, because a node whose reply was lost may still have set the key. */
export function deletionOf(lock: RedlockContext, tried: Leftovers, after: ReleaseOccasion): Deletion {
  const keys = keysOf(lock);
  const targets = targetsOf(lock, tried, after);
  // The clean-up of an attempt is part of the acquire.
  const options = callOptions(lock.settings, after === 'attempt' ? 'acquire' : 'release');
  const calls: Call[] = [];
  for (const owner of tried.owners) {
    const request = deleteIfOwner(keys, owner, lock.settings);
    for (const node of targets) calls.push(to(node, request, options));
  }
  const deletes = (reply: Reply): boolean => reply.kind === 'ok' && reply.value === keys.length;
  return { calls, targetCount: targets.length, deletes };
}

/** Every library waits for the release after the work. */
export const awaitedOf = ({ settings: { releaseAwaits } }: RedlockContext, after: ReleaseOccasion) =>
  releaseAwaits === 'none' && after === 'work' ? 'all' : releaseAwaits;

function targetsOf(
  { nodes, settings }: RedlockContext,
  tried: Leftovers,
  after: ReleaseOccasion,
): readonly ProcessId[] {
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

export function* send(calls: readonly Call[]): Program {
  yield* all(calls);
}
