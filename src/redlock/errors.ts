/** What can go wrong with a lock, one class each. All but the votes' own are an ExecutionError, as users of node-redlock know it. */
import type { ExecutionStats } from './attempt';

/** What an operation came to, in a word. */
export type FailureKind = 'contended' | 'no-quorum' | 'lost' | 'release-failed';

type Attempts = ReadonlyArray<Promise<ExecutionStats>>;

/** A vote against: this node has the resource locked for somebody else, or no longer for us. */
export class ResourceLockedError extends Error {
  override readonly name: string = 'ResourceLockedError';
}

/** A vote against: this node did not answer in time. What it was asked for may have been carried out all the same. */
export class NodeTimeoutError extends Error {
  override readonly name: string = 'NodeTimeoutError';
  constructor(readonly timeoutMs: number) {
    super(`The node did not answer within ${timeoutMs} ms.`);
  }
}

/** What is known of an operation that failed. */
export interface FailureDetails {
  readonly resources?: readonly string[];
  /** What the nodes had said in the latest try when it failed. */
  readonly votes?: ExecutionStats | null;
  /** What went wrong at a node; an AggregateError where it was not the same at all of them. */
  readonly cause?: unknown;
}

/** An operation that failed, with what each node had to say in each try. */
export class ExecutionError extends Error {
  override readonly name: string = 'ExecutionError';
  readonly kind: FailureKind = 'no-quorum';
  readonly resources: readonly string[];
  readonly votes: ExecutionStats | null;

  constructor(
    message: string,
    readonly attempts: Attempts,
    { resources = [], votes = null, cause }: FailureDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.resources = resources;
    this.votes = votes;
  }
}

/** Enough nodes answered: others had the lock, to the last try. */
export class ContendedError extends ExecutionError {
  override readonly name: string = 'ContendedError';
  override readonly kind = 'contended';
}

/** Too few nodes answered, or they took so long that nothing would have been left of the lock. */
export class NoQuorumError extends ExecutionError {
  override readonly name: string = 'NoQuorumError';
  override readonly kind = 'no-quorum';
}

/** The lock is not ours any more: it has expired, or a majority of the nodes no longer has our value. */
export class LockLostError extends ExecutionError {
  override readonly name: string = 'LockLostError';
  override readonly kind = 'lost';
  /** What the routine of `using` returned, which had not noticed. */
  result?: unknown;
}

/** Too few nodes confirmed the release. It expires by itself. */
export class ReleaseFailedError extends ExecutionError {
  override readonly name: string = 'ReleaseFailedError';
  override readonly kind = 'release-failed';
}
