/** Builds the sites that benches of pages open. The code of the same tree gives the links into them. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtSite } from '../../scripts/site.mjs';
import type { Pages } from '../pages/pages';
import type { Site } from '../support/figures';
import { bundleBench } from './bundle';
import { runQuietly } from './processes';
import type { Sources } from './sources';

const linksEntry = 'bench/pages/links.ts';

export async function siteOfToday(root: string): Promise<Site> {
  return { side: 'new', folder: await builtSite({ quiet: true }), pages: await listPages(root) };
}

/** The site of another commit, built by that commit's own configuration. */
export async function siteOfCommit(root: string, sources: Sources): Promise<Site> {
  const outDir = join(sources.folder, 'dist');
  const vite = join(sources.folder, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { problem } = await runQuietly({ args, cwd: sources.folder, env });
  if (problem !== undefined) throw new Error(`its page cannot be built: ${problem}`);
  // Older commits write the links during the build.
  if (existsSync(join(sources.folder, 'src/site'))) {
    const write = `const { openStoryPages } = await import('./src/site/stories/storyPages');
      const pages = openStoryPages({ folder: ${JSON.stringify(outDir)}, address: null });
      await pages.writeAll(() => {});
      await pages.close();`;
    const written = await runQuietly({
      args: ['--import', 'tsx', '--input-type=module', '-e', write],
      cwd: sources.folder,
      env,
    });
    if (written.problem !== undefined) throw new Error(`its stories cannot be written: ${written.problem}`);
  }
  return { side: 'old', folder: relative(root, outDir), pages: await listPages(root, sources) };
}

async function listPages(root: string, sources?: Sources): Promise<Pages> {
  const { file, lacks } = await bundleBench(linksEntry, { root, ...(sources && { sources }) });
  const target = `${file}.json`;
  const { problem } = await runQuietly({ args: [file, target], cwd: root });
  if (problem === undefined) return JSON.parse(readFileSync(target, 'utf8')) as Pages;
  const reason = lacks.length === 0 ? '' : ` It has no ${lacks.join(', ')}.`;
  throw new Error(`its links cannot be made: ${problem}.${reason}`);
}
