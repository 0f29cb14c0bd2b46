/*
 * Keeps the pages for when there is no network. What carries a digest in its name never changes, and is taken from what is
 * kept; a page and all else is asked of the network first. A page is kept without its query, which may hold a secret.
 */
/** Filled in by the build: the files of the pages, relative to this one. An open page goes on with the ones that it began with. */
const { digest, files } = { digest: '', files: [] };
const prefix = `redlock-playground ${self.registration.scope} `;
const name = prefix + digest;
/** Says whether there is a server of real Redis: nothing to remember. */
const neverKept = /\/live\.json$/;
const kept = /\/(assets\/.*|embed\.js|[^/]+\.(svg|png|css|webmanifest))$/;
/** The page of a story for chats: language, story, variant. Where it was never opened, the playground has the story, too. */
const told = /\/s\/(?:(zh)\/)?([a-z0-9-]+)\/(?:([a-z0-9]+)\/)?$/;
const unchanging = /\/assets\/[^?]+-[\w-]{8}\.\w+$/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || neverKept.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, origin + pathname));
  else if (unchanging.test(pathname)) event.respondWith(fromKept(request));
  else if (kept.test(pathname)) event.respondWith(fromNetwork(request, request.url));
});

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one)));
}

async function fromKept(request) {
  const cache = await caches.open(name);
  // A module is asked for with CORS, and kept without: it is the same file.
  const found = await cache.match(request.url, { ignoreVary: true });
  return found ?? keep(cache, request.url, await fetch(request));
}

async function fromNetwork(request, address) {
  const cache = await caches.open(name);
  try {
    return await keep(cache, address, await fetch(request));
  } catch (error) {
    const found = (await cache.match(address, { ignoreVary: true })) ?? (await cache.match(`${address}index.html`));
    if (found !== undefined) return found;
    const [, lang, story, variant] = told.exec(new URL(address).pathname) ?? [];
    if (story === undefined) throw error;
    const asked = Object.entries({ story, variant, lang }).filter(([, value]) => value !== undefined);
    return Response.redirect(`${self.registration.scope}?${new URLSearchParams(asked)}`);
  }
}

/** Answers at once; a full disk is no reason to answer nothing. */
async function keep(cache, address, response) {
  if (response.ok && response.type === 'basic') await cache.put(address, response.clone()).catch(() => undefined);
  return response;
}
