/** Which faults may be added, and how far they may go. An exercise says so; elsewhere everything is allowed. */
import type { Fault, FaultKind } from '../../core/model/fault';
import type { ProcessId } from '../../core/model/scenario';

export interface FaultRules {
  /** Whether a fault of this kind may be added. */
  readonly allows: (kind: FaultKind) => boolean;
  /** Whether a fault may strike this process. */
  readonly mayHit: (process: ProcessId) => boolean;
  /** The fault, no longer than it may be. */
  readonly held: (fault: Fault) => Fault;
  /** A new fault, held, at a process that it may hit. */
  readonly placed: (fault: Fault) => Fault;
}

const same = (fault: Fault): Fault => fault;

export const everyFault: FaultRules = { allows: () => true, mayHit: () => true, held: same, placed: same };
