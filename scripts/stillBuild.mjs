// Bundles the code that draws the first picture of a page without a browser: the page's views with Preact, and stubs
// for modules that need a browser.
import { join, resolve } from 'node:path';
import { preact } from './preact.mjs';

/** Each has a stub of the same name in src/web/still. */
const replaced = ['timeline/useSize', 'timeline/Canvases', 'parts/mediaHook', 'appearance/useInks', 'learn/useJudged'];

/** Globals of a browser that the views read while they are loaded or drawn. They stay inside the bundle. */
const browser = `
const matchMedia = () => ({ matches: false, addEventListener() {} });
const document = { documentElement: { dataset: {} }, fullscreenElement: null, fullscreenEnabled: true, querySelector: () => null, addEventListener() {} };
const location = { href: 'http://page/', search: '', hash: '', pathname: '/', origin: 'http://page' };
const window = { parent: null, addEventListener() {} };
const innerWidth = 0, innerHeight = 0, localStorage = null;
`;

/**
 * @param {{ root: string, outDir: string }} where
 * @returns {Promise<void>}
 */
export async function buildStill({ root, outDir }) {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), standIns(root)],
    resolve: { alias: { 'react-dom/server': 'preact/compat/server', ...preact } },
    ssr: { noExternal: true },
    build: {
      outDir: join(outDir, '.vite'),
      emptyOutDir: false,
      ssr: resolve(root, 'src/web/still/main.tsx'),
      rolldownOptions: { output: { entryFileNames: 'still.mjs', codeSplitting: false, banner: browser } },
    },
  });
}

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
function standIns(root) {
  const web = join(root, 'src/web/');
  return {
    name: 'stand-ins',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.startsWith('.') || importer === undefined || importer.startsWith(join(web, 'still/'))) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const name = replaced.find((each) => found?.id.startsWith(`${join(web, each)}.`));
      return name === undefined || found === null ? null : found.id.replace(/[^/]+\/(?=[^/]+$)/, 'still/');
    },
    // On a server, zustand would draw every store in its initial state.
    transform: (code, id) =>
      id.includes('/zustand/') ? code.replaceAll('api.getInitialState()', 'api.getState()') : null,
  };
}
