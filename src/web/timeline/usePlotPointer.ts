/** What a pointer does on the free part of the timeline: it hovers, selects, grabs messages, and moves the sheet. */
import { type PointerEvent, type RefObject, useEffect, useId, useRef } from 'react';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { type Hit, hitTest, hitTestByFinger } from '../../picture/layout/hitTest';
import { panned, zoomed } from '../../picture/layout/zoom';
import type { FaultRules } from '../edit/faultRules';
import { laneAt } from '../edit/geometry';
import type { Press } from '../edit/hurt';
import { startMessageDrag } from '../edit/messageDrag';
import { followPointer } from '../parts/pointer';
import { useCursor } from '../state/cursor';
import { type Hover, useEdition } from '../state/edition';
import { clickOn } from './eventOf';
import { Pinch, type Shown, type ViewControl } from './useNavigation';

interface Options {
  readonly run: Run;
  readonly layoutRef: RefObject<Shown | null>;
  readonly viewControl: RefObject<ViewControl>;
  readonly readOnly: boolean;
  readonly rules: FaultRules;
  /** Called with the lane under the pointer; null: it has left the lanes. */
  readonly look: (lane: ProcessId | null) => void;
  readonly onPress: OnPress | undefined;
}

/** What a press on a lane does, in place of selecting what lies there. */
export type OnPress = (press: Press) => void;

export function usePlotPointer({ run, layoutRef, viewControl, readOnly, rules, look, onPress }: Options) {
  const timeline = useId();
  const hover = useHover(run, timeline);
  const pinch = useRef(new Pinch());
  const leave = useRef((): void => {});
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const point = pointOf(event);
    const now = layoutRef.current;
    if (now === null) return;
    const pinched = pinch.current.move(event);
    if (pinched !== null) {
      const x = pinched.x - point.left;
      return useCursor.getState().setView(zoomed({ axis: now.picture.axis, fit: now.fit, x, factor: pinched.factor }));
    }
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    if (!readOnly) look(laneAt(now.picture, point.y)?.id ?? null);
    const hit = point.isFree ? hitTest(run, now.picture, point) : null;
    if (hit === null || hover?.run !== run || !isSameHit(hover.hit, hit))
      setHover(hit && { hit, x: point.x, y: point.y, run, timeline });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const now = layoutRef.current;
    if (now === null || event.button !== 0) return;
    setHover(null);
    // A second finger makes it a pinch instead of a click.
    if (!event.isPrimary) leave.current();
    const isOwn = event.isPrimary ? !viewControl.current.isZoomThere : viewControl.current.isTaken;
    if (event.isPrimary) viewControl.current.isTaken = isOwn;
    if (isOwn && event.pointerType === 'touch' && pinch.current.down(event)) return;
    if (!event.isPrimary) return;
    const point = pointOf(event);
    const hit = (event.pointerType === 'touch' ? hitTestByFinger : hitTest)(run, now.picture, point);
    const onClick = (): void => {
      if (onPress !== undefined && !readOnly) return onPress({ on: point, hit });
      clickOn(run, hit);
      if (hit !== null && event.pointerType === 'touch') setHover({ hit, x: point.x, y: point.y, run, timeline });
    };
    if (hit?.kind === 'message' && hit.isHead && !readOnly) {
      viewControl.current.isTaken = true;
      return startMessageDrag(event.nativeEvent, { row: hit.row, run, picture: now.picture, rules, onClick });
    }
    leave.current = followPointer(event.nativeEvent, {
      onMove: (moved) => {
        if (isOwn) useCursor.getState().setView(panned(now.picture.axis, now.fit, moved.clientX - event.clientX));
      },
      onEnd: (_up, moved) => {
        if (!moved) onClick();
      },
    });
  };
  const release = (event: PointerEvent): void => pinch.current.up(event.pointerId);
  return {
    hover,
    handlers: {
      onPointerMove,
      onPointerDown,
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: () => {
        setHover(null);
        look(null);
      },
      onDoubleClick: () => {
        if (!viewControl.current.isZoomThere) useCursor.getState().setView(null);
      },
    },
  };
}

/**
 * What the pointer rests on in this run. A hover from another run is ignored, as during a drag or while a run grows.
 */
function useHover({ trace }: Run, timeline: string): Hover | null {
  useEffect(() => () => setHover(null), []);
  return useEdition(({ hover }) => (hover?.timeline === timeline && hover.run.trace === trace ? hover : null));
}

const setHover = (hover: Hover | null): void => {
  if (useEdition.getState().hover !== hover) useEdition.setState({ hover });
};

/** Elements that handle a pointer themselves. */
const notFree = 'button, [role="slider"], [data-scrub]';

function pointOf(event: PointerEvent<HTMLElement>) {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  const isFree = event.target instanceof Element && event.target.closest(notFree) === null;
  return { x: event.clientX - left, y: event.clientY - top, left, isFree };
}

/** The clock's tooltip changes at each place. */
function isSameHit(before: Hit, hit: Hit): boolean {
  const oldValues = Object.values(before);
  return hit.kind !== 'clock' && Object.values(hit).every((value, index) => value === oldValues[index]);
}
