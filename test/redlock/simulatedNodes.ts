/** What tests on simulated nodes share: the nodes, each kind of lock on them, and the error of a failed call. */
import { ExecutionError, Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { LockClient } from '../../src/redlock/client';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { within } from './adapters';

export const nodesOf = (count: number, latencyMs = 0): readonly SimulatedRedis[] =>
  Array.from({ length: count }, () => new SimulatedRedis({ latencyMs }));

type Nodes = readonly LockClient[];

/** Each kind of lock. All except Redlock are on the first node. */
export const kinds = {
  Redlock: (nodes: Nodes, settings: object = {}) => new Redlock(nodes, settings),
  SingleNodeLocks: ([node]: Nodes, settings: object = {}) => new SingleNodeLocks(node as LockClient, settings),
  WatchedLocks: ([node]: Nodes, settings: object = {}) => new WatchedLocks(node as LockClient, settings),
  WaitingLocks: ([node]: Nodes, settings: object = {}) => new WaitingLocks(node as never, settings),
};

/** The number of nodes with which a kind is tested. */
export const nodesFor = (kind: string): readonly SimulatedRedis[] => nodesOf(kind === 'Redlock' ? 3 : 1);

/** The library's error with which the call fails, within five seconds. */
export async function failure(promise: Promise<unknown>): Promise<ExecutionError> {
  try {
    await within(5000, promise);
  } catch (error) {
    if (error instanceof ExecutionError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
