/** Adds and removes faults in the committed scenario, for the palette, the keys and the code panel. */

import { withFault, withoutFault } from '../../model/edit';
import type { Fault, FaultKind, When } from '../../model/fault';
import type { Place } from '../../model/faultKind';
import { leaseOf } from '../../model/lease';
import type { ProcessId, Scenario } from '../../model/scenario';
import { fromMs, type Ms, toMs } from '../../model/time';
import { registry } from '../../run/onDemand';
import { useCursor } from '../state/cursor';
import { bringIntoView } from '../state/playhead';
import { currentRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { freeName } from './freeName';
import { kindCalled } from './kinds';

/** Adds a fault of this kind at the playhead, on the selected process or on client 1, and selects it. */
export function addFaultAtPlayhead(kind: FaultKind): void {
  const { selection } = useCursor.getState();
  const process = selection?.kind === 'process' ? selection.id : 'client1';
  addFault(kind, process, { kind: 'time', at: timeToStrike() });
}

/**
 * At the playhead. If that stands at the end of the run, where nothing is left to strike, it first goes to the middle.
 */
export function timeToStrike(): Ms {
  const { at, setAt } = useCursor.getState();
  const { endedAt } = currentRun().trace.header;
  if (at < endedAt) return Math.round(toMs(at));
  const middle = Math.round(toMs(endedAt / 2));
  setAt(fromMs(middle));
  bringIntoView(fromMs(middle));
  return middle;
}

/** @param lengthMax the greatest length; absent: as long as a new fault lasts */
export function addFault(kind: FaultKind, process: ProcessId, when: When, lengthMax?: Ms): void {
  const { committed, commit } = useScenario.getState();
  const processes = currentRun().trace.header.processes.map(({ id }) => id);
  const fault = freshFault(kind, { process, when, processes, ttl: ttlOf(committed), lengthMax });
  const name = freeName(committed, kind);
  commit(withFault(committed, name, fault));
  useCursor.getState().select({ kind: 'fault', name });
}

export function deleteFault(name: string): void {
  const { committed, commit } = useScenario.getState();
  const { selection, select } = useCursor.getState();
  if (selection?.kind === 'fault' && selection.name === name) select(null);
  if (name in committed.faults) commit(withoutFault(committed, name));
}

/** The same fault with another kind, at the same place. */
export function changedKind(fault: Fault, kind: FaultKind, scenario: Scenario, processes: readonly ProcessId[]): Fault {
  const process = 'process' in fault ? fault.process : 'message' in fault ? fault.message.from : fault.from[0];
  const when: When =
    'when' in fault
      ? fault.when
      : {
          kind: 'time',
          at: 'after' in fault.message ? fault.message.after : Math.round(toMs(useCursor.getState().at)),
        };
  return freshFault(kind, { process: process ?? 'client1', when, processes, ttl: ttlOf(scenario) });
}

/** A new fault of this kind. Each kind on the page is a kind that faults have. */
export const freshFault = (kind: FaultKind, place: Place): Fault => kindCalled(kind).fresh(place) as Fault;

const ttlWithoutExpiry: Ms = 1000;

/** A new fault that is longer than its run would show nothing of what comes after it. */
const shareOfRun = 0.4;

/** How long the lock lasts by itself, in ms, as far as the run is long enough to show it. */
export const ttlOf = ({ lock, settings }: Scenario): Ms =>
  Math.min(
    leaseOf(registry.locks.get(lock.id)?.fields ?? {}, lock.settings) ?? ttlWithoutExpiry,
    Math.round(settings.duration * shareOfRun),
  );
