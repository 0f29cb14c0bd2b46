/** Which faults may be added, and how long they may be. An exercise sets rules; elsewhere everything is allowed. */
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';

export interface FaultRules {
  /** Whether a fault of this kind may be added. */
  readonly allows: (kind: FaultKind) => boolean;
  /** Whether a fault may hit this process. */
  readonly mayHit: (process: ProcessId) => boolean;
  /** The fault, cut to its greatest length. */
  readonly held: (fault: Fault) => Fault;
  /** A new fault within the rules, on a process that it may hit. */
  readonly adapted: (fault: Fault) => Fault;
}

const same = (fault: Fault): Fault => fault;

export const everyFault: FaultRules = { allows: () => true, mayHit: () => true, held: same, adapted: same };
