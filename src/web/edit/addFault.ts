/** Adds and removes faults in the committed scenario, for the palette, the keys and the code panel. */

import { withFault, withoutFault } from '../../core/model/edit';
import type { Fault, FaultKind, When } from '../../core/model/fault';
import type { ProcessId } from '../../core/model/processId';
import type { Scenario } from '../../core/model/scenario';
import { fromMs, type Ms, toMs } from '../../core/model/time';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { bringIntoView } from '../state/playhead';
import { currentRun } from '../state/run';
import { useTimeline } from '../state/timeline';
import type { FaultRules } from './faultRules';
import { freeName } from './freeName';
import { freshFault, ttlOf } from './freshFault';
import { offeredFault } from './offeredFault';

/**
 * Adds a fault of this kind at the playhead, on the lane that the person is on, and selects it. If it needs a
 * replica, that is added in the same step. If it can hit nothing, nothing happens.
 */
export function addFaultAtPlayhead(kind: FaultKind, rules: FaultRules): void {
  if (!rules.allows(kind)) return;
  const { committed } = useEdition.getState();
  if (!('fault' in offeredFault(kind, committed))) return;
  const when: When = { kind: 'time', at: injectionTime() };
  const offered = offeredFault(kind, committed, { when, process: useTimeline.getState().lane ?? selectedProcess() });
  if ('fault' in offered) add(offered.scenario, offered.fault, rules);
}

function selectedProcess(): ProcessId | null {
  const { selection } = useEdition.getState();
  return selection?.kind === 'process' ? selection.id : null;
}

/**
 * The time of the playhead. If that is at the end of the run, where nothing is left to hit, it first goes to the
 * middle.
 */
export function injectionTime(): Ms {
  const { at, setAt } = useCursor.getState();
  const { endedAt } = currentRun().trace.header;
  if (at < endedAt) return Math.round(toMs(at));
  const middle = Math.round(toMs(endedAt / 2));
  setAt(fromMs(middle));
  bringIntoView(fromMs(middle));
  return middle;
}

interface Place {
  readonly process: ProcessId;
  readonly when: When;
}

export function addFault(kind: FaultKind, { process, when }: Place, rules: FaultRules): void {
  const { committed } = useEdition.getState();
  const processes = currentRun().trace.header.processes.map(({ id }) => id);
  add(committed, freshFault(kind, { process, when, processes, ttl: ttlOf(committed) }), rules);
}

function add(scenario: Scenario, fault: Fault, { adapted }: FaultRules): void {
  const name = freeName(scenario, fault.kind);
  useEdition.getState().commit(withFault(scenario, name, adapted(fault)));
  useEdition.getState().select({ kind: 'fault', name });
}

export function deleteFault(name: string): void {
  const { committed, commit, selection, select } = useEdition.getState();
  if (selection?.kind === 'fault' && selection.name === name) select(null);
  if (Object.hasOwn(committed.faults, name)) commit(withoutFault(committed, name));
}

/** The fault changed to another kind, at the same place. */
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
