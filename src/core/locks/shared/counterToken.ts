/**
 * Fencing tokens for locks that have none of their own: a counter beside the lock. The counters do not know who holds
 * the lock. The token grows as long as no node forgets its counter.
 */
import { type CallOptions, call, type Program, quorum, to } from '../../model/effects/effect';
import { command, evaluate, type Reply, type Request } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import { incrFrom } from './scripts/incrFrom';
import { majority } from './votes';

interface Counter {
  readonly nodes: readonly ProcessId[];
  /** The lock's key. */
  readonly key: string;
  readonly options: CallOptions;
  readonly count: (counter: string) => Request;
  readonly raise: (counter: string, token: number) => Request;
}

/**
 * Counts at the first node only. A missing counter begins at `start`. Returns null if that node did not answer with a
 * number.
 */
export function* countAtFirstNode({
  nodes,
  key,
  options,
  start = 0,
}: Pick<Counter, 'nodes' | 'key' | 'options'> & { readonly start?: number }): Program<number | null> {
  const [first] = nodes;
  if (first === undefined) return null;
  const counter = counterKey(key);
  const request = start === 0 ? command('INCR', counter) : evaluate(incrFrom, [counter], [start]);
  return numberIn(yield* call(first, request, options));
}

/**
 * Counts at all of these nodes, and the largest number wins. The number may be smaller than the last one, because the
 * nodes of the next grant may have counted fewer. Returns null if fewer than `need` nodes counted.
 */
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
 * Counts at every node; the largest number wins. The next majority may not have seen that number, so the token could
 * fall. Therefore the number is written back to a majority before anybody uses it. Returns null if no majority
 * counted, or if no majority accepted the number that was written back.
 */
export function* countAtQuorum(counter: Counter): Program<number | null> {
  const { nodes, key, options, raise } = counter;
  const need = majority(nodes);
  const token = yield* largestCount(counter, need);
  if (token === null) return null;
  const request = raise(counterKey(key), token);
  const replies = yield* quorum(
    nodes.map((node) => to(node, request, options)),
    need,
  );
  return replies.granted < need ? null : token;
}

const counterKey = (key: string): string => `${key}:token`;

const numberIn = (reply: Reply): number | null => (reply.kind === 'ok' ? Number(reply.value) : null);
