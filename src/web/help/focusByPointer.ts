/**
 * Whether the focus came to a control by a press. Whoever clicks a switch goes on looking at the run, and the keys stay
 * with the timeline. Whoever comes by Tab works with the control itself, and its keys are its own.
 */

/** Controls that are done with after a press. A select is so once something was chosen. */
const pressed = 'button, summary, a, input:is([type="checkbox"], [type="radio"]), [role="tab"]';

let isByPointer = false;
let done: EventTarget | null = null;

/** Returns how to stop following. */
export function followFocus(): () => void {
  const byPointer = ({ target }: Event): void => {
    isByPointer = true;
    // A press on a select opens its list.
    if (target instanceof HTMLSelectElement) done = null;
  };
  // Tab and the arrows of a control move the focus by hand.
  const byKey = (): void => {
    isByPointer = false;
  };
  const focused = ({ target }: Event): void => {
    done = isByPointer && target instanceof Element && target.matches(pressed) ? target : null;
  };
  const chosen = ({ target }: Event): void => {
    if (isByPointer && target instanceof HTMLSelectElement) done = target;
  };
  // A control that a press comes back to has the focus already.
  const clicked = ({ target, detail }: MouseEvent): void => {
    const control = target instanceof Element ? target.closest(pressed) : null;
    if (detail > 0 && control !== null && control === document.activeElement) done = control;
  };
  const ending = new AbortController();
  const at = { capture: true, signal: ending.signal };
  window.addEventListener('pointerdown', byPointer, at);
  window.addEventListener('keydown', byKey, at);
  window.addEventListener('focusin', focused, at);
  window.addEventListener('change', chosen, at);
  window.addEventListener('click', clicked, at);
  return () => ending.abort();
}

/** Whether this control has the focus by a press, and is done with. */
export const isDoneWith = (target: EventTarget | null): boolean => target !== null && target === done;
