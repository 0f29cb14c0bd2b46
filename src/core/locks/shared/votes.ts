/** Counts what the nodes answered. A failure counts neither for nor against. */
import type { Call } from '../../model/effects/effect';
import { isGrant, type Reply } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import { nth } from '../../model/values/nth';

export interface Votes {
  readonly for: readonly ProcessId[];
  /** The number of nodes that answered and refused. */
  readonly against: number;
  /** The nodes that gave no answer, or an error. */
  readonly failed: readonly ProcessId[];
}

/** More than half: 3 of 5, and also 3 of 4. An even number of nodes therefore gains nothing. */
export const majority = (nodes: readonly unknown[]): number => Math.floor(nodes.length / 2) + 1;

/**
 * Counts the replies by the place of their calls. A null reply had not come when the outcome was decided and is not
 * counted.
 */
export function countVotes(
  calls: readonly Call[],
  replies: readonly (Reply | null)[],
  grants: (reply: Reply) => boolean = isGrant,
): Votes {
  const granted: ProcessId[] = [];
  const failed: ProcessId[] = [];
  let against = 0;
  for (let index = 0; index < calls.length; index++) {
    const reply = replies[index] ?? null;
    if (reply === null) continue;
    const { to } = nth(calls, index);
    if (reply.kind !== 'ok') failed.push(to);
    else if (grants(reply)) granted.push(to);
    else against++;
  }
  return { for: granted, against, failed };
}
