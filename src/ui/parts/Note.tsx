// What a button has to say after it was pressed, below it.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './Button.module.css';
import { placeTip } from './Tip';

/** @param of the button */
export function Note({ of, children }: { readonly of: Element; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) placeTip(box.current, of.getBoundingClientRect());
  }, [of]);
  // Nothing that is moved or cut off around the button moves it or cuts it off.
  return createPortal(
    <div ref={box} role="status" className={styles.tip}>
      {children}
    </div>,
    document.body,
  );
}
