/**
 * Has the browser keep the pages for when there is no network, where it allows that: not in a frame, which is somebody else's
 * page, and not while developing, where files change under the same name.
 */

/** So long after the page is there: whoever looks in for a moment pays for nothing. */
const delayMs = 5000;

/** @param worker where sw.js is, as seen from this page */
export function keepOffline(worker: string): void {
  if (window.parent !== window || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // A page that was built and served here before would go on answering for the development server.
  if (import.meta.env.DEV)
    void serviceWorker.getRegistrations().then((all) => all.forEach((one) => void one.unregister()));
  else
    setTimeout(() => {
      // Forbidden by a setting, or the server has no such file: the page needs the network, as any other.
      serviceWorker.register(worker).catch(() => undefined);
    }, delayMs);
}
