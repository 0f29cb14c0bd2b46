/*
 * Keeps the pages for when there is no network: files that the build made, each by its digest. Neither a page of another build
 * nor what somebody else answers in its place is ever kept. A page is kept without its query, which may hold a secret.
 */
/** Filled in by the build: each file that may be kept, by its address below this one's folder. */
const { digest, files } = { digest: '', files: {} };
/** Filled in, too: each story by its id, with its file, its number and its title. */
const stories = {};
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
    const asked = new URL(event.request.url).searchParams;
    const [, place, lang, story, variant] = told.exec(path) ?? [];
    // A frame has files of its own.
    const isOfStories = place === 's' || path === '';
    const id = story ?? asked.get('story');
    if (isOfStories && event.request.mode === 'navigate' && Object.hasOwn(stories, id) && !(await isKept(cache, id)))
      return notKept(cache, id, lang ?? asked.get('lang'));
    if (found !== undefined) return found;
    if (isOurs(path) && event.request.mode === 'navigate') return notKept(cache, null, asked.get('lang'));
    if (story === undefined) throw error;
    for (const [key, value] of Object.entries({ story, variant, lang })) if (value !== undefined) asked.set(key, value);
    return Response.redirect(`${scope}${place === 's' ? '' : 'embed/'}?${asked}`);
  }
}

const isKept = async (cache, id) => (await inCache(cache, stories[id].file)) !== undefined;

const words = {
  en: {
    title: 'This story is not kept on this device',
    page: 'This page is not kept on this device',
    why: (title) => `There is no network, and “${title}” has not been opened here before.`,
    whyPage: 'There is no network, and it has not been opened here before.',
    kept: 'These stories are kept:',
  },
  zh: {
    title: '这台设备上没有保存这个故事',
    page: '这台设备上没有保存这个页面',
    why: (title) => `现在没有网络，而“${title}”还没在这里打开过。`,
    whyPage: '现在没有网络，而这个页面还没在这里打开过。',
    kept: '已保存的故事：',
  },
};

/** The page in place of a story, or with null of another page, that is not here, with the stories that are. */
async function notKept(cache, id, lang) {
  const language = lang ?? (self.navigator.language.startsWith('zh') ? 'zh' : 'en');
  const said = words[language] ?? words.en;
  const titleOf = (one) => stories[one].title[language] ?? stories[one].title.en;
  const isHere = await Promise.all(Object.keys(stories).map(async (one) => [one, await isKept(cache, one)]));
  const items = isHere
    .filter(([, is]) => is)
    .map(
      ([one]) => `<li value="${Number(stories[one].number)}"><a href="${scope}?story=${one}">${titleOf(one)}</a></li>`,
    );
  const [title, why] = id === null ? [said.page, said.whyPage] : [said.title, said.why(titleOf(id))];
  const home = (await inCache(cache, '')) === undefined ? '' : `<p><a href="${scope}">Redlock Playground</a></p>`;
  const list = items.length === 0 ? '' : `<h2>${said.kept}</h2><ol>${items.join('')}</ol>`;
  const html = `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>a { color: inherit }</style>
<body style="max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 18px/1.5 system-ui, sans-serif">
${home}<h1>${title}</h1><p>${why}</p>${list}</body></html>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const keep = async (cache, path) => cache.put(scope + path, await fetchWhole(path));

const keepNew = async (cache, path) => (await inCache(cache, path)) ?? keep(cache, path);

/** Rejects what has another digest. The browser's own cache may hold another's answer, and is then left aside. */
function fetchWhole(path) {
  const asked = { integrity: files[path], redirect: 'error' };
  return fetch(scope + path, asked).catch(() => fetch(scope + path, { ...asked, cache: 'reload' }));
}
