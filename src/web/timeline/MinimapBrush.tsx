/** The view as a brush on the strip of the whole run, for a pointer, a finger and the keyboard. */
import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { viewWords } from '../../content/texts/view';
import { formatAt } from '../../core/model/values/format';
import { useCursor } from '../state/cursor';
import { useText } from '../words/i18n';
import styles from './Minimap.module.css';
import type { BrushProps } from './SimpleBrush';
import { StripBrush } from './stripBrush';

/** The width of a handle in px: a finger needs more. */
const handle = matchMedia('(pointer: coarse)').matches ? 28 : 10;

export function MinimapBrush({ fit, width, height }: BrushProps) {
  const group = useRef<SVGGElement>(null);
  const brush = useRef<StripBrush | null>(null);
  const words = useText()(viewWords);
  const view = useCursor((state) => state.view);
  useLayoutEffect(() => {
    if (group.current === null) return;
    const own = new StripBrush(group.current, { width, height, handle });
    brush.current = own;
    return () => own.detach();
  }, [width, height]);
  const { from, to } = view ?? fit;
  useLayoutEffect(() => {
    brush.current?.show(fit, view);
    const [start, end] = [formatAt(from), formatAt(to)];
    brush.current?.report({
      start: { name: words.start, text: start, value: from },
      middle: { name: words.brush, text: words.shown(start, end), value: (from + to) / 2 },
      end: { name: words.end, text: end, value: to },
    });
  });
  const onPointerDown = (event: PointerEvent): void => {
    if (brush.current?.takes(event.target) === true) event.stopPropagation();
  };
  const x = (at: number): number => Math.max(0, Math.min(width, (at / fit.to) * width));
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its three parts have names, and a title would be a tip over all.
    <svg width={width} height={height} className={styles.sheet} data-brush onPointerDown={onPointerDown}>
      <g ref={group} className={styles.d3} />
      <rect x={x(from) - 1.5} y={height / 2 - 8} width={3} height={16} rx={1.5} className={styles.grip} />
      <rect x={x(to) - 1.5} y={height / 2 - 8} width={3} height={16} rx={1.5} className={styles.grip} />
    </svg>
  );
}
