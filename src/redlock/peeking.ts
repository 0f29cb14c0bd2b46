/** Combines the nodes' answers about a resource. If too few of them answer, nothing is known. */
import { majority } from '../core/locks/shared/votes';
import { ok, type Reply } from '../core/model/effects/request';
import type { Ms } from '../core/model/values/time';
import { type Asked, type ExecutionStats, statsOf } from './attempt';
import { dataIn } from './owner';

/** What is known about a locked resource. */
export interface Peeked {
  /** The value in its keys: the holder's `lock.value`. */
  readonly value: string;
  /** What the holder set as `data`. Null: nothing, or the value was written by another library. */
  readonly data: string | null;
  /** How long a majority of the nodes will have the value, in ms, unless somebody changes that. Infinity: forever. */
  readonly remainingMs: Ms;
}

/** The answers of the nodes, and what they mean. Null: nobody has a majority. Undefined: not known. */
export interface LockStatus {
  readonly peeked: Peeked | null | undefined;
  readonly votes: ExecutionStats;
}

/** @param replies one for each client, in the order of the clients. */
export function sightOf(group: Asked, replies: readonly Reply[]): LockStatus {
  const nodeLooks = replies.map(seenIn);
  const votes = statsOf(
    group,
    nodeLooks.map((one) => (one.kind === 'unknown' ? one.failure : anyAnswer)),
    1,
  );
  return { peeked: agreed(nodeLooks), votes };
}

const anyAnswer = ok(1);

type Seen =
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly value: string; readonly remainingMs: Ms }
  | { readonly kind: 'unknown'; readonly failure: Reply };

/** Reads an answer of the scripts `look` and `lookHash`. Another answer does not say that the resource is free. */
function seenIn(reply: Reply): Seen {
  if (reply.kind !== 'ok') return { kind: 'unknown', failure: reply };
  if (reply.value === 'free') return { kind: 'free' };
  const [, ms, value] = /^held:(-?\d+):(.*)$/s.exec(String(reply.value)) ?? [];
  if (value === undefined)
    return { kind: 'unknown', failure: { kind: 'error', message: `The node answered ${String(reply.value)}.` } };
  return { kind: 'held', value, remainingMs: ms === '-1' ? Number.POSITIVE_INFINITY : Math.max(0, Number(ms)) };
}

function agreed(nodeLooks: readonly Seen[]): Peeked | null | undefined {
  const need = majority(nodeLooks);
  const timesBy = new Map<string, Ms[]>();
  let unknown = 0;
  for (const one of nodeLooks) {
    if (one.kind === 'unknown') unknown++;
    if (one.kind === 'held') timesBy.set(one.value, [...(timesBy.get(one.value) ?? []), one.remainingMs]);
  }
  let most = 0;
  for (const [value, times] of timesBy) {
    most = Math.max(most, times.length);
    // The majority ends with the first of the nodes that it cannot do without.
    const remainingMs = times.sort((one, other) => other - one)[need - 1];
    if (remainingMs !== undefined) return { value, data: dataIn(value), remainingMs };
  }
  return most + unknown < need ? null : undefined;
}
