/**
 * Reloads the page from the network. The browser's cache of the site may hold another server's answer, so it is
 * dropped, unless the server cannot be reached.
 */

/** A hanging network delays the page at most this long. */
const waitMsMax = 15_000;

export async function loadAnew(): Promise<void> {
  await Promise.race([refresh(), new Promise((late) => setTimeout(late, waitMsMax))]);
  location.reload();
}

async function refresh(): Promise<void> {
  // A frame may be allowed neither.
  await dropKept().catch(() => undefined);
  await fetchAgain().catch(() => undefined);
}

async function dropKept(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  // Rejects if the server does not answer with the service worker.
  await registration.update();
  const names = await caches.keys();
  // Each name contains its site (public/sw.js).
  const own = names.filter((name) => name.startsWith(`redlock-playground ${registration.scope} `));
  await Promise.all(own.map((name) => caches.delete(name)));
  // Its cache is gone, so the next page starts with a new one.
  await registration.unregister();
}

/**
 * The browser's own cache keeps a wrong answer for as long as the answer asked for. Requests under way are not
 * recorded yet.
 */
async function fetchAgain(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href);
  const files = [...new Set([...loaded, ...scripts, ...links])].filter((name) =>
    name.startsWith(`${location.origin}/`),
  );
  await Promise.allSettled(files.map((name) => fetch(name, { cache: 'reload' })));
}
