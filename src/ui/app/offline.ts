/**
 * Has the browser keep the pages for times without a network. This is not done in a frame, which belongs to somebody
 * else's page, nor during development, where files change under the same name.
 */

/** This long after the page is there: a visitor who leaves at once pays nothing for it. */
const delayMs = 5000;

/** @param worker where sw.js is, relative to this page */
export function keepOffline(worker: string): void {
  if (window.parent !== window || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // A service worker of a page that was built and served here earlier would answer for the development server.
  if (import.meta.env.DEV)
    void serviceWorker.getRegistrations().then((all) => all.forEach((one) => void one.unregister()));
  else
    setTimeout(() => {
      // A setting forbids it, or the server has no such file: the page then needs the network, like any other.
      serviceWorker.register(worker).catch(() => undefined);
    }, delayMs);
}
