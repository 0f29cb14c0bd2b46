// The global set-up of the browser tests. It builds the page once when its sources have changed, serves it on a free
// port, and has its fonts ready. The name of the folder contains the digest of the sources, so that
// two test runs at the same time never disturb each other's build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtSite } from '../../scripts/site.mjs';
import { serveSite } from '../../src/site/siteServer';
import { fontVariables } from './fonts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the built site, ending with a slash. */
    siteAddress: string;
    /** The built site's folder, relative to the root of the repository. */
    siteFolder: string;
    /** With these variables of the environment a browser draws in the fonts of the project. */
    fontVariables: Readonly<Record<string, string>>;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await builtSite({ quiet: true });
  const { address, close } = await serveSite({ folder, port: 5280 });
  const ownFolder = mkdtempSync(join(tmpdir(), 'redlock-playground-fonts-'));
  project.provide('siteAddress', address);
  project.provide('siteFolder', folder);
  project.provide('fontVariables', fontVariables(ownFolder));
  return async () => {
    await close();
    rmSync(ownFolder, { recursive: true, force: true });
  };
}
