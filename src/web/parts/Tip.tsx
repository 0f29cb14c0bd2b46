// A short text beside the element that is pointed at or focused. A lone icon shows its name there, and screen readers
// read it.
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './Button';
import styles from './Button.module.css';
import { capsOf } from './keyCap';

interface IconButtonProps extends ButtonProps {
  readonly label: string;
  /** The keys that do the same, by their places on the keyboard: `Ctrl+KeyZ`. */
  readonly keys?: string;
}

export function IconButton({ label, keys, className, ...rest }: IconButtonProps) {
  return (
    <Button
      aria-label={label}
      data-tip={label}
      data-keys={keys}
      className={`${styles.icon} ${className ?? ''}`}
      {...rest}
    />
  );
}

const tipped = '[data-tip], [data-keys]';

interface ShownTip {
  readonly text: string;
  readonly of: DOMRect;
}

const delayMs = 450;
const gap = 7;
const edge = 8;

/**
 * Shows the `data-tip` of any element that has one, and the key that does the same, `data-keys`. A page has one of
 * these.
 *
 * @param hasKeys whether the page listens to keys
 */
export function Tips({ hasKeys = true }: { readonly hasKeys?: boolean }) {
  const [tip, setTip] = useState<ShownTip | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => followPointer(setTip, hasKeys), [hasKeys]);
  useEffect(() => {
    if (tip !== null && box.current !== null) positionTip(box.current, tip.of);
  }, [tip]);
  // Screen readers already get the text from the name or description of the element.
  return tip === null ? null : (
    <div ref={box} className={styles.tip} aria-hidden>
      {tip.text}
    </div>
  );
}

function followPointer(show: (tip: ShownTip | null) => void, hasKeys: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A finger came last: it may move the focus, but it has no pointer and no keys. */
  let isTouched = false;
  const hide = (): void => {
    clearTimeout(timer);
    show(null);
  };
  const look = (event: Event): void => {
    hide();
    if (event instanceof PointerEvent) isTouched = event.pointerType === 'touch';
    const target = event.target instanceof Element ? event.target.closest(tipped) : null;
    const isPointed = event.type === 'pointerover' || target?.matches(':focus-visible') === true;
    if (target === null || !isPointed || isTouched) return;
    timer = setTimeout(() => {
      const keys = hasKeys ? target.getAttribute('data-keys') : null;
      const text = [target.getAttribute('data-tip'), keys && capsOf(keys).join(' ')].filter(Boolean).join('   ');
      if (text !== '' && target.isConnected) show({ text, of: target.getBoundingClientRect() });
    }, delayMs);
  };
  // A finger does not hover: a control that is off says why when it is pressed.
  const report = (event: Event): void => {
    const off = event.target instanceof Element ? event.target.closest('[data-tip][aria-disabled="true"]') : null;
    const text = off?.getAttribute('data-tip');
    if (off && text) show({ text, of: off.getBoundingClientRect() });
  };
  const end = ({ type }: Event): void => {
    if (type === 'keydown') isTouched = false;
    hide();
  };
  const hiding = ['pointerdown', 'keydown', 'scroll', 'focusout'] as const;
  const control = new AbortController();
  const { signal } = control;
  document.addEventListener('pointerover', look, { signal });
  document.addEventListener('focusin', look, { signal });
  document.addEventListener('click', report, { signal });
  for (const type of hiding) document.addEventListener(type, end, { signal, capture: true });
  return () => {
    hide();
    control.abort();
  };
}

/**
 * Below the element; above it in the lower half of the window, where the words below are read on. Always inside the
 * window.
 *
 * @param isBeside right of the element instead
 */
export function positionTip(box: HTMLElement, of: DOMRect, isBeside = false): void {
  const { width, height } = box.getBoundingClientRect();
  const [middle, below] = [of.left + of.width / 2 - width / 2, of.bottom + gap];
  const top = isBeside ? of.top + (of.height - height) / 2 : of.top > innerHeight / 2 ? of.top - gap - height : below;
  const left = Math.min(innerWidth - width - edge, Math.max(edge, isBeside ? of.right + gap : middle));
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  box.style.visibility = 'visible';
}
