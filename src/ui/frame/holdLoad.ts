/**
 * Holds the window's load event back until the page is drawn. Scripts ask for what the page loads first (its words, its
 * story), and the browser does not wait for that. A tool that takes a picture, prints or measures at load would get an
 * empty page.
 */

/** After this time a page that is never drawn counts as loaded all the same. */
const holdMsMax = 8000;

/** Returns how to let go. */
export function holdLoad(): () => void {
  // A frame whose document is still being written is loading, and so the window around it is, too.
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
