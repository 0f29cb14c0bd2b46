/** Nodes that answer from a table, which has each node's answer to each command. */
import type { Call } from '../../src/core/model/effects/effect';
import { connectionClosed, ok, type Reply } from '../../src/core/model/effects/request';
import { nodeId } from '../../src/core/model/scenario/processId';
import type { Ms } from '../../src/core/model/values/time';
import { type Answer, silence } from './drive';

/** `late` is a yes after a second; a number is the node's answer. */
export type Vote = 'yes' | 'late' | 'no' | 'silent' | 'closed' | 'error' | number;

const roundTripMs = 20;
const lateMs = 1000;

/** The nodes A, B, … answer a command by its votes in the table. A command that is not in the table is granted. */
export function votingNodes(
  votes: Readonly<Record<string, readonly Vote[]>>,
  afterMs: readonly Ms[] = [],
): (call: Call) => Answer {
  return (call) => {
    const index = Array.from({ length: 9 }, (_, i) => nodeId(i)).indexOf(call.to);
    const vote = votes[call.request.command]?.[index] ?? 'yes';
    if (vote === 'silent') return silence;
    return { reply: replyOf(call, vote), afterMs: vote === 'late' ? lateMs : (afterMs[index] ?? roundTripMs) };
  };
}

function replyOf(call: Call, vote: Exclude<Vote, 'silent'>): Reply {
  if (typeof vote === 'number') return ok(vote);
  switch (vote) {
    case 'yes':
    case 'late':
      return ok(call.request.command === 'SET' ? 'OK' : 1);
    case 'no':
      return ok(call.request.command === 'SET' ? null : 0);
    case 'closed':
      return connectionClosed;
    case 'error':
      return { kind: 'error', message: 'ERR of the test' };
    default:
      return vote satisfies never;
  }
}
