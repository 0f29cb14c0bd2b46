// A finger hides what it drags, so the value is shown above it.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Button.module.css';

/** How far above the middle of the finger, in px. */
const above = 44;
const edge = 8;

/** @param text null: nothing is dragged. A pointer that hides nothing is not followed. */
export function AboveFinger({ text }: { readonly text: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [finger, setFinger] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const isDragged = text !== null;
  useEffect(() => {
    if (!isDragged) return;
    const follow = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' && event.isPrimary) setFinger({ x: event.clientX, y: event.clientY });
    };
    window.addEventListener('pointermove', follow);
    return () => {
      window.removeEventListener('pointermove', follow);
      setFinger(null);
    };
  }, [isDragged]);
  useLayoutEffect(() => {
    if (box.current === null || finger === null) return;
    const { width, height } = box.current.getBoundingClientRect();
    const left = Math.min(innerWidth - width - edge, Math.max(edge, finger.x - width / 2));
    const top = Math.max(edge, finger.y - above - height);
    box.current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    box.current.style.visibility = 'visible';
  });
  if (finger === null || !isDragged) return null;
  return createPortal(
    <div ref={box} className={`${styles.tip} ${styles.finger}`} data-above-finger aria-hidden>
      {text}
    </div>,
    document.body,
  );
}
