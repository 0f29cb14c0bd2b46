/** The locks that live on one node, for programs that need no Redlock. */
export { SingleNodeLocks, WaitingLocks, WatchedLocks } from './oneNode';
