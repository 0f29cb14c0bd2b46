// Makes the reference of the library, a page with its Markdown beside it, when the site is built and whenever the
// development server is asked for the page.
import { siteAddress } from '../src/site/siteAddress';
import { beside } from './beside.mjs';
import { withSources } from './sources.mjs';

/**
 * @param {string} root
 * @param {string | undefined} given SITE_URL
 * @returns {import('vite').Plugin}
 */
export function libraryPages(root, given) {
  const site = siteAddress(given);
  /** @type {Promise<string> | undefined} */
  let reference;
  return {
    name: 'library-pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== '/library/') return next();
        filesOf(server.ssrLoadModule.bind(server), site).then(({ page }) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(page);
        }, next);
      });
    },
    buildStart() {
      if (this.environment.config.command === 'serve') return;
      reference = beside(
        root,
        `const { libraryReference } = await import('./scripts/libraryReference.ts');
         process.stdout.write(await libraryReference());`,
      );
    },
    async generateBundle() {
      await withSources(root, async (load) => {
        const { page, markdown } = await filesOf(load, site, await reference);
        this.emitFile({ type: 'asset', fileName: 'library/index.html', source: page });
        this.emitFile({ type: 'asset', fileName: 'library/index.html.md', source: markdown });
      });
    },
  };
}

/**
 * @param {(path: string) => Promise<any>} load
 * @param {string | null} site
 * @param {string} [made] the reference, if it is there
 */
async function filesOf(load, site, made) {
  /** @type {typeof import('../src/site/libraryPage')} */
  const { libraryPage } = await load('/src/site/libraryPage.ts');
  /** @type {string} */
  const markdown = made ?? (await (await load('/scripts/libraryReference.ts')).libraryReference());
  return { markdown, page: libraryPage(markdown, site) };
}
