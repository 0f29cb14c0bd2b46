/** The answer of each node in one try of an operation, in the form that users of node-redlock know. */
import { inspect } from 'node:util';
import type { Reply } from '../core/model/request';
import type { RedisClient } from './client';
import { ResourceLockedError } from './errors';
import { errorOf } from './failure';

export interface ExecutionResult {
  readonly attempts: readonly Promise<ExecutionStats>[];
}

export interface ExecutionStats {
  readonly membershipSize: number;
  readonly quorumSize: number;
  /** The nodes that have answered, or whose time was over. */
  readonly nodes: readonly NodeVote[];
  /** Not printed, because whoever prints a client prints its password. */
  readonly votesFor: Set<RedisClient>;
  /** Not printed either. */
  readonly votesAgainst: Map<RedisClient, Error>;
}

/** The answer of one node, as a log may show it. */
export interface NodeVote {
  /** The place of its client in the list of clients that the lock was made with. */
  readonly index: number;
  /** Its host and port, or its number if the client does not tell. */
  readonly address: string;
  readonly vote: 'for' | 'against' | 'failed';
  /** Why it is not for it. Null: it is. */
  readonly said: string | null;
}

class PrintedVote implements NodeVote {
  constructor(
    readonly index: number,
    readonly address: string,
    readonly vote: NodeVote['vote'],
    readonly said: string | null,
  ) {}

  /** One line, however deep it is printed. */
  [inspect.custom](): string {
    const { index, address, vote, said } = this;
    return `${index} ${address}: ${vote}${said === null ? '' : `, ${said}`}`;
  }
}

class Votes implements ExecutionStats {
  readonly #for: Set<RedisClient>;
  readonly #against: Map<RedisClient, Error>;
  readonly quorumSize: number;

  constructor(
    readonly membershipSize: number,
    readonly nodes: readonly NodeVote[],
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

/**
 * The statistics of a try that has all its votes.
 *
 * @param replies one for each client, in the order of the clients.
 * @param names of the nodes, in the same order.
 * @param resourceCount the number of resources to which a node must have applied the request.
 */
export function statsOf(
  { clients, names }: { readonly clients: readonly RedisClient[]; readonly names: readonly string[] },
  replies: readonly (Reply | null)[],
  resourceCount: number,
): ExecutionStats {
  const nodes: NodeVote[] = [];
  const votesFor = new Set<RedisClient>();
  const votesAgainst = new Map<RedisClient, Error>();
  clients.forEach((client, index) => {
    const reply = replies[index] ?? null;
    if (reply === null) return;
    const error = refusalOf(reply, resourceCount);
    if (error === null) votesFor.add(client);
    else votesAgainst.set(client, error);
    const vote = error === null ? 'for' : reply.kind === 'ok' ? 'against' : 'failed';
    nodes.push(new PrintedVote(index, names[index] ?? '', vote, error?.message ?? null));
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
export interface Tally {
  readonly for: number;
  readonly against: number;
  readonly failed: number;
}

export function tallyOf(replies: readonly (Reply | null)[], resourceCount: number): Tally {
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
