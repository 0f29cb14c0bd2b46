// Builds the run in a chat: one HTML file with everything inside, since a chat's frame has no network.
import { join, resolve } from 'node:path';
import { root } from './install.mjs';
import { preact } from './preact.mjs';

/** Modules that the page would load later, but never needs in a chat: other stories come with the result of a tool. */
const absent = {
  'content/stories/index.ts': 'export const stories = [];',
  'web/find/LeastBreak.tsx': 'export const LeastBreak = () => null;',
  'web/timeline/ViewTools.tsx': 'export const ViewTools = () => null;',
};

/** @returns {Promise<string>} the page */
export async function buildChat() {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), standIns()],
    resolve: { alias: preact },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { chat: resolve(root, 'src/web/chat/main.tsx') },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const script = files.flatMap((file) => (file.type === 'chunk' ? file.code : [])).join('\n');
  const style = files
    .flatMap((file) => (file.fileName.endsWith('.css') && 'source' in file ? file.source : []))
    .join('\n');
  const extra = files.filter(({ fileName }) => !/\.(css|js)$/.test(fileName)).map(({ fileName }) => fileName);
  if (extra.length > 0) throw new Error(`The run in a chat is one file, but it needs ${extra.join(', ')}.`);
  return page(script, style);
}

/** @returns {import('vite').Plugin} */
const standIns = () => ({
  name: 'stand-ins',
  enforce: 'pre',
  load: (id) => Object.entries(absent).find(([file]) => id === join(root, 'src', file))?.[1] ?? null,
});

/**
 * @param {string} script
 * @param {string} style
 */
const page = (script, style) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Redlock Playground</title>
<style>${style.replaceAll('</style', '<\\/style')}</style>
</head>
<body>
<div id="root"></div>
<script>${script.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`;
