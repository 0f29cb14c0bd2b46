/**
 * Zooms and moves the view: wheel, pinch, drag, double-click. In an embed the wheel belongs to the page until the
 * timeline has the focus.
 */
import { type RefObject, useEffect } from 'react';
import type { Picture } from '../../layout/picture';
import type { Stretch } from '../../layout/timeAxis';
import { panned, zoomed } from '../../layout/zoom';
import { useCursor } from '../state/cursor';

export interface Shown {
  readonly picture: Picture;
  readonly fit: Stretch;
}

/** In a frame the wheel belongs to the surrounding page until somebody has clicked into the timeline. */
const isFramed = window.parent !== window;

const wheelFactor = (delta: number): number => Math.exp(-Math.max(-120, Math.min(120, delta)) * 0.0035);

/** It adds its own listener: React's wheel listener is passive and could not stop the page from scrolling. */
export function useWheel(root: RefObject<HTMLElement | null>, shown: RefObject<Shown | null>, readOnly: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const now = shown.current;
      if (now === null) return;
      // Some browsers leave the active element as it is when a frame loses the focus. The wheel then belongs to the
      // page again.
      const hasFocus = element.contains(document.activeElement) && (!isFramed || document.hasFocus());
      if (isFramed && !hasFocus) return;
      const isZoom = event.ctrlKey || event.metaKey || (hasFocus && Math.abs(event.deltaY) > Math.abs(event.deltaX));
      const isPan =
        !isZoom && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) && (hasFocus || !readOnly);
      if (!isZoom && !isPan) return;
      event.preventDefault();
      const { axis } = now.picture;
      const x = event.clientX - element.getBoundingClientRect().left;
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
      const delta = unit * (Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY);
      const { setView } = useCursor.getState();
      if (isPan) return setView(panned(axis, now.fit, -delta));
      setView(
        zoomed({ axis, fit: now.fit, x: Math.max(axis.left, x), factor: wheelFactor(delta * (event.ctrlKey ? 2 : 1)) }),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [root, shown, readOnly]);
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

  /** Returns the factor and the middle, or null if it is no pinch. */
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

  get isOn(): boolean {
    return this.points.size > 1;
  }

  private distance(): number {
    const [a, b] = [...this.points.values()];
    return a === undefined || b === undefined ? 0 : Math.max(20, Math.abs(a.x - b.x));
  }
}
