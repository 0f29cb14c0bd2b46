/** The errors of failed operations, in words: which nodes failed, how, and what would help. */
import type { Request } from '../core/model/effects/request';
import type { ExecutionStats } from './attempt';
import {
  ContendedError,
  type ExecutionError,
  type FailureDetails,
  NodeTimeoutError,
  NoQuorumError,
  ResourceLockedError,
} from './errors';
import { hintFor, listed } from './hints';
import type { NodeGroup } from './nodeGroup';
import type { Operation } from './operation';
import type { NotHeld } from './programs';

const noQuorumText = 'The operation was unable to achieve a quorum during its retry window.';

interface Attempted {
  readonly attempts: readonly Promise<ExecutionStats>[];
  /** The latest attempt. */
  readonly latest: Asked | null;
}

interface Asked {
  readonly votes: () => ExecutionStats;
  /** What it asked, if anything. */
  readonly request?: Request | undefined;
}

interface FailedOperation<O = Attempted> {
  readonly operation: O;
  readonly group: NodeGroup;
  readonly resources: readonly string[];
}

type Kind<E> = new (message: string, attempts: Attempted['attempts'], details: FailureDetails) => E;

/** An error with everything that is known about the operation. */
export function executionError<E>(Kind: Kind<E>, message: string, { operation, resources }: FailedOperation): E {
  const votes = operation.latest?.votes() ?? null;
  const cause = causeOf(votes);
  return new Kind(message, operation.attempts, { resources, votes, ...(cause !== undefined && { cause }) });
}

/** The same, with the names of the failed nodes in its message. */
export const executionErrorOfNodes = <E>(Kind: Kind<E>, message: string, failed: FailedOperation): E =>
  executionError(Kind, `${message}${nodesThatFailed(failed)}`, failed);

/** The error of an acquire. An undefined answer means that it was cancelled at its deadline. */
export function acquireError(answer: NotHeld | undefined, failed: FailedOperation<Operation>): ExecutionError {
  const { operation, group } = failed;
  const reason = answer === undefined ? 'deadline' : answer.reason;
  if (reason === 'no-validity') return executionError(NoQuorumError, `${noQuorumText} ${tooLateText(group)}`, failed);
  if (reason === 'error') {
    const { attempts, lookRound } = operation;
    return noQuorumError(
      { ...failed, operation: { attempts, latest: lookRound } },
      ' Too few nodes counted its token.',
    );
  }
  const text = reason === 'deadline' ? ' The deadline had passed.' : '';
  const isContended = operation.against >= group.nodes.length / 2;
  if (!isContended) return noQuorumError(failed, text);
  return executionError(ContendedError, `${noQuorumText}${text} Others have ${listed(failed.resources)}.`, failed);
}

export const noQuorumError = (failed: FailedOperation, text = ''): ExecutionError =>
  executionErrorOfNodes(NoQuorumError, noQuorumText + text, failed);

function nodesThatFailed({ operation, group }: FailedOperation): string {
  const { latest } = operation;
  const votesAgainst: ReadonlyMap<unknown, Error> = latest?.votes().votesAgainst ?? new Map();
  const namesBy = new Map<string, string[]>();
  const hints = new Set<string>();
  group.nodes.forEach(({ name, roundTrips: { lastMs }, client: { keyPrefix } }, index) => {
    const error = votesAgainst.get(group.clients[index]);
    if (error === undefined || error instanceof ResourceLockedError) return;
    const message = saidOf(error, lastMs);
    namesBy.set(message, [...(namesBy.get(message) ?? []), name]);
    hints.add(hintFor(message, latest?.request, keyPrefix ?? ''));
    if (error instanceof NodeTimeoutError && error.reason === null && (lastMs ?? error.timeoutMs) >= error.timeoutMs)
      hints.add(slowText);
  });
  const count = [...namesBy.values()].flat().length;
  if (count === 0) return '';
  const each = [...namesBy].map(([message, names]) => `${names.join(', ')}: ${message}`).join('; ');
  return ` ${count} of ${group.nodes.length} nodes did not answer, or gave an error: ${each}.${[...hints].join('')}`;
}

const slowText = ' If nodes are only slow, set a longer `nodeTimeout` or, without one, a longer duration.';

function saidOf(error: Error, lastMs: number | null): string {
  if (!(error instanceof NodeTimeoutError)) return error.message.replace(/\.$/, '');
  const { timeoutMs, reason } = error;
  const latest = lastMs === null ? '' : ` (the latest took ${Math.round(lastMs)} ms)`;
  return `${reason === null ? '' : `${reason}, `}no answer within ${timeoutMs} ms${latest}`;
}

function tooLateText({ nodes }: NodeGroup): string {
  const slowest = nodes.reduce((one, other) =>
    (other.roundTrips.lastMs ?? 0) > (one.roundTrips.lastMs ?? 0) ? other : one,
  );
  const ms = Math.round(slowest.roundTrips.lastMs ?? 0);
  return `It took so long that nothing was left of the lock. ${slowest.name} took ${ms} ms for its latest reply; a longer duration leaves more time.`;
}

/** The reason for the nodes' refusals. A single error if all nodes have the same. */
function causeOf(votes: ExecutionStats | null): Error | undefined {
  const errors = [...(votes?.votesAgainst.values() ?? [])];
  const failures = errors.filter((error) => !(error instanceof ResourceLockedError));
  // Of several errors with the same words, one is enough.
  const causes = [
    ...new Map((failures.length > 0 ? failures : errors).map((error) => [error.message, error])).values(),
  ];
  const [first] = causes;
  return causes.length < 2 ? first : new AggregateError(causes, first?.message);
}
