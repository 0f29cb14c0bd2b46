/** The attempts of a run's clients to get the lock, and which of them got it. */
import type { EffectPoint } from '../../core/faults/injectionPoints';
import type { ProcessId } from '../../core/model/scenario/processId';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';

/** From the beginning of an attempt to the beginning of the client's next one. */
export interface ClientAttempt {
  readonly process: ProcessId;
  /** Sequence numbers of events in the trace. */
  readonly acquiringSeq: number;
  /** −1: it did not get the lock. */
  readonly acquiredSeq: number;
  readonly isFirst: boolean;
}

const { acquiring, acquired } = kindNumber;

/** In the order in which they begin. */
export function clientAttemptsOf({ header, kind, process, count }: Trace): readonly ClientAttempt[] {
  const attempts: ClientAttempt[] = [];
  /** The index of the latest attempt of each process. */
  const latest = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const client = nth(process, seq);
    const index = latest.get(client);
    if (kind[seq] === acquiring) {
      latest.set(client, attempts.length);
      const { id } = nth(header.processes, client);
      attempts.push({ process: id, acquiringSeq: seq, acquiredSeq: -1, isFirst: index === undefined });
    } else if (kind[seq] === acquired && index !== undefined)
      attempts[index] = { ...nth(attempts, index), acquiredSeq: seq };
  }
  return attempts;
}

/** The attempt to which an effect of a client belongs. Undefined: the client has made no attempt yet. */
export const attemptAt = (
  attempts: readonly ClientAttempt[],
  { process, seq }: EffectPoint,
): ClientAttempt | undefined =>
  attempts.findLast((attempt) => attempt.process === process && attempt.acquiringSeq < seq);
