/** Locks on one node: `quorum-lock/watched`. */
export { SingleNodeLocks, WaitingLocks, WatchedLocks } from './oneNode';
