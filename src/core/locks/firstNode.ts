/** Requests of a lock that lives on one node: the first of those that its client believes to be the nodes. */
import { call, type Single } from '../model/effect';
import { nodeId, type ProcessId } from '../model/processId';
import type { Request } from '../model/request';
import { fromMs, type Ms } from '../model/time';

interface OnOneNode {
  readonly nodes: readonly ProcessId[];
  readonly settings: { readonly nodeTimeout: Ms };
}

export const firstNode = ({ nodes }: Pick<OnOneNode, 'nodes'>): ProcessId => nodes[0] ?? nodeId(0);

export const askFirstNode = (lock: OnOneNode, request: Request): Single =>
  call(firstNode(lock), request, { timeout: fromMs(lock.settings.nodeTimeout) });
