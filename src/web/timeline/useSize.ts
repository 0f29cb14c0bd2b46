/** The size of an element, updated as it changes. */
import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize<E extends HTMLElement>(): readonly [RefObject<E | null>, Size] {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const read = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    // While the page opens it is drawn in pieces: the browser measures when it is ready, and notifies the observer.
    // The first drawing takes longest, and may be done in slices.
    const isOpen = (): boolean => document.readyState === 'complete';
    if (isOpen()) read();
    const observer = new ResizeObserver(() => (isOpen() ? read() : startTransition(read)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
