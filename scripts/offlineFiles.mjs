// Lists the files of the site for the service worker, each with its digest, so that the worker keeps exactly what was
// built, and the stories with their files, so that it knows which of them are kept.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withSources } from './sources.mjs';

/**
 * Pages, scripts, styles, fonts and the icons of the site. The story pages for chats open the playground, so they are
 * left out.
 */
const kept =
  /^(?:(?:assets|embed|essay|learn|library|matrix|network|own)\/.+\.(?:js|css|html|woff2)|[^/]+\.(?:js|html|webmanifest)|favicon.svg|icon-.+)$/;

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function offlineFiles(root) {
  let outDir = '';
  /** From a module to the file that it was built into. @type {Map<string, string>} */
  const fileOf = new Map();
  return {
    name: 'offline-files',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') for (const id of chunk.moduleIds) fileOf.set(id, chunk.fileName);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        let worker = readFileSync(join(root, 'public/sw.js'), 'utf8');
        const fill = (/** @type {string} */ place, /** @type {string} */ content) => {
          if (!worker.includes(place)) throw new Error(`public/sw.js has changed: it has no ${place} any more.`);
          worker = worker.replace(place, () => content);
        };
        fill("{ digest: '', files: {} }", listed(outDir));
        fill('stories = {}', `stories = ${JSON.stringify(await storiesIn(root, fileOf))}`);
        writeFileSync(join(outDir, 'sw.js'), worker);
      },
    },
  };
}

/**
 * @param {string} root
 * @param {ReadonlyMap<string, string>} fileOf
 */
async function storiesIn(root, fileOf) {
  /** @type {[typeof import('../src/content/stories'), typeof import('../src/site/stories/manifest')]} */
  const [{ stories }, { storyModule }] = await withSources(root, (load) =>
    Promise.all([load('/src/content/stories/index.ts'), load('/src/site/stories/manifest.ts')]),
  );
  return Object.fromEntries(
    stories.map(({ id, group, number, title }) => {
      const file = fileOf.get(join(root, storyModule({ id, group })));
      if (file === undefined) throw new Error(`The story ${id} is in no file of the build.`);
      return [id, { file, number, title }];
    }),
  );
}

/** @param {string} outDir */
function listed(outDir) {
  const all = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const paths = all.filter((file) => kept.test(file) && file !== 'sw.js').sort();
  // The address of a page is its folder.
  const entries = paths.map((file) => [
    file.replace(/(^|\/)index\.html$/, '$1'),
    digestOf(readFileSync(join(outDir, file))),
  ]);
  const files = JSON.stringify(Object.fromEntries(entries));
  return `{ digest: '${digestOf(files)}', files: ${files} }`;
}

/** @param {import('node:crypto').BinaryLike} content */
const digestOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;
