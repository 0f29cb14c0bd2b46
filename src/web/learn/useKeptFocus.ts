/**
 * Keeps the keyboard focus in the exercise. A press may remove or disable the focused control: a hint, an answer, a
 * fault. Then the focus goes to the next control of the same part, or to what replaced it.
 */
import { type RefObject, useEffect } from 'react';

const focusable =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';

/** @param root holds the parts; the last resorts in it are marked by `data-lands`, and the lowest one is the newest */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    /** From the focused control outwards to the root. */
    let path: readonly Element[] = [];
    const remember = ({ target }: FocusEvent): void => {
      path = target instanceof Element ? pathTo(target, root.current) : [];
    };
    const restoreFocus = (): void => {
      const [control] = path;
      const { activeElement } = document;
      // A control that was disabled keeps the focus until the next frame.
      const isElsewhere = activeElement !== null && activeElement !== document.body && activeElement !== control;
      if (isElsewhere || control === undefined || (control.isConnected && !control.matches(':disabled'))) return;
      const next = nextOf(path) ?? [...(root.current?.querySelectorAll<HTMLElement>('[data-lands]') ?? [])].at(-1);
      next?.focus({ preventScroll: true });
    };
    // After each change of the page, since the browser does not report when a removed control loses the focus.
    const observer = new MutationObserver(restoreFocus);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [root]);
}

function pathTo(target: Element, root: Element | null): readonly Element[] {
  const path: Element[] = [];
  for (let one: Element | null = target; one !== null && one !== root; one = one.parentElement) path.push(one);
  return root?.contains(target) === true ? path : [];
}

/**
 * The first control of the smallest part that still exists. A whole card does not count: its first control is far
 * away.
 */
function nextOf(path: readonly Element[]): HTMLElement | null {
  const part = path.find(
    (one) => one.isConnected && one.matches('section, fieldset, ul, ol, nav, [data-part]') && !one.matches(':disabled'),
  );
  return part?.querySelector<HTMLElement>(focusable) ?? null;
}
