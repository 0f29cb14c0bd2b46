/** The answer of each node in one try of an operation, in the form that users of node-redlock know. */
import type { Reply } from '../core/model/effects/request';
import type { RedisClient } from './client';
import { ResourceLockedError } from './errors';
import { errorOf } from './failure';

export interface ExecutionResult {
  readonly attempts: readonly Promise<ExecutionStats>[];
}

export interface ExecutionStats {
  readonly membershipSize: number;
  readonly quorumSize: number;
  /**
   * What each node said that has answered, or whose time was over: the place of its client in the list of clients, its
   * address, and its answer. For logs.
   */
  readonly nodes: readonly string[];
  /** Not printed, because a printed client shows its password. */
  readonly votesFor: Set<RedisClient>;
  /** Not printed either. */
  readonly votesAgainst: Map<RedisClient, Error>;
}

class Votes implements ExecutionStats {
  readonly #for: Set<RedisClient>;
  readonly #against: Map<RedisClient, Error>;
  readonly quorumSize: number;

  constructor(
    readonly membershipSize: number,
    readonly nodes: readonly string[],
    votesFor: Set<RedisClient>,
    votesAgainst: Map<RedisClient, Error>,
  ) {
    this.quorumSize = Math.floor(membershipSize / 2) + 1;
    this.#for = votesFor;
    this.#against = votesAgainst;
  }

  get votesFor(): Set<RedisClient> {
    return this.#for;
  }

  get votesAgainst(): Map<RedisClient, Error> {
    return this.#against;
  }
}

/** The clients, and the nodes behind them in the same order. */
export interface Asked {
  readonly clients: readonly RedisClient[];
  readonly nodes: readonly { readonly name: string }[];
}

/**
 * The statistics of a try that has all its votes.
 *
 * @param replies one for each client, in the order of the clients.
 * @param resourceCount the number of resources to which a node must have applied the request.
 */
export function statsOf(
  { clients, nodes: named }: Asked,
  replies: readonly (Reply | null)[],
  resourceCount: number,
): ExecutionStats {
  const nodes: string[] = [];
  const votesFor = new Set<RedisClient>();
  const votesAgainst = new Map<RedisClient, Error>();
  clients.forEach((client, index) => {
    const reply = replies[index] ?? null;
    if (reply === null) return;
    const error = refusalOf(reply, resourceCount);
    if (error === null) votesFor.add(client);
    else votesAgainst.set(client, error);
    nodes.push(`${index} ${named[index]?.name}: ${error === null ? 'for' : error.message}`);
  });
  return new Votes(clients.length, nodes, votesFor, votesAgainst);
}

/** Null: the node is for it. */
function refusalOf(reply: Reply, resourceCount: number): Error | null {
  if (reply.kind !== 'ok') return errorOf(reply);
  const applied = appliedTo(reply.value, resourceCount);
  return applied === resourceCount ? null : lockedError(applied, resourceCount);
}

/** How many nodes have answered yes, no, and not at all or with an error. A node that may still answer is in neither. */
export interface VoteCounts {
  readonly for: number;
  readonly against: number;
  readonly failed: number;
}

export function countVotes(replies: readonly (Reply | null)[], resourceCount: number): VoteCounts {
  const tally = { for: 0, against: 0, failed: 0 };
  for (const reply of replies) {
    if (reply === null) continue;
    if (reply.kind !== 'ok') tally.failed++;
    else if (appliedTo(reply.value, resourceCount) === resourceCount) tally.for++;
    else tally.against++;
  }
  return tally;
}

/**
 * The number of resources to which a node applied the request. `SET` answers with a word. A script answers with a
 * number of keys or a token; a number below 0 says how long the other's lock will last.
 */
const appliedTo = (value: unknown, of: number): number =>
  value === 'OK' ? 1 : Math.max(0, Math.min(of, Number(value ?? 0)));

const lockedError = (applied: number, of: number): ResourceLockedError =>
  new ResourceLockedError(`The operation was applied to: ${applied} of the ${of} requested resources.`);
