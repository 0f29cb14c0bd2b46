/** Which faults an exercise allows on the page: for keys, lists, and everything that is dragged. */
import type { Budget } from '../../core/model/scenario/exercise';
import { type Fault, type FaultKind, targetProcesses } from '../../core/model/scenario/fault';
import { kindOf, lengthOf, shiftOf, withValue } from '../../core/model/scenario/faultKind';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Ms } from '../../core/model/values/time';
import type { FaultRules } from '../edit/faultRules';
import { currentParts } from '../state/parts';

export function budgetRules({ kinds, processes, lengthMax }: Budget): FaultRules {
  const held = (fault: Fault): Fault => (lengthMax === undefined ? fault : heldAt(fault, lengthMax));
  if (processes === undefined) return rulesFor(kinds, held);
  const adapted = (fault: Fault): Fault => held(movedInto(fault, processes));
  return { ...rulesFor(kinds, held, adapted), mayHit: (id) => processes.includes(id) };
}

const same = (fault: Fault): Fault => fault;

export const rulesFor = (kinds: readonly FaultKind[], held = same, adapted = held): FaultRules => ({
  allows: (kind) => kinds.includes(kind),
  mayHit: () => true,
  held,
  adapted,
});

export const noFault = rulesFor([]);

/** Some faults have no length: a crash has a time to its restart, which is not limited. */
function heldAt(fault: Fault, lengthMax: Ms): Fault {
  const kind = kindOf(fault, currentParts().faults);
  const field = kind.shift ?? kind.length;
  const extent = shiftOf(fault, kind) ?? lengthOf(fault, kind);
  if (field === null || extent === null || Math.abs(extent) <= lengthMax) return fault;
  return withValue(fault, field, Math.sign(extent) * lengthMax);
}

function movedInto(fault: Fault, processes: readonly ProcessId[]): Fault {
  const [first] = processes;
  const isInside = targetProcesses(fault).every((id) => processes.includes(id));
  return isInside || first === undefined || !('process' in fault) ? fault : { ...fault, process: first };
}
