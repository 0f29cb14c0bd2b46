/** Adds and removes faults in the committed scenario, for the palette, the keys and the code panel. */

import { withFault, withoutFault } from '../../core/model/scenario/edit';
import type { Fault, FaultKind, When } from '../../core/model/scenario/fault';
import { processesOfScenario } from '../../core/model/scenario/processes';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { fromMs, type Ms, toMs } from '../../core/model/values/time';
import { type AcquiredHold, isAcquired } from '../../core/spans/holdSpans';
import { spansOf } from '../../core/spans/spans';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { bringIntoView } from '../state/playhead';
import { currentRun } from '../state/run';
import { useStage } from '../state/stage';
import { useTimeline } from '../state/timeline';
import { effectiveFault } from './effectivePlace';
import type { FaultRules } from './faultRules';
import { freeName } from './freeName';
import { freshFault, ttlOf } from './freshFault';
import { offeredFault } from './offeredFault';

/**
 * Adds a fault of this kind at the playhead, on the lane that the person is on, and selects it. If it would change
 * nothing there, it is put at the nearest place where it does. If it needs a replica, that is added in the same step.
 * If it can hit nothing, nothing happens. The list that offers faults to a room closes.
 */
export function addFaultAtPlayhead(kind: FaultKind, rules: FaultRules): void {
  useStage.setState({ offersFaults: false });
  if (!rules.allows(kind)) return;
  const { committed } = useEdition.getState();
  if (!('fault' in offeredFault(kind, committed))) return;
  const at = injectionTime();
  const lane = useTimeline.getState().lane ?? selectedProcess();
  const targets = lane === null ? [null, ...processesOfScenario(committed, currentParts())] : [lane];
  const [offered, ...others] = targets.flatMap((process) => {
    const one = offeredFault(kind, committed, { when: { kind: 'time', at }, process });
    return 'fault' in one ? [{ ...one, fault: rules.adapted(one.fault) }] : [];
  });
  if (offered === undefined) return;
  const { scenario } = offered;
  const placedFault = effectiveFault({ scenario, faults: [offered, ...others].map(({ fault }) => fault), at });
  const name = add(scenario, placedFault ?? offered.fault);
  if (placedFault !== null) showPlace(name, at);
}

/** Moves the playhead to a fault that was put elsewhere. */
function showPlace(name: string, wanted: Ms): void {
  const from = spansOf(currentRun().trace).faults.find((span) => span.name === name)?.from ?? null;
  if (from === null || Math.round(toMs(from)) === wanted) return;
  useCursor.getState().setAt(from);
  bringIntoView(from);
}

function selectedProcess(): ProcessId | null {
  const { selection } = useEdition.getState();
  return selection?.kind === 'process' ? selection.id : null;
}

/**
 * The time of the playhead. If that is at the beginning of the run, where nothing has happened yet, it first goes to
 * where a client has the lock; from the end, where nothing is left to hit, to the middle. Both are in tenths of a second
 * if that is exact enough.
 */
export function injectionTime(): Ms {
  const { at, setAt } = useCursor.getState();
  const { trace } = currentRun();
  const { endedAt } = trace.header;
  const firstHold = at > 0 ? undefined : spansOf(trace).holds.find(isAcquired);
  if (at < endedAt && firstHold === undefined) return Math.round(toMs(at));
  const time = firstHold === undefined ? Math.round(toMs(endedAt) / 200) * 100 : timeIn(firstHold);
  setAt(fromMs(time));
  bringIntoView(fromMs(time));
  return time;
}

function timeIn({ acquiredAt, heldUntil }: AcquiredHold): Ms {
  const tenth = Math.ceil(toMs(acquiredAt) / 100) * 100;
  return fromMs(tenth) < heldUntil ? tenth : Math.ceil(toMs(acquiredAt));
}

interface Place {
  readonly process: ProcessId;
  readonly when: When;
}

export function addFault(kind: FaultKind, { process, when }: Place, rules: FaultRules): void {
  const { committed } = useEdition.getState();
  const processes = currentRun().trace.header.processes.map(({ id }) => id);
  add(committed, rules.adapted(freshFault(kind, { process, when, processes, ttl: ttlOf(committed) })));
}

function add(scenario: Scenario, fault: Fault): string {
  const name = freeName(scenario, fault.kind);
  useEdition.getState().commit(withFault(scenario, name, fault));
  useEdition.getState().select({ kind: 'fault', name });
  return name;
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
