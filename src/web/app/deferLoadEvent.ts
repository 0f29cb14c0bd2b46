/**
 * Delays the window's load event until the page is drawn. Scripts request what the page loads first (its words, its
 * story), and the browser does not wait for that. A tool that takes a picture, prints or measures at load would get
 * an empty page.
 */

/** After this time a page that is never drawn still counts as loaded. */
const holdMsMax = 8000;

/** Returns a function that releases the event. */
export function deferLoadEvent(): () => void {
  const frame = document.createElement('iframe');
  let isHeld = true;
  const hold = (): void => {
    if (!isHeld) return;
    frame.hidden = true;
    document.body.append(frame);
    // A frame whose document is still being written is loading, and so the window around it is, too.
    frame.contentDocument?.open();
  };
  // The script that calls this has enough to do, and creating a frame takes long. The window also waits for a style
  // sheet until that sheet's own event is over, and in that event the frame takes over. The sheet is one that is
  // there already; it stays, and applies to nothing.
  const [there] = document.styleSheets;
  // During development, scripts make the styles, and nothing is delayed.
  if (there?.href && there.ownerNode) {
    const sheet = there.ownerNode.cloneNode() as HTMLLinkElement;
    // The page may have changed its own address since, and a relative one would lead elsewhere.
    sheet.href = there.href;
    sheet.media = 'not all';
    sheet.onload = hold;
    there.ownerNode.after(sheet);
  }
  const letGo = (): void => {
    if (!isHeld) return;
    isHeld = false;
    frame.contentDocument?.close();
    setTimeout(() => frame.remove());
  };
  setTimeout(letGo, holdMsMax);
  return letGo;
}

/** Runs after this many frames are painted. */
export const afterFrames = (count: number, then: (value?: unknown) => void): unknown =>
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, then) : setTimeout(then)));

/** Delays it until the timeline of a page is on screen. */
export const deferLoadUntilDrawn = (page: HTMLElement): void => whenDrawn(page, 800, deferLoadEvent());

/**
 * Calls back two frames after the timeline of a page exists: it is painted in the first.
 * @param quietMs a page without a timeline is drawn when nothing has changed for this long
 */
export function whenDrawn(page: HTMLElement, quietMs: number, then: () => void): void {
  let quiet = 0;
  const changes = new MutationObserver(() => {
    window.clearTimeout(quiet);
    if (page.querySelector('[data-plot] canvas, [data-drawn]') === null) {
      quiet = window.setTimeout(end, quietMs);
      return;
    }
    changes.disconnect();
    afterFrames(2, then);
  });
  const end = (): void => {
    changes.disconnect();
    then();
  };
  changes.observe(page, { childList: true, subtree: true });
}
