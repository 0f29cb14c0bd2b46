/** The attempts of a run's clients to get in, and when each client was inside. */
import type { EffectPoint } from '../../core/faults/injectionPoints';
import type { ProcessId } from '../../core/model/scenario/processId';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';

/** From the beginning of an attempt to the beginning of the client's next one. */
export interface Turn {
  readonly process: ProcessId;
  /** Sequence numbers of events in the trace. */
  readonly acquiringSeq: number;
  /** −1: it was not let in. */
  readonly acquiredSeq: number;
  readonly isFirst: boolean;
}

const { acquiring, acquired } = kindNumber;

/** In the order in which they begin. */
export function turnsOf({ header, kind, process, count }: Trace): readonly Turn[] {
  const turns: Turn[] = [];
  /** The index of the latest turn of each process. */
  const latest = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    const index = latest.get(who);
    if (kind[seq] === acquiring) {
      latest.set(who, turns.length);
      const { id } = nth(header.processes, who);
      turns.push({ process: id, acquiringSeq: seq, acquiredSeq: -1, isFirst: index === undefined });
    } else if (kind[seq] === acquired && index !== undefined) turns[index] = { ...nth(turns, index), acquiredSeq: seq };
  }
  return turns;
}

/** The turn to which an effect of a client belongs. Undefined: it has not asked yet. */
export const turnAt = (turns: readonly Turn[], { process, seq }: EffectPoint): Turn | undefined =>
  turns.findLast((turn) => turn.process === process && turn.acquiringSeq < seq);
