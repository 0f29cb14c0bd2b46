// The global set-up of the browser tests: builds the page once when its sources have changed, and serves it on a free
// port. The folder carries the digest of the sources, so that two test runs at a time never build under each other.
import type { TestProject } from 'vitest/node';
import { buildSite, digestSources, serveSite } from '../../scripts/site.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built site is served, ending with a slash. */
    siteAddress: string;
    /** The built site's folder, relative to the root of the repository. */
    siteFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = `.cache/site/${digestSources().slice(0, 16)}`;
  await buildSite({ folder, quiet: true });
  const { address, close } = await serveSite({ folder, port: 5280 });
  project.provide('siteAddress', address);
  project.provide('siteFolder', folder);
  return close;
}
