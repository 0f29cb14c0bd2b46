// Writes the published schemas from the parsers, when the site is built and whenever the development server is asked
// for one.
import { withSources } from './sources.mjs';

const source = '/scripts/schemas.ts';

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function schemaFiles(root) {
  return {
    name: 'schema-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = request.url?.slice(1) ?? '';
        if (!file.endsWith('.schema.json')) return next();
        server.ssrLoadModule(source).then((/** @type {any} */ { schemas }) => {
          if (!Object.hasOwn(schemas, file)) return next();
          response.setHeader('content-type', 'application/json');
          response.end(schemas[file]());
        }, next);
      });
    },
    async generateBundle() {
      await withSources(root, async (load) => {
        /** @type {typeof import('./schemas')} */
        const { schemas } = await load(source);
        for (const [fileName, text] of Object.entries(schemas))
          this.emitFile({ type: 'asset', fileName, source: text() });
      });
    },
  };
}
