/**
 * The painted layers, and the veil that fades everything after the playhead. Playing moves only the veil and paints
 * nothing. A second, faint picture would double the cost of each move of a drag. A frame of zoom over 50,000 events
 * takes about 5 ms for React, styles, layout and compositing, and 2.5 ms each for making marks and for painting them,
 * so a canvas off the thread would save only the painting.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Inks } from '../../picture/inks/inks';
import type { Mark } from '../../picture/layout/marks';
import type { Picture } from '../../picture/layout/picture';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import { paint } from '../../picture/svg/paint';
import { useCursor } from '../state/cursor';
import { positionHead, scrub } from './Playhead';
import styles from './Timeline.module.css';
import type { Pictures } from './usePicture';

interface CanvasesProps {
  readonly pictures: Pictures;
  readonly inks: Inks;
  readonly width: number;
  readonly height: number;
}

export function Canvases({ pictures, inks, width, height }: CanvasesProps) {
  const base = useRef<HTMLCanvasElement>(null);
  const top = useRef<HTMLCanvasElement>(null);
  const { picture, ghost } = pictures;
  const { axis } = picture;
  const size = { width, height };
  // The ghost is the same at every move, so it is painted once and reused.
  const ghostSheet = useMemo(() => {
    if (ghost.length === 0) return null;
    const canvas = document.createElement('canvas');
    paintOn(canvas, [ghost], { size: { width, height }, axis, inks });
    return canvas;
  }, [ghost, axis, inks, width, height]);
  useLayoutEffect(() => {
    const sheet = { size: { width, height }, axis, inks };
    const draw = (): void => {
      paintOn(
        base.current,
        ghostSheet === null ? [picture.ground, picture.middle] : [picture.ground, ghostSheet, picture.middle],
        sheet,
      );
      paintOn(top.current, [picture.top], sheet);
    };
    if (document.readyState === 'complete') return draw();
    // While the page opens, it is drawn in pieces.
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [picture, axis, ghostSheet, inks, width, height]);
  return (
    <>
      <canvas ref={base} className={styles.layer} style={size} aria-hidden />
      <Veil picture={picture} width={width} />
      <canvas ref={top} className={styles.layer} style={size} aria-hidden />
    </>
  );
}

interface Sheet {
  readonly size: { readonly width: number; readonly height: number };
  readonly axis: TimeAxis;
  readonly inks: Inks;
}

/** A layer is marks, or a canvas of the same size that was painted before. */
function paintOn(
  canvas: HTMLCanvasElement | null,
  layers: readonly (readonly Mark[] | HTMLCanvasElement)[],
  { size, axis, inks }: Sheet,
): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  } else {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.save();
  context.beginPath();
  // Keeps paint off the names of the lanes.
  context.rect(axis.left - 7, 0, size.width, size.height);
  context.clip();
  for (const layer of layers) {
    if (layer instanceof HTMLCanvasElement) context.drawImage(layer, 0, 0, layer.width / ratio, layer.height / ratio);
    else paint(context, layer, inks);
  }
  context.restore();
}

/**
 * The veil, and the line of the playhead, which lies under the words so that it crosses no word out. Both move by a
 * transform only, which causes neither layout nor painting.
 */
function Veil({ picture, width }: { readonly picture: Picture; readonly width: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const { axis, lanes } = picture;
  useEffect(() => {
    const positionAt = (at: number): void => {
      const x = Math.max(axis.left - 8, Math.min(width, axis.x(at)));
      if (ref.current !== null) ref.current.style.transform = `translateX(${x}px)`;
      positionHead(line.current, axis, at);
    };
    positionAt(useCursor.getState().at);
    return useCursor.subscribe(({ at }, before) => {
      if (at !== before.at) positionAt(at);
    });
  }, [axis, width]);
  const top = Math.min(lanes.holderStrip.top, lanes.top);
  return (
    <>
      <div ref={ref} data-veil className={styles.veil} style={{ width, top, height: lanes.bottom - top }} />
      <div
        ref={line}
        data-scrub
        className={`over at-top ${styles.headLine}`}
        style={{ height: lanes.bottom }}
        onPointerDown={(event) => scrub(event, axis.at)}
      />
    </>
  );
}
