/** The grip of the playhead, and the ruler that sets it. The grip moves by itself while the run plays. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { formatAt } from '../../core/model/values/format';
import type { Picture } from '../../picture/layout/picture';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import { useCursor } from '../state/cursor';
import styles from './Timeline.module.css';

interface PlayheadProps {
  readonly picture: Picture;
  readonly height: number;
  readonly label: string;
  readonly end: number;
}

export function Playhead({ picture, height, label, end }: PlayheadProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { axis } = picture;
  useEffect(() => {
    const positionAt = (at: number): void => {
      const element = ref.current;
      if (element === null) return;
      positionHead(element, axis, at);
      element.setAttribute('aria-valuenow', String(Math.round(at / 1000)));
      element.setAttribute('aria-valuetext', formatAt(at));
    };
    positionAt(useCursor.getState().at);
    return useCursor.subscribe(({ at }, before) => {
      if (at !== before.at) positionAt(at);
    });
  }, [axis]);
  return (
    <div
      ref={ref}
      className={`ink over at-top at-left ${styles.playhead}`}
      data-playhead
      style={{ height, ...headStyle(axis, useCursor.getState().at) }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(end / 1000)}
      aria-valuenow={0}
      onPointerDown={(event) => scrub(event, axis.at)}
      onKeyDown={(event) => nudge(event, (axis.view.to - axis.view.from) / 200)}
    >
      <svg className={`over ${styles.playheadGrip}`} width="14" height="10" aria-hidden>
        <path d="M1 0.5h12L7 8.5z" fill="currentColor" />
      </svg>
    </div>
  );
}

/** Hides the grip when it is out of view. */
function headStyle({ x: xOf, left, right }: TimeAxis, at: number) {
  const x = xOf(at);
  const isHidden = x < left - 1 || x > right + 8;
  return { transform: `translateX(${x}px)`, visibility: isHidden ? 'hidden' : 'visible' } as const;
}

export function positionHead(element: HTMLElement | null, axis: TimeAxis, at: number): void {
  Object.assign(element?.style ?? {}, headStyle(axis, at));
}

/** Follows the pointer from the press to the release. The playhead never leaves the run. */
export function scrub(event: PointerEvent<Element>, atOf: (x: number) => number): void {
  const plot = event.currentTarget.closest('[data-plot]');
  if (plot === null || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const { left } = plot.getBoundingClientRect();
  const set = (clientX: number): void => useCursor.getState().setAt(atOf(clientX - left));
  useCursor.getState().setPlaying(false);
  set(event.clientX);
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('pointermove', (moved) => set(moved.clientX), { signal });
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => ending.abort(), { signal });
}

function nudge(event: KeyboardEvent, step: number): void {
  const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0;
  if (by === 0) return;
  event.preventDefault();
  event.stopPropagation();
  const { at, setAt } = useCursor.getState();
  setAt(at + by * (event.shiftKey ? 10 : 1));
}
