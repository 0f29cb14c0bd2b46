/**
 * Delays changes that would move the page under a finger. A press takes the focus away before it is released. If
 * something closed in between, the pressed thing would slip away from under the finger.
 */

/** Runs at once, or when the current press is over. */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  // The click comes after the release, and everything must still be in its place then.
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
