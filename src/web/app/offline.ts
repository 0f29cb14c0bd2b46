/**
 * Makes the browser keep what was opened, for use without a network. This is not done in a frame, which belongs to a
 * foreign page, nor during development, where files change under the same name, nor for people who save data.
 */

/** How long after the page is drawn, in ms: a visitor who leaves at once pays nothing for it. */
const delayMs = 5000;

const isOwnPage = (): boolean => window.parent === window && 'serviceWorker' in navigator;

/** @param worker where sw.js is, relative to this page */
export function keepOffline(worker: string): void {
  if (!isOwnPage() || savesData()) return;
  const { serviceWorker } = navigator;
  // A service worker of a page that was built and served here earlier would answer for the development server.
  if (import.meta.env.DEV)
    void serviceWorker.getRegistrations().then((all) => all.forEach((one) => void one.unregister()));
  else
    setTimeout(() => {
      // A setting forbids it, or the server has no such file: the page then needs the network, like any other.
      serviceWorker.register(worker).then(reportOpened, () => undefined);
    }, delayMs);
}

/** Whether this page can keep everything. */
export const canKeepAll = (): boolean => isOwnPage() && navigator.serviceWorker.controller !== null;

/**
 * Keeps everything, as a person requested.
 * @returns false: something could not be fetched, or there was no room
 */
export async function keepAll(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    active?.postMessage({ all: true }, [port2]);
  });
}

/** The worker has not seen the requests from before it started. */
async function reportOpened(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const opened = [window.location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)];
  active?.postMessage({ opened });
}

/** https://wicg.github.io/savedata/ */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
