/** A fault on its way from the palette to a lane. While the pointer is over the timeline, the run has the fault. */
import type { PointerEvent as ReactPointerEvent } from 'react';
import { anchorsOf, timeWhen, withFault } from '../../core/model/scenario/edit';
import type { FaultKind } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Lane } from '../../picture/layout/lanes';
import { followPointer } from '../parts/pointer';
import { offerDraft } from '../state/drafts';
import { useEdition } from '../state/edition';
import { runs } from '../state/run';
import { type Geometry, useTimeline } from '../state/timeline';
import { endDrag, showDrag } from './dragState';
import { anchoringProcesses, snap } from './faultDrag';
import { freeName } from './freeName';
import { freshFault, ttlOf } from './freshFault';
import { laneAt } from './geometry';
import { offeredFault } from './offeredFault';

/** Starts with a press on the palette. A press that does not move is a click on the button. */
export function startPaletteDrag(kind: FaultKind, event: ReactPointerEvent<HTMLElement>): void {
  if (event.button !== 0) return;
  const offered = offeredFault(kind, useEdition.getState().committed);
  if (!('fault' in offered)) return;
  const { scenario: base } = offered;
  const { commit } = useEdition.getState();
  const name = freeName(base, kind);
  const chip = chipOf(event.currentTarget);
  let dropped: Scenario | null = null;
  // Otherwise a touch that begins here would scroll the panel.
  event.currentTarget.releasePointerCapture?.(event.pointerId);
  followPointer(event.nativeEvent, {
    onMove: (moved) => {
      moved.preventDefault();
      chip.move(moved.clientX, moved.clientY);
      dropped = scenarioUnder(kind, name, { base, moved, geometry: useTimeline.getState().geometry });
      chip.setOver(dropped !== null);
      offerDraft(dropped);
    },
    onEnd: () => {
      chip.remove();
      endDrag();
      if (dropped === null) return offerDraft(null);
      commit(dropped);
      useEdition.getState().select({ kind: 'fault', name });
    },
    onCancel: () => {
      chip.remove();
      endDrag();
      offerDraft(null);
    },
  });
}

/** The scenario with the fault on the lane and at the time under the pointer; null outside the timeline. */
function scenarioUnder(
  kind: FaultKind,
  name: string,
  {
    base,
    moved,
    geometry,
  }: { readonly base: Scenario; readonly moved: PointerEvent; readonly geometry: Geometry | null },
): Scenario | null {
  const point = geometry && pointIn(geometry, moved);
  if (geometry === null || point === null) {
    endDrag();
    return null;
  }
  const { trace } = runs.get(base);
  const { axis } = geometry.picture;
  const processes = trace.header.processes.map(({ id }) => id);
  const when = timeWhen(axis.at(point.x));
  const common = { process: point.lane.id, processes, ttl: ttlOf(base) };
  const fault = freshFault(kind, { ...common, when });
  const anchors = 'when' in fault ? anchorsOf(trace, anchoringProcesses(fault)) : [];
  const anchor = moved.altKey ? null : snap(anchors, axis, point.x);
  showDrag({ anchor, anchors, process: point.lane.process });
  return withFault(base, name, anchor === null ? fault : freshFault(kind, { ...common, when: anchor.when }));
}

function pointIn(
  { plot, picture }: Geometry,
  { clientX, clientY }: PointerEvent,
): { readonly x: number; readonly lane: Lane } | null {
  const view = (plot.parentElement ?? plot).getBoundingClientRect();
  if (clientX < view.left || clientX > view.right || clientY < view.top || clientY > view.bottom) return null;
  const { left, top } = plot.getBoundingClientRect();
  const { axis } = picture;
  const lane = laneAt(picture, clientY - top);
  if (lane === undefined) return null;
  return { x: Math.max(axis.left, Math.min(axis.right, clientX - left)), lane };
}

interface Chip {
  readonly move: (x: number, y: number) => void;
  readonly setOver: (isOver: boolean) => void;
  readonly remove: () => void;
}

/** A copy of the palette's button under the pointer. It fades where the run itself shows the fault. */
function chipOf(button: HTMLElement): Chip {
  let copy: HTMLElement | null = null;
  const { width, height } = button.getBoundingClientRect();
  const make = (): HTMLElement => {
    const clone = button.cloneNode(true) as HTMLElement;
    clone.setAttribute('aria-hidden', 'true');
    clone.tabIndex = -1;
    Object.assign(clone.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: `${width}px`,
      height: `${height}px`,
      margin: '0',
      pointerEvents: 'none',
      zIndex: '50',
      background: 'var(--panel)',
    });
    document.body.append(clone);
    return clone;
  };
  return {
    move: (x, y) => {
      copy ??= make();
      copy.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px)`;
    },
    setOver: (isOver) => {
      if (copy !== null) copy.style.opacity = isOver ? '0' : '0.9';
    },
    remove: () => copy?.remove(),
  };
}
