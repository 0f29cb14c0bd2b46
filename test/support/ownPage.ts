/** Opens the page of a reader's own lock, with a stand-in for its sandbox. */
import { build } from 'esbuild';
import { beforeAll, inject } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { prepareBrowser } from './page';

type Options = Parameters<ReturnType<typeof prepareBrowser>>[1];

export function prepareOwnPage() {
  const openPage = prepareBrowser();
  let standIn = '';
  beforeAll(async () => {
    const entryPoints = [`${root}/test/support/ownStandIn.ts`];
    const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false });
    standIn = outputFiles[0]?.text ?? '';
  });
  /** @param path relative to the site */
  return async (options: Options = {}, path = 'own/') => {
    const opened = await openPage('about:blank', options);
    await opened.page
      .context()
      .route(/ownWorker-[^/]*\.js$/, (route) => route.fulfill({ body: standIn, contentType: 'text/javascript' }));
    await opened.page.goto(new URL(path, inject('siteAddress')).href);
    opened.page.setDefaultTimeout(20_000);
    await opened.page.locator('.cm-content').waitFor();
    return opened;
  };
}
