/** The whole run in a strip under the timeline: where much happens, where it breaks, the view, the playhead. */
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { binWidth, minimapBins } from '../../layout/minimap';
import type { Stretch } from '../../layout/timeAxis';
import type { Run } from '../../model/run';
import { followPointer } from '../parts/pointer';
import { fitOf } from '../pictures/fit';
import { useCursor } from '../state/cursor';
import { useSharedWords } from '../words/i18n';
import styles from './Minimap.module.css';
import { useSize } from './useSize';

const height = 34;

export function Minimap({ run }: { readonly run: Run }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const { onTimeline: words } = useSharedWords();
  const fit = useMemo(() => fitOf(run.trace), [run.trace]);
  const view = useCursor((state) => state.view);
  const bins = useMemo(
    () => minimapBins(run.trace, { width: Math.max(1, width), end: fit.to }),
    [run.trace, width, fit],
  );
  const x = (at: number): number => (Math.max(0, Math.min(fit.to, at)) / fit.to) * width;
  const shown = view ?? fit;
  const draw = (isBroken: boolean): string =>
    bins
      .filter((bin) => bin.isBroken === isBroken)
      .map(
        (bin) =>
          `M${bin.x.toFixed(1)} ${height}v${(-Math.max(2, bin.share * (height - 6))).toFixed(1)}h${binWidth - 1.5}V${height}z`,
      )
      .join('');
  return (
    <div ref={ref} className={styles.minimap} title={words.minimap} onPointerDown={(event) => scrubStrip(event, fit)}>
      <svg width={width} height={height} className={styles.bars} aria-hidden>
        <path d={`M0 ${height - 0.5}H${width}`} className={styles.base} />
        <path d={draw(false)} className={styles.calm} />
        <path d={draw(true)} className={styles.broken} />
      </svg>
      {view !== null && <Brush left={x(shown.from)} right={x(shown.to)} fit={fit} view={shown} />}
      <Needle fit={fit} width={width} />
    </div>
  );
}

function Needle({ fit, width }: { readonly fit: Stretch; readonly width: number }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const place = (at: number): void => {
      if (ref.current !== null) ref.current.style.transform = `translateX(${Math.min(width, (at / fit.to) * width)}px)`;
    };
    place(useCursor.getState().at);
    return useCursor.subscribe(({ at }, before) => {
      if (at !== before.at) place(at);
    });
  }, [fit, width]);
  return <span ref={ref} className={styles.needle} />;
}

interface BrushProps {
  readonly left: number;
  readonly right: number;
  readonly fit: Stretch;
  readonly view: Stretch;
}

/** The brush is the view: its middle moves it, and its edges resize it. */
function Brush({ left, right, fit, view }: BrushProps) {
  const grab = (part: 'middle' | 'start' | 'end') => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    const strip = event.currentTarget.closest(`.${styles.minimap}`)?.getBoundingClientRect();
    if (strip === undefined || event.button !== 0) return;
    const perPixel = fit.to / Math.max(1, strip.width);
    followPointer(event.nativeEvent, {
      onMove: (moved) =>
        useCursor.getState().setView(brushed(view, fit, { part, by: (moved.clientX - event.clientX) * perPixel })),
      onEnd: () => {},
    });
  };
  return (
    <span className={styles.brush} style={{ left, width: Math.max(6, right - left) }} onPointerDown={grab('middle')}>
      <span className={styles.brushEdge} data-edge="start" onPointerDown={grab('start')} />
      <span className={styles.brushEdge} data-edge="end" onPointerDown={grab('end')} />
    </span>
  );
}

const widthMin = 100;

/** The view after the brush was dragged; null if it is the whole run. */
function brushed(
  view: Stretch,
  fit: Stretch,
  { part, by }: { readonly part: 'middle' | 'start' | 'end'; readonly by: number },
): Stretch | null {
  const width = view.to - view.from;
  const shift = Math.max(fit.from - view.from, Math.min(fit.to - view.to, by));
  const next =
    part === 'middle'
      ? { from: view.from + shift, to: view.from + shift + width }
      : part === 'start'
        ? { from: Math.max(fit.from, Math.min(view.to - widthMin, view.from + by)), to: view.to }
        : { from: view.from, to: Math.min(fit.to, Math.max(view.from + widthMin, view.to + by)) };
  return next.from <= fit.from && next.to >= fit.to ? null : next;
}

function scrubStrip(event: PointerEvent<HTMLElement>, fit: Stretch): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const set = (clientX: number): void =>
    useCursor.getState().setAt(Math.min(fit.to, Math.max(0, ((clientX - left) / width) * fit.to)));
  useCursor.getState().setPlaying(false);
  set(event.clientX);
  followPointer(event.nativeEvent, { onMove: (moved) => set(moved.clientX), onEnd: () => {} });
}
