// The global set-up of the browser tests: builds the page once when its sources have changed, and serves it on a free
// port. The folder carries the digest of the sources, so that two test runs at a time never build under each other.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '../../scripts/install.mjs';
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
  removeOldSites();
  const folder = `.cache/site/${digestSources().slice(0, 16)}`;
  await buildSite({ folder, quiet: true });
  const { address, close } = await serveSite({ folder, port: 5280 });
  project.provide('siteAddress', address);
  project.provide('siteFolder', folder);
  return close;
}

/** Every state of the sources has left a folder; one older than an hour is not being served any more. */
function removeOldSites(): void {
  const parent = join(root, '.cache/site');
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true });
  }
}
