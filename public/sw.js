/*
 * Keeps the pages for when there is no network: files that the build made, each by its digest. Neither a page of another build
 * nor what somebody else answers in its place is ever kept. A page is kept without its query, which may hold a secret.
 */
/** Filled in by the build: each file that may be kept, by its address below this one's folder. */
const { digest, files } = { digest: '', files: {} };
const { scope } = self.registration;
const prefix = `redlock-playground ${scope} `;
const name = prefix + digest;
/** The page of a story for chats: language, story, variant. The playground has the story, too. */
const told = /^s\/(?:(zh)\/)?([a-z0-9-]+)\/(?:([a-z0-9]+)\/)?$/;

/** Embeds are kept when they are read; all else at once, or nothing. */
self.addEventListener('install', (event) => {
  const first = Object.keys(files).filter((path) => !path.includes('embed'));
  event.waitUntil(caches.open(name).then((cache) => Promise.all(first.map((path) => keep(cache, path)))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  if (request.method !== 'GET' || !address.startsWith(scope)) return;
  const path = address.slice(scope.length).replace(/(^|\/)index\.html$/, '$1');
  // What carries a digest in its name never changes. All else may be newer on the server.
  if (isOurs(path) && path.startsWith('assets/')) event.respondWith(fromKept(path));
  else if (isOurs(path) || request.mode === 'navigate') event.respondWith(fromNetwork(event, path));
});

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one)));
}

/** An object has names of its own, such as `constructor`, which are no files. */
const isOurs = (path) => Object.hasOwn(files, path);

/** A module is asked for with CORS, and kept without: it is the same file. */
const inCache = (cache, path) => cache.match(scope + path, { ignoreVary: true });

async function fromKept(path) {
  const cache = await caches.open(name);
  const found = await inCache(cache, path);
  if (found !== undefined) return found;
  const response = await fetchWhole(path);
  // A full disk is no reason to answer nothing.
  await cache.put(scope + path, response.clone()).catch(() => undefined);
  return response;
}

async function fromNetwork(event, path) {
  const cache = await caches.open(name);
  const found = await inCache(cache, path);
  try {
    const response = await fetch(event.request);
    // It is fetched once more, as the build's own: the answer may be a newer page.
    if (isOurs(path) && found === undefined) event.waitUntil(keep(cache, path).catch(() => undefined));
    return response;
  } catch (error) {
    if (found !== undefined) return found;
    const [, lang, story, variant] = told.exec(path) ?? [];
    if (story === undefined) throw error;
    const asked = Object.entries({ story, variant, lang }).filter(([, value]) => value !== undefined);
    return Response.redirect(`${scope}?${new URLSearchParams(asked)}`);
  }
}

const keep = async (cache, path) => cache.put(scope + path, await fetchWhole(path));

/** Rejects what has another digest. The browser's own cache may hold another's answer, and is then left aside. */
function fetchWhole(path) {
  const asked = { integrity: files[path], redirect: 'error' };
  return fetch(scope + path, asked).catch(() => fetch(scope + path, { ...asked, cache: 'reload' }));
}
