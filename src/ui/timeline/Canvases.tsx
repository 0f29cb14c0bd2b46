/**
 * The painted layers. The scene is painted once and shown twice: faint as a whole, and solid up to the playhead. Playing
 * moves two clips and nothing is painted.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Mark } from '../../layout/marks';
import type { Picture } from '../../layout/picture';
import { useCursor } from '../state/cursor';
import { type Inks, paint } from './paint';
import styles from './Timeline.module.css';
import type { Pictures } from './usePicture';

interface CanvasesProps {
  readonly pictures: Pictures;
  readonly inks: Inks;
  readonly width: number;
  readonly height: number;
}

export function Canvases({ pictures, inks, width, height }: CanvasesProps) {
  const ground = useRef<HTMLCanvasElement>(null);
  const future = useRef<HTMLCanvasElement>(null);
  const past = useRef<HTMLCanvasElement>(null);
  const top = useRef<HTMLCanvasElement>(null);
  const { picture, ghost } = pictures;
  const size = { width, height };
  useLayoutEffect(() => {
    const sheet = { size: { width, height }, picture, inks };
    paintOn(ground.current, [...picture.ground, ...ghost], sheet);
    paintOn(past.current, picture.scene, sheet);
    copy(past.current, future.current);
    paintOn(top.current, picture.top, sheet);
  }, [picture, ghost, inks, width, height]);
  usePlayheadClip({ past, future, picture });
  return (
    <>
      <canvas ref={ground} className={styles.layer} style={size} aria-hidden />
      <canvas ref={future} className={`${styles.layer} ${styles.future}`} style={size} aria-hidden />
      <canvas ref={past} className={styles.layer} style={size} aria-hidden />
      <canvas ref={top} className={styles.layer} style={size} aria-hidden />
    </>
  );
}

interface Sheet {
  readonly size: { readonly width: number; readonly height: number };
  readonly picture: Picture;
  readonly inks: Inks;
}

function paintOn(canvas: HTMLCanvasElement | null, marks: readonly Mark[], { size, picture, inks }: Sheet): void {
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
  // Nothing is painted over the names of the lanes.
  context.rect(picture.axis.left - 7, 0, size.width, size.height);
  context.clip();
  paint(context, marks, inks);
  context.restore();
}

function copy(from: HTMLCanvasElement | null, to: HTMLCanvasElement | null): void {
  if (from === null || to === null || from.width === 0 || from.height === 0) return;
  if (to.width !== from.width || to.height !== from.height) {
    to.width = from.width;
    to.height = from.height;
  }
  const context = to.getContext('2d');
  context?.clearRect(0, 0, to.width, to.height);
  context?.drawImage(from, 0, 0);
}

interface Clipped {
  readonly past: React.RefObject<HTMLCanvasElement | null>;
  readonly future: React.RefObject<HTMLCanvasElement | null>;
  readonly picture: Picture;
}

function usePlayheadClip({ past, future, picture }: Clipped): void {
  useEffect(() => {
    const place = (at: number): void => {
      const x = Math.max(0, picture.axis.x(at));
      if (past.current) past.current.style.clipPath = `inset(0 calc(100% - ${x}px) 0 0)`;
      if (future.current) future.current.style.clipPath = `inset(0 0 0 ${x}px)`;
    };
    place(useCursor.getState().at);
    return useCursor.subscribe(({ at }, before) => {
      if (at !== before.at) place(at);
    });
  }, [past, future, picture]);
}
