/** Follows one pointer from its press to its end. Knows no timeline. */

interface Follower {
  readonly onMove: (event: PointerEvent) => void;
  /** `moved`: farther than a shaky hand would move. */
  readonly onEnd: (event: PointerEvent, moved: boolean) => void;
  /** A person pressed Escape, or the browser took the pointer away. */
  readonly onCancel?: () => void;
}

/** A press that moves no farther than this is a click. */
export const clickMovesMax = 3;

/** Calls back until the pointer is released. Returns a function that stops earlier. */
export function followPointer(
  start: { readonly clientX: number; readonly clientY: number; readonly pointerId: number },
  follower: Follower,
): () => void {
  let moved = false;
  const isSame = (event: PointerEvent): boolean => event.pointerId === start.pointerId;
  const move = (event: PointerEvent): void => {
    if (!isSame(event)) return;
    moved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > clickMovesMax;
    if (moved) follower.onMove(event);
  };
  const up = (event: PointerEvent): void => {
    if (!isSame(event)) return;
    stop();
    follower.onEnd(event, moved);
  };
  const cancel = (): void => {
    stop();
    follower.onCancel?.();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  const control = new AbortController();
  const { signal } = control;
  const stop = (): void => control.abort();
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', cancel, { signal });
  window.addEventListener('keydown', key, { signal, capture: true });
  return stop;
}
