/*
 * Runs the embed's files as classic scripts. A frame without an origin (a sandbox) gets no modules from a server
 * without CORS headers, but it always gets a <script>. Each file pushes [name, code] to `redlockEmbed`, a list in
 * which files that come before this one wait; `code` is CommonJS.
 */
(() => {
  /** @typedef {{ exports: object }} Module */
  /** @typedef {(require: (path: string) => object, module: Module, exports: object, later: (names: string[]) => Promise<object>) => void} Code */
  const site = /** @type {{ redlockEmbed?: Iterable<[string, Code]> | object }} */ (/** @type {unknown} */ (self));
  const folder = new URL('.', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  /** @type {Map<string, Code>} */
  const codes = new Map();
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  const arriving = new Map();

  /** @param {[string, Code]} file */
  const take = ([name, code]) => {
    codes.set(name, code);
  };

  /** @param {string} path */
  function require(path) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    let module = modules.get(name);
    if (module === undefined) {
      const code = codes.get(name);
      if (code === undefined) throw new Error(`${name} has not been loaded.`);
      module = { exports: {} };
      modules.set(name, module);
      code(require, module, module.exports, later);
    }
    return module.exports;
  }

  /**
   * Replaces `import()`. The last name is the wanted file; the names before it are files that it needs. @param
   * {string[]} names
   */
  async function later(names) {
    await Promise.all(names.map(fetchCode));
    return require(names.at(-1) ?? '');
  }

  /** @param {string} name */
  function fetchCode(name) {
    if (codes.has(name)) return undefined;
    const arrival = arriving.get(name) ?? arrive(name);
    arriving.set(name, arrival);
    // A file that failed to load may be requested again.
    arrival.catch(() => {
      arriving.delete(name);
      // Vite's name for it in a page.
      dispatchEvent(new Event('vite:preloadError'));
    });
    return arrival;
  }

  /** @param {string} name */
  const arrive = (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${name} could not be loaded.`));
      script.src = folder + name;
      document.head.append(script);
    });

  const early = /** @type {Iterable<[string, Code]>} */ (site.redlockEmbed ?? []);
  site.redlockEmbed = { push: take, start: require };
  for (const file of early) take(file);
})();
