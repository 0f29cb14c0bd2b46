/**
 * Holds the window's load event back until the page is drawn. Scripts ask for what the page loads first (its words, its
 * story), and the browser does not wait for that. A tool that takes a picture, prints or measures at load would get an
 * empty page.
 */

/** After this time a page that is never drawn counts as loaded all the same. */
const holdMsMax = 8000;

/** A picture of one pixel. */
const smallest = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** Returns how to let go. */
export function holdLoad(): () => void {
  const frame = document.createElement('iframe');
  let isHeld = true;
  const hold = (): void => {
    if (!isHeld) return;
    frame.hidden = true;
    frame.setAttribute('aria-hidden', 'true');
    document.body.append(frame);
    // A frame whose document is still being written is loading, and so the window around it is, too.
    frame.contentDocument?.open();
  };
  // The script that calls this has enough to do, and a frame takes long. The window waits for a picture, too, until its
  // own event is over, and in it the frame takes over.
  const bridge = new Image();
  bridge.onload = hold;
  bridge.onerror = hold;
  bridge.src = smallest;
  const letGo = (): void => {
    if (!isHeld) return;
    isHeld = false;
    frame.contentDocument?.close();
    setTimeout(() => frame.remove());
  };
  setTimeout(letGo, holdMsMax);
  return letGo;
}

/** Runs after so many frames are painted. */
export const afterFrames = (count: number, then: (value?: unknown) => void): unknown =>
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, then) : setTimeout(then)));

/**
 * Holds it until a page with a timeline is on screen. Counted from its first element: a frame in which it is measured,
 * one in which the timeline is drawn, and one for slow machines.
 */
export function holdLoadUntilDrawn(page: HTMLElement): void {
  const letGo = holdLoad();
  const drawn = new MutationObserver(() => {
    drawn.disconnect();
    afterFrames(3, letGo);
  });
  drawn.observe(page, { childList: true });
}
