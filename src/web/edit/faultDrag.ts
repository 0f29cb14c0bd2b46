/** Drags a fault: each move makes a draft scenario, and the release makes one commit. Keys do the same in steps. */

import {
  type Anchor,
  anchorsOf,
  movedFault,
  nearestAnchor,
  stretchedFault,
  timeWhen,
  withFault,
  withoutFault,
} from '../../core/model/scenario/edit';
import {
  awaitedProcesses,
  type Fault,
  type OnMessage,
  targetProcesses,
  type When,
} from '../../core/model/scenario/fault';
import { kindOf, lengthOf, shiftOf, withValue } from '../../core/model/scenario/faultKind';
import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { processIndex } from '../../core/model/trace/trace';
import { fromMs, type Micros, type Ms, toMs } from '../../core/model/values/time';
import type { Handle } from '../../picture/layout/faultMarks';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import { followPointer } from '../parts/pointer';
import { offerDraft } from '../state/drafts';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { currentParts } from '../state/parts';
import { movePlayheadTo } from '../state/playhead';
import { runs } from '../state/run';
import { exploreDanger } from './danger';
import { endDrag, showDanger, showDrag } from './dragState';
import type { FaultRules } from './faultRules';

export type Part = 'middle' | 'start' | 'end';

/** Within this many pixels of a step or a request, a fault is tied to it. */
const snapPixels = 8;

/** If a run has more events than this, its hundred variants are not simulated on the side. */
const eventsMax = 4000;

interface Press {
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerId: number;
}

/** Starts dragging a fault or one of its edges. */
export function startFaultDrag(
  press: Press,
  { handle: drawn, part, axis, rules }: { handle: Handle; part: Part; axis: TimeAxis; rules: FaultRules },
): void {
  const { name } = drawn;
  useEdition.getState().select({ kind: 'fault', name });
  const { committed, commit } = useEdition.getState();
  // A run on real Redis stays on screen while the scenario changes. The drag changes the fault of the scenario.
  const fault = committed.faults[name] ?? drawn.fault;
  const handle = { ...drawn, fault };
  const anchorsNow = part === 'end' ? () => [] : anchorsWithout(name);
  const process = laneOfFault(fault);
  const grabbed = axis.x(part === 'end' ? endOf(handle) : handle.at);
  // Its run is there when it is committed.
  let dragged = committed;
  let stop = (): void => {};
  const begin = (): void => {
    const movedTo = (at: number) =>
      withFault(committed, name, changed({ handle, part, rules }, { at, when: timeWhen(at) }));
    const isWithin = (at: number): boolean =>
      part === 'middle' || (part === 'end' ? at > handle.at : at < endOf(handle));
    stop = exploreDanger({ axis, at: (at) => (isWithin(at) ? movedTo(at) : null), show: showDanger });
  };
  const end = (): void => {
    stop();
    endDrag();
  };
  // Only a simulation can show what would happen elsewhere.
  let hasBegun = useLive.getState().isOn || runs.get(committed).trace.count > eventsMax;
  followPointer(press, {
    onMove: (event) => {
      if (!hasBegun) begin();
      hasBegun = true;
      const x = grabbed + event.clientX - press.clientX;
      const anchors = anchorsNow();
      const snapped = event.altKey ? null : snap(anchors, axis, x);
      const where = { at: snapped?.at ?? axis.at(x), when: snapped?.when ?? timeWhen(axis.at(x)) };
      dragged = withFault(committed, name, changed({ handle, part, rules }, where));
      showDrag({ anchor: snapped, anchors, process });
      offerDraft(dragged);
    },
    onEnd: (_event, moved) => {
      end();
      if (moved) commit(dragged);
      else movePlayheadTo(part === 'end' ? endOf(handle) : handle.at);
    },
    onCancel: () => {
      end();
      offerDraft(null);
    },
  });
}

/** The anchor within reach of a place on the axis. */
export function snap(anchors: readonly Anchor[], axis: TimeAxis, x: number): Anchor | null {
  const at = axis.at(x);
  return nearestAnchor(anchors, { at, within: axis.at(x + snapPixels) - at });
}

/**
 * The anchors are those of the run without the fault, because its own effect must not move its targets. For a long
 * run the later anchors follow a moment later.
 */
function anchorsWithout(name: string): () => readonly Anchor[] {
  const { committed } = useEdition.getState();
  const fault = committed.faults[name];
  if (fault === undefined) return () => [];
  const without = scenarioWithout(committed, name);
  const processes = anchoringProcesses(fault);
  let run = runs.getInBackground(without);
  let anchors = anchorsOf(run.trace, processes);
  return () => {
    const now = runs.getInBackground(without);
    if (now !== run) [run, anchors] = [now, anchorsOf(now.trace, processes)];
    return anchors;
  };
}

/** One object per scenario and fault, so that its run is made once. */
const withouts = new WeakMap<Scenario, Map<string, Scenario>>();

export function scenarioWithout(scenario: Scenario, name: string): Scenario {
  const scenarioByFault = withouts.get(scenario) ?? new Map<string, Scenario>();
  const without = scenarioByFault.get(name) ?? withoutFault(scenario, name);
  withouts.set(scenario, scenarioByFault.set(name, without));
  return without;
}

