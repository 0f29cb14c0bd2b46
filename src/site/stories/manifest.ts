/** Reads Vite's manifest of the files that it built. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoryEntry } from '../../core/model/scenario/story';
import { camelCase } from '../../core/model/values/camelCase';

interface Chunk {
  readonly file: string;
  readonly name?: string;
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

/** A story's file is named after its id, and lies in the folder of its chapter. */
export const storyModule = ({ group, id }: Pick<StoryEntry, 'group' | 'id'>): string =>
  `src/content/stories/${camelCase(group)}/${camelCase(id)}.ts`;

/** @param id of a lock */
export const lockModule = (id: string): string => `src/core/locks/${camelCase(id)}/lock.ts`;

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
 * @param page story: its module. What all locks share is then loaded, too; its own lock may be in another file.
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
  if (story !== undefined) {
    const shared = Object.keys(manifest).filter((key) => manifest[key]?.name === 'locks');
    wanted.push('src/content/stories/index.ts', story, ...shared);
  }
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
