/**
 * The meaning of the wheel, and the wheel and pinch of an embed. In the page, d3-zoom (`viewGestures.ts`) handles
 * both once it is loaded. In an embed the wheel belongs to the page until the timeline has the focus.
 */
import { type RefObject, useEffect } from 'react';
import type { Picture } from '../../picture/layout/picture';
import type { Stretch } from '../../picture/layout/timeAxis';
import { panned, zoomed } from '../../picture/layout/zoom';
import { useCursor } from '../state/cursor';

export interface Shown {
  readonly picture: Picture;
  readonly fit: Stretch;
}

/** In a frame the wheel belongs to the surrounding page until a person clicks into the timeline. */
export const isFramed = window.parent !== window;

/** The zoom factor of one turn of the wheel. */
export function wheelFactor(event: WheelEvent): number {
  const turned = turnOf(event) * (event.ctrlKey ? 2 : 1);
  return Math.exp(-Math.max(-120, Math.min(120, turned)) * 0.0035);
}

/** How far the wheel was turned, in pixels, along the axis with the larger turn. */
export function turnOf({ deltaX, deltaY, deltaMode }: WheelEvent): number {
  return (deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1) * (isAcross({ deltaX, deltaY }) ? deltaX : deltaY);
}

const isAcross = ({ deltaX, deltaY }: Pick<WheelEvent, 'deltaX' | 'deltaY'>): boolean =>
  Math.abs(deltaX) > Math.abs(deltaY);

/** What a turn of the wheel over a timeline means; null: it belongs to the page. */
export function wheelMeans(element: HTMLElement, event: WheelEvent, readOnly: boolean): 'zoom' | 'pan' | null {
  // Some browsers leave the active element as it is when a frame loses the focus. The wheel then belongs to the page
  // again.
  const hasFocus = element.contains(document.activeElement) && (!isFramed || document.hasFocus());
  if (isFramed && !hasFocus) return null;
  if (event.ctrlKey || event.metaKey || (hasFocus && Math.abs(event.deltaY) > Math.abs(event.deltaX))) return 'zoom';
  return (event.shiftKey || isAcross(event)) && (hasFocus || !readOnly) ? 'pan' : null;
}

/** What moves the view now. */
export interface ViewControl {
  /** Whether d3-zoom is loaded and moves the view. */
  isZoomThere: boolean;
  /** Whether the present press grabbed something else than the sheet, or began before d3-zoom was loaded. */
  isTaken: boolean;
}

interface WheelOptions {
  readonly layoutRef: RefObject<Shown | null>;
  readonly viewControl: RefObject<ViewControl>;
  readonly readOnly: boolean;
}

/** Adds its own listener: React's wheel listener is passive and could not stop the page from scrolling. */
export function useWheel(
  root: RefObject<HTMLElement | null>,
  { layoutRef, viewControl, readOnly }: WheelOptions,
): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const now = layoutRef.current;
      const gesture = wheelMeans(element, event, readOnly);
      if (now === null || gesture === null || viewControl.current.isZoomThere) return;
      event.preventDefault();
      const { axis } = now.picture;
      const { setView } = useCursor.getState();
      if (gesture === 'pan') return setView(panned(axis, now.fit, -turnOf(event)));
      const x = Math.max(axis.left, event.clientX - element.getBoundingClientRect().left);
      setView(zoomed({ axis, fit: now.fit, x, factor: wheelFactor(event) }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [root, layoutRef, viewControl, readOnly]);
}

/** A pinch of two fingers: the instants under the fingers stay under them. Each pinch has its own object. */
export class Pinch {
  private readonly points = new Map<number, { x: number; y: number }>();
  private last = 0;

  /** Returns whether two fingers are down. */
  down(event: { readonly pointerId: number; readonly clientX: number; readonly clientY: number }): boolean {
    this.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.last = this.distance();
    return this.points.size === 2;
  }

  /** Returns the factor and the middle, or null if it is not a pinch. */
  move(event: {
    readonly pointerId: number;
    readonly clientX: number;
    readonly clientY: number;
  }): { factor: number; x: number } | null {
    if (!this.points.has(event.pointerId)) return null;
    this.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [a, b] = this.points.values();
    if (this.points.size !== 2 || a === undefined || b === undefined) return null;
    const distance = this.distance();
    const factor = this.last > 0 ? distance / this.last : 1;
    this.last = distance;
    return { factor, x: (a.x + b.x) / 2 };
  }

  up(pointerId: number): void {
    this.points.delete(pointerId);
  }

  private distance(): number {
    const [a, b] = [...this.points.values()];
    return a === undefined || b === undefined ? 0 : Math.max(20, Math.abs(a.x - b.x));
  }
}
