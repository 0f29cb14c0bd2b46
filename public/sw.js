/*
 * Keeps the pages for when there is no network: files that the build made, each by its digest. Neither a page of another build
 * nor what somebody else answers in its place is ever kept. A page is kept without its query, which may hold a secret.
 */
/** Filled in by the build: each file that may be kept, by its address below this one's folder. */
const { digest, files } = { digest: '', files: {} };
const { scope } = self.registration;
const prefix = `redlock-playground ${scope} `;
const name = prefix + digest;
/** The page of a story, for chats or in a frame: language, story, variant. The playground and the embed have the story, too. */
const told = /^(s|embed)\/(?:(zh)\/)?([a-z0-9-]+)\/(?:([a-z0-9]+)\/)?$/;
/** Who wants no data to be spent wants nothing kept. */
const mayKeep = () => self.navigator.connection?.saveData !== true;

/** A page says what it has loaded before this one was there. `all`: a person has asked for everything, and is answered. */
self.addEventListener('message', (event) => {
  const { opened, all } = event.data;
  const paths = all === true ? Object.keys(files) : opened.map(pathOf).filter((path) => path !== null && isOurs(path));
  const kept = caches.open(name).then((cache) => Promise.all(paths.map((path) => keepNew(cache, path))));
  event.waitUntil(
    kept.then(
      () => event.ports[0]?.postMessage(true),
      () => event.ports[0]?.postMessage(false),
    ),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== 'GET' || path === null) return;
  // What carries a digest in its name never changes. All else may be newer on the server.
  if (isOurs(path) && path.startsWith('assets/')) event.respondWith(fromKept(path));
  else if (isOurs(path) || request.mode === 'navigate') event.respondWith(fromNetwork(event, path));
});

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one)));
}

/** Below this one's folder; null: elsewhere. */
function pathOf(url) {
  const [address] = url.split(/[?#]/);
  return address.startsWith(scope) ? address.slice(scope.length).replace(/(^|\/)index\.html$/, '$1') : null;
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
  if (mayKeep()) await cache.put(scope + path, response.clone()).catch(() => undefined);
  return response;
}

async function fromNetwork(event, path) {
  const cache = await caches.open(name);
  const found = await inCache(cache, path);
  try {
    const response = await fetch(event.request);
    // It is fetched once more, as the build's own: the answer may be a newer page.
    if (isOurs(path) && found === undefined && mayKeep()) event.waitUntil(keep(cache, path).catch(() => undefined));
    return response;
  } catch (error) {
    if (found !== undefined) return found;
    const [, place, lang, story, variant] = told.exec(path) ?? [];
    if (story === undefined) throw error;
    const asked = new URL(event.request.url).searchParams;
    for (const [key, value] of Object.entries({ story, variant, lang })) if (value !== undefined) asked.set(key, value);
    return Response.redirect(`${scope}${place === 's' ? '' : 'embed/'}?${asked}`);
  }
}

const keep = async (cache, path) => cache.put(scope + path, await fetchWhole(path));

const keepNew = async (cache, path) => (await inCache(cache, path)) ?? keep(cache, path);

/** Rejects what has another digest. The browser's own cache may hold another's answer, and is then left aside. */
function fetchWhole(path) {
  const asked = { integrity: files[path], redirect: 'error' };
  return fetch(scope + path, asked).catch(() => fetch(scope + path, { ...asked, cache: 'reload' }));
}
