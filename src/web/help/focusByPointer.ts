/**
 * Whether a control got the focus by a press. A person who clicks a switch goes on looking at the run, and the keys
 * stay with the timeline. A person who arrives by Tab works with the control itself, which keeps its keys.
 */

/** Controls that are finished after a press. A select is finished once an option was chosen. */
const pressed = 'button, summary, a, input:is([type="checkbox"], [type="radio"]), [role="tab"]';

let isByPointer = false;
let lastTarget: EventTarget | null = null;

/** Returns a function that stops following. */
export function followFocus(): () => void {
  const byPointer = ({ target }: Event): void => {
    isByPointer = true;
    // A press on a select opens its list.
    if (target instanceof HTMLSelectElement) lastTarget = null;
  };
  // Tab and the arrow keys of a control move the focus deliberately.
  const byKey = (): void => {
    isByPointer = false;
  };
  const focused = ({ target }: Event): void => {
    lastTarget = isByPointer && target instanceof Element && target.matches(pressed) ? target : null;
  };
  const chosen = ({ target }: Event): void => {
    if (isByPointer && target instanceof HTMLSelectElement) lastTarget = target;
  };
  // A control that is pressed again has the focus already.
  const clicked = ({ target, detail }: MouseEvent): void => {
    const control = target instanceof Element ? target.closest(pressed) : null;
    if (detail > 0 && control !== null && control === document.activeElement) lastTarget = control;
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

/** Whether this control got the focus by a press and is finished. */
export const isDoneWith = (target: EventTarget | null): boolean => target !== null && target === lastTarget;
