/** The view as a box on the strip: in an embed, and in the page until d3-brush is loaded. */
import type { PointerEvent } from 'react';
import { type BrushPart, brushed } from '../../picture/layout/brush';
import type { Stretch } from '../../picture/layout/timeAxis';
import { followPointer } from '../parts/pointer';
import { useCursor } from '../state/cursor';
import styles from './Minimap.module.css';

export interface BrushProps {
  readonly fit: Stretch;
  readonly width: number;
  readonly height: number;
}

/** The middle moves the view, and the edges resize it. */
export function SimpleBrush({ fit, width }: BrushProps) {
  const view = useCursor((state) => state.view);
  if (view === null) return null;
  const perPixel = fit.to / Math.max(1, width);
  const grab = (part: BrushPart) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    if (event.button !== 0) return;
    followPointer(event.nativeEvent, {
      onMove: (moved) =>
        useCursor.getState().setView(brushed(view, fit, { part, by: (moved.clientX - event.clientX) * perPixel })),
      onEnd: () => {},
    });
  };
  const x = (at: number): number => Math.max(0, Math.min(width, at / perPixel));
  const left = x(view.from);
  return (
    <span
      className={`over ${styles.brush}`}
      style={{ left, width: Math.max(6, x(view.to) - left) }}
      onPointerDown={grab('middle')}
    >
      <span className={styles.brushEdge} data-edge="start" onPointerDown={grab('start')} />
      <span className={styles.brushEdge} data-edge="end" onPointerDown={grab('end')} />
    </span>
  );
}
