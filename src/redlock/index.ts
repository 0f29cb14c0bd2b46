/** The public face of the library: Redlock, its locks, errors and types. */
export type { ExecutionResult, ExecutionStats } from './attempt';
export type { LockClient, OwnConnection, Prepared, RedisClient, RedisCommand, SendingClient, Taker } from './client';
export {
  ContendedError,
  ExecutionError,
  type FailureDetails,
  type FailureKind,
  LockLostError,
  NodeTimeoutError,
  NoQuorumError,
  ReleaseFailedError,
  ResourceLockedError,
} from './errors';
export type { LockEvents } from './events';
export { Lock } from './lock';
export type { Peeked } from './peeking';
// node-redlock's users import it by default.
// biome-ignore lint/style/noDefaultExport: the import line is all that a user of node-redlock has to change.
export { Redlock, Redlock as default } from './redlock';
export type { RetryDelay } from './retryDelay';
export type { AcquireSettings, KnownSettings, Settings, Waiting } from './settings';
export type { RedlockAbortSignal, Routine } from './using';
