/** Reads Vite's manifest of the files that it built. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

const entry = 'src/web/embed/main.tsx';
export const manifests = { pages: '.vite/manifest.json', embed: '.vite/embed.json' };

function manifestOf(site: string, name: keyof typeof manifests): Readonly<Record<string, Chunk>> {
  return JSON.parse(readFileSync(join(site, manifests[name]), 'utf8'));
}

function chunkOf(manifest: Readonly<Record<string, Chunk>>, key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The manifest of the built site has no "${key}".`);
  return chunk;
}

/** The modules that the playground loads with every story. */
export const storyPageModules = ['src/web/scene/ScenePage.tsx', 'src/content/stories/index.ts'] as const;

/**
 * @param site the folder of the built site
 * @param modules modules that are loaded separately
 * @returns their files, and all files that those import
 */
export function filesOfModules(site: string, modules: readonly string[]): readonly string[] {
  const manifest = manifestOf(site, 'pages');
  const files = new Set<string>();
  const add = (key: string): void => {
    const { file, imports = [] } = chunkOf(manifest, key);
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  modules.forEach(add);
  return [...files];
}

export interface EmbedFiles {
  readonly style: string;
  /** In loading order. */
  readonly scripts: readonly string[];
}

/**
 * The files that the frame of a story loads, relative to the site.
 * @param page story: the name of its file in src/content/stories
 */
export function embedFiles(
  site: string,
  page: { readonly story?: string; readonly language?: string } = {},
): EmbedFiles {
  const { story, language = 'en' } = page;
  const manifest = manifestOf(site, 'embed');
  const style = Object.values(manifest).find(({ file }) => file.endsWith('.css'));
  if (style === undefined) throw new Error('The embed has no style sheet.');
  const wanted = [`src/content/texts/${language}/shared.ts`, `src/core/narrate/${language}/words.ts`];
  if (story !== undefined) wanted.push('src/content/stories/index.ts', `src/content/stories/${story}.ts`);
  const scripts = new Set<string>();
  const add = (key: string): void => {
    const chunk = chunkOf(manifest, key);
    // The entry runs as soon as it is loaded, so it comes last.
    for (const needed of chunk.imports ?? []) if (manifest[needed]?.isEntry !== true) add(needed);
    scripts.add(chunk.file);
  };
  for (const key of [...wanted, entry]) add(key);
  const lost = [style.file, ...scripts].find((file) => !existsSync(join(site, file)));
  if (lost !== undefined) throw new Error(`The embed's page needs ${lost}, which was not built.`);
  return { style: style.file, scripts: [...scripts] };
}
