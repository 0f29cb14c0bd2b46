/**
 * Puts off what would move the page under a finger: a press takes the focus away before it is released, and what closes
 * in between would slip the thing that is pressed from under it.
 */

/** Runs at once, or when the press that is going on is over. */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  // The click comes after the release, and still wants everything in its place.
  addEventListener('pointerup', () => setTimeout(run), { once: true });
}

let isPressed = false;

if (typeof document !== 'undefined') {
  const follow = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  document.addEventListener('pointerdown', follow(true), true);
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, follow(false), true);
}
