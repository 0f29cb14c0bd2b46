// The global set-up of the browser tests: builds the page once when its sources have changed, serves it on a free port, and
// starts the one Chromium for all files. The folder carries the digest of the sources, so that two test runs at a time never
// build under each other.
import type { TestProject } from 'vitest/node';
import { builtSite, serveSite } from '../../scripts/site.mjs';
import { startChromium } from './chromium';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built site is served, ending with a slash. */
    siteAddress: string;
    /** The built site's folder, relative to the root of the repository. */
    siteFolder: string;
    /** Where the Chromium of all browser tests is connected to. */
    chromiumEndpoint: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await builtSite({ quiet: true });
  const { address, close } = await serveSite({ folder, port: 5280 });
  const browser = await startChromium();
  project.provide('siteAddress', address);
  project.provide('siteFolder', folder);
  project.provide('chromiumEndpoint', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await close();
  };
}
