/** The whole run in a strip under the timeline: where much happens, where it breaks, the view, the playhead. */
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { Run } from '../../core/model/trace/run';
import { binWidth, minimapBins } from '../../picture/layout/minimap';
import type { Stretch } from '../../picture/layout/timeAxis';
import { fitOf } from '../../picture/svg/fit';
import { later } from '../parts/later';
import { followPointer } from '../parts/pointer';
import { useCursor } from '../state/cursor';
import { useAnswersHere } from '../state/tooLate';
import { useSharedWords } from '../words/i18n';
import { LateStrip } from './LateStrip';
import styles from './Minimap.module.css';
import { type BrushProps, SimpleBrush } from './SimpleBrush';
import { useSize } from './useSize';

const height = 34;

const MinimapBrush = later<BrushProps>(async () => (await import('./MinimapBrush')).MinimapBrush, {
  when: 'hand',
  meanwhile: SimpleBrush,
});

/** @param isBare as for the timeline above it */
export function Minimap({ run, isBare = false }: { readonly run: Run; readonly isBare?: boolean }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const { onTimeline: words } = useSharedWords();
  const fit = useMemo(() => fitOf(run.trace), [run.trace]);
  const bins = useMemo(
    () => minimapBins(run.trace, { width: Math.max(1, width), end: fit.to }),
    [run.trace, width, fit],
  );
  const late = useAnswersHere();
  const Brush = isBare ? SimpleBrush : MinimapBrush;
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
      <svg width={width} height={height} className={`block over ${styles.bars}`} aria-hidden>
        <path d={`M0 ${height - 0.5}H${width}`} className={styles.base} />
        <path d={draw(false)} className={styles.calm} />
        <path d={draw(true)} className={styles.broken} />
      </svg>
      <Brush fit={fit} width={width} height={height} />
      {late !== null && <LateStrip spans={late.spans} {...{ fit, width }} />}
      <Needle fit={fit} width={width} />
    </div>
  );
}

function Needle({ fit, width }: { readonly fit: Stretch; readonly width: number }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const positionAt = (at: number): void => {
      if (ref.current !== null) ref.current.style.transform = `translateX(${Math.min(width, (at / fit.to) * width)}px)`;
    };
    positionAt(useCursor.getState().at);
    return useCursor.subscribe(({ at }, before) => {
      if (at !== before.at) positionAt(at);
    });
  }, [fit, width]);
  return <span ref={ref} className={`over through ${styles.needle}`} />;
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