/** A pause waits for what its own process does; a cut link waits for what the clients at its ends do. */
export function anchoringProcesses(fault: Fault): readonly ProcessId[] {
  if ('process' in fault) return [fault.process];
  const named = [...targetProcesses(fault), ...awaitedProcesses(fault)];
  const clients = named.filter(isClient);
  return clients.length > 0 ? clients : named;
}

/** One step by key: free in time, or to the next anchor. It is a draft until the key is released. */
export function nudgeFault(
  handle: Handle,
  part: Part,
  { axis, press, rules }: { axis: TimeAxis; press: KeyPress; rules: FaultRules },
): boolean {
  const { committed, draft, setDraft } = useEdition.getState();
  const fault = (draft ?? committed).faults[handle.name];
  if (fault === undefined) return false;
  const { key } = press;
  const direction = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : key === 'ArrowRight' || key === 'ArrowDown' ? 1 : 0;
  if (direction === 0) return false;
  const now = { ...handle, fault };
  const from = part === 'end' ? endOf(now) : handle.at;
  const by = stepOf(press, axis);
  if ('message' in fault) {
    setDraft(withFault(committed, handle.name, nudgedMessage(fault, { direction, by: toMs(by) }, rules)));
    return true;
  }
  const byAnchor = (key === 'ArrowUp' || key === 'ArrowDown') && part !== 'end';
  const time = byAnchor ? nextAnchor(handle, fault, direction) : free(from + direction * by);
  if (time !== null) setDraft(withFault(committed, handle.name, changed({ handle: now, part, rules }, time)));
  return true;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>;

/**
 * 100 ms, with Shift ten times as much and with Alt a tenth. Where that is less than a pixel or more than 200, it is a
 * larger or a smaller power of ten.
 */
function stepOf({ altKey, shiftKey }: KeyPress, { perPixel }: TimeAxis): Micros {
  const least = 10 ** Math.ceil(Math.log10(perPixel));
  const most = 10 ** Math.floor(Math.log10(200 * perPixel));
  const step = Math.min(most, Math.max(least, fromMs(100)));
  return Math.max(fromMs(1), altKey ? step / 10 : shiftKey ? step * 10 : step);
}

/** Makes a delay longer or shorter. A loss moves to the neighbouring message. */
function nudgedMessage(
  fault: Extract<Fault, OnMessage>,
  { direction, by }: { readonly direction: 1 | -1; readonly by: Ms },
  { held }: FaultRules,
): Fault {
  const kind = kindOf(fault, currentParts().faults);
  const { shift } = kind;
  const later = shiftOf(fault, kind);
  if (shift !== undefined && later !== null) return held(withValue(fault, shift, Math.max(1, later + direction * by)));
  const { message } = fault;
  const next =
    'nth' in message
      ? { ...message, nth: Math.max(1, message.nth + direction) }
      : { ...message, after: Math.max(0, message.after + direction * by) };
  return { ...fault, message: next };
}

/** Ends a drag by keys. */
export function commitDraft(): void {
  const { draft, commit } = useEdition.getState();
  if (draft !== null) commit(draft);
}

interface Where {
  readonly at: number;
  readonly when: When;
}

interface Changed {
  readonly handle: Handle;
  readonly part: Part;
  readonly rules: FaultRules;
}

function changed({ handle: { fault, at, to }, part, rules }: Changed, where: Where): Fault {
  switch (part) {
    case 'middle':
      return movedFault(fault, where.when);
    case 'end':
      return rules.held(stretchedFault(fault, toMs(where.at - at), currentParts().faults));
    case 'start': {
      const end = to ?? at;
      const stretched = stretchedFault(fault, toMs(end - where.at), currentParts().faults);
      const held = rules.held(stretched);
      if (held === stretched) return movedFault(held, where.when);
      // The end stays where it is, and the start cannot pass it.
      return movedFault(held, timeWhen(end - fromMs(lengthOf(held, kindOf(held, currentParts().faults)) ?? 0)));
    }
    default:
      return part satisfies never;
  }
}

const endOf = ({ at, to }: Handle): number => to ?? at;

const free = (at: Micros): Where => ({ at, when: timeWhen(at) });

function nextAnchor(handle: Handle, fault: Fault, direction: 1 | -1): Where | null {
  const anchors = anchorsWithout(handle.name)();
  const when = 'when' in fault ? JSON.stringify(fault.when) : '';
  const here = anchors.findIndex((anchor) => JSON.stringify(anchor.when) === when);
  if (here >= 0) return anchors[here + direction] ?? null;
  const later = anchors.findIndex((anchor) => anchor.at >= handle.at);
  const next = later < 0 ? anchors.length : later;
  return anchors[direction > 0 ? next : next - 1] ?? null;
}

function laneOfFault(fault: Fault): number {
  const id = anchoringProcesses(fault)[0];
  const { committed } = useEdition.getState();
  return id === undefined ? -1 : processIndex(runs.get(committed).trace, id);
}
