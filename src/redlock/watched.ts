/** The locks that live on one node, for those who need no Redlock. */
export { SingleNodeLocks, WaitingLocks, WatchedLocks } from './oneNode';
