// Runs code of src while the site is built.

/** @type {Promise<import('vite').ViteDevServer> | null} */
let shared = null;
let users = 0;

/**
 * Simultaneous callers share the modules that are already loaded.
 * @template T
 * @param {string} root
 * @param {(load: (path: string) => Promise<any>) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withSources(root, use) {
  users++;
  shared ??= openSources(root);
  const server = await shared;
  try {
    return await use((path) => server.ssrLoadModule(path));
  } finally {
    users--;
    if (users === 0) {
      shared = null;
      await server.close();
    }
  }
}

/** @param {string} root */
async function openSources(root) {
  const { createServer } = await import('vite');
  return createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    // Without watching: the output folder is moved at the end, and Windows refuses to move a watched folder.
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
}
