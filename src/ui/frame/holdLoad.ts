/**
 * Keeps the window's load event back until the page is drawn: what the page loads first (its words, its story) is asked for
 * by script, and the browser counts none of that. Whoever takes a picture, prints or measures at load would get an empty page.
 */

/** A page that never gets drawn is loaded all the same after this time. */
const holdMsMax = 8000;

/** Answers how to let go. */
export function holdLoad(): () => void {
  // A frame whose document is still being written is still loading, and so is the window around it.
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.setAttribute('aria-hidden', 'true');
  document.body.append(frame);
  frame.contentDocument?.open();
  let isHeld = true;
  const letGo = (): void => {
    if (!isHeld) return;
    isHeld = false;
    frame.contentDocument?.close();
    setTimeout(() => frame.remove());
  };
  setTimeout(letGo, holdMsMax);
  return letGo;
}
