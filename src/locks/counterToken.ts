/**
 * Fencing tokens for locks that have none of their own: a counter beside the lock. Neither counter knows who holds the lock;
 * a token is a number that grows, as long as no node forgets its counter.
 */
import { type CallOptions, call, type Program, quorum, to } from '../model/effect';
import { command, type Reply, type Request } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { majority } from './votes';

interface Counter {
  readonly nodes: readonly ProcessId[];
  /** The lock's key. */
  readonly key: string;
  readonly options: CallOptions;
  readonly count: (counter: string) => Request;
  readonly raise: (counter: string, token: number) => Request;
}

/** The first node counts. Answers null when it did not. */
export function* countAtFirstNode({
  nodes,
  key,
  options,
}: Pick<Counter, 'nodes' | 'key' | 'options'>): Program<number | null> {
  const [first] = nodes;
  if (first === undefined) return null;
  return numberIn(yield* call(first, command('INCR', counterKey(key)), options));
}

/** These nodes count, and the largest number wins. It may fall: the nodes of the next grant may have counted fewer. */
export function* largestCount(counter: Counter, need: number): Program<number | null> {
  const { nodes, key, options, count } = counter;
  const request = count(counterKey(key));
  const counted = yield* quorum(
    nodes.map((node) => to(node, request, options)),
    need,
  );
  if (counted.granted < need) return null;
  return Math.max(...counted.replies.map((reply) => (reply && numberIn(reply)) ?? 0));
}

/**
 * Every node counts, and the largest number wins. Alone it may fall, since the next majority may not have seen it;
 * so it is written back to a majority before anybody uses it. Answers null when no majority counted, or kept it.
 */
export function* countAtQuorum(counter: Counter): Program<number | null> {
  const { nodes, key, options, raise } = counter;
  const need = majority(nodes);
  const token = yield* largestCount(counter, need);
  if (token === null) return null;
  const request = raise(counterKey(key), token);
  const kept = yield* quorum(
    nodes.map((node) => to(node, request, options)),
    need,
  );
  return kept.granted < need ? null : token;
}

const counterKey = (key: string): string => `${key}:token`;

const numberIn = (reply: Reply): number | null => (reply.kind === 'ok' ? Number(reply.value) : null);
