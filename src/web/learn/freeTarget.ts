/** The process on which an exercise adds a fault, so that faults do not pile up. */
import type { Fault } from '../../core/model/scenario/fault';
import { lengthOf } from '../../core/model/scenario/faultKind';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Ms } from '../../core/model/values/time';
import { kindCalled } from '../edit/kinds';

interface Wanted {
  readonly first: ProcessId;
  /** The processes that may be hit, in the order of the lanes. */
  readonly among: readonly ProcessId[];
  readonly at: Ms;
}

/** The first process from `first` on that has no fault at that time. If all have one, `first`. */
export function freeTarget(faults: readonly Fault[], { first, among, at }: Wanted): ProcessId {
  const index = Math.max(0, among.indexOf(first));
  const inOrder = [first, ...among.slice(index + 1), ...among.slice(0, index)];
  return inOrder.find((id) => !faults.some((fault) => hasAt(fault, id, at))) ?? first;
}

/** A fault that waits for a step or a request has no time yet. */
function hasAt(fault: Fault, id: ProcessId, at: Ms): boolean {
  if (!('process' in fault) || fault.process !== id || fault.when.kind !== 'time') return false;
  const length = lengthOf(fault, kindCalled(fault.kind));
  return at >= fault.when.at && (length === null || at <= fault.when.at + length);
}
