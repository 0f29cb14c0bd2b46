/**
 * The errors of locks, one class each. All except the errors of single votes are an ExecutionError, as users of
 * node-redlock know it.
 */
import type { ExecutionStats } from './attempt';
import type { Lock } from './lock';

/** The result of a failed operation, in one word. */
export type FailureKind = 'contended' | 'no-quorum' | 'lost' | 'release-failed';

type Attempts = ReadonlyArray<Promise<ExecutionStats>>;

/** A vote against: this node has the resource locked for somebody else, or no longer for us. */
export class ResourceLockedError extends Error {
  override readonly name: string = 'ResourceLockedError';
}

/** A vote against: this node did not answer in time. It may still have executed the request. */
export class NodeTimeoutError extends Error {
  override readonly name: string = 'NodeTimeoutError';
  constructor(
    readonly timeoutMs: number,
    /** Why there is no connection. Null: there is one, or it is not known. */
    readonly reason: string | null = null,
  ) {
    super(`The node did not answer within ${timeoutMs} ms${reason === null ? '' : `: ${reason}`}.`);
  }
}

/** What is known about an operation that failed. */
export interface FailureDetails {
  readonly resources?: readonly string[];
  /** The answers of the nodes in the latest attempt, up to the failure. */
  readonly votes?: ExecutionStats | null;
  /** The error of a node. An AggregateError if the nodes had different errors. */
  readonly cause?: unknown;
}

/**
 * An operation that failed, with the answer of each node in each attempt.
 *
 * @example
 * import assert from 'node:assert';
 * import { ExecutionError, NodeTimeoutError, Redlock, ResourceLockedError } from 'quorum-lock';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
 * const redlock = new Redlock(nodes, { retryCount: 0 });
 * const failureOf = async (trying: Promise<unknown>): Promise<ExecutionError> => {
 *   const error: unknown = await trying.catch((thrown: unknown) => thrown);
 *   assert.ok(error instanceof ExecutionError);
 *   return error;
 * };
 *
 * const lock = await redlock.acquire(['a'], 5000);
 * const contended = await failureOf(redlock.acquire(['a'], 5000));
 * assert.deepEqual([contended.kind, contended.resources], ['contended', ['a']]);
 * assert.ok([...(contended.votes?.votesAgainst.values() ?? [])].every((vote) => vote instanceof ResourceLockedError));
 * await lock.release();
 *
 * for (const node of nodes) node.halt();
 * const silent = await failureOf(redlock.acquire(['a'], 5000));
 * assert.equal(silent.kind, 'no-quorum');
 * assert.ok(silent.cause instanceof NodeTimeoutError);
 */
export class ExecutionError extends Error {
  override readonly name: string = 'ExecutionError';
  readonly kind: FailureKind = 'no-quorum';
  readonly resources: readonly string[];
  /** The answers of the nodes in the latest attempt, up to the failure. */
  readonly votes: ExecutionStats | null;
  readonly #attempts: Attempts;

  constructor(message: string, attempts: Attempts, { resources = [], votes = null, cause }: FailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.resources = resources;
    this.votes = votes;
    this.#attempts = attempts;
  }

  /** The answers of the nodes in each attempt. They are not printed. */
  get attempts(): Attempts {
    return this.#attempts;
  }
}

/** Enough nodes answered, and others had the lock until the last attempt. */
export class ContendedError extends ExecutionError {
  override readonly name: string = 'ContendedError';
  override readonly kind = 'contended';
}

/** Too few nodes answered, or they took so long that no time of the lock would have been left. */
export class NoQuorumError extends ExecutionError {
  override readonly name: string = 'NoQuorumError';
  override readonly kind = 'no-quorum';
}

/** The lock is no longer ours: it has expired, or a majority of the nodes no longer has our value. */
export class LockLostError extends ExecutionError {
  override readonly name: string = 'LockLostError';
  override readonly kind = 'lost';
  /** The lock. Null if it was released, or another object represents it now. */
  lock: Lock | null = null;
  #result: unknown;

  /** The result of the routine of `using`, which returned before it noticed the loss. It is not printed. */
  get result(): unknown {
    return this.#result;
  }

  set result(value: unknown) {
    this.#result = value;
  }
}

/** Too few nodes confirmed the release. The lock expires by itself. */
export class ReleaseFailedError extends ExecutionError {
  override readonly name: string = 'ReleaseFailedError';
  override readonly kind = 'release-failed';
}
