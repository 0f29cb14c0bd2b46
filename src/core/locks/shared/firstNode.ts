/** Requests of a lock that lives on one node: the first of those that its client believes to be the nodes. */
import { call, type Single } from '../../model/effects/effect';
import type { Request } from '../../model/effects/request';
import { nodeId, type ProcessId } from '../../model/scenario/processId';
import { fromMs, type Ms } from '../../model/values/time';

interface OnOneNode {
  readonly nodes: readonly ProcessId[];
  readonly settings: { readonly nodeTimeout: Ms };
}

export const firstNode = ({ nodes }: Pick<OnOneNode, 'nodes'>): ProcessId => nodes[0] ?? nodeId(0);

export const askFirstNode = (lock: OnOneNode, request: Request): Single =>
  call(firstNode(lock), request, { timeout: fromMs(lock.settings.nodeTimeout) });
