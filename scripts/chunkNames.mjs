// Decides which modules are built into the same file. By default the bundler makes a file for every set of modules that
// the same entries and lazy parts share: hundreds of files, most of them below 2 kB, and each is a request.
import { resolve } from 'node:path';

/** What the pages load later, by the rooms of src/ui: a file each. All that is loaded later and in no room of this list goes where the bundler puts it. */
const laterRooms = {
  bench: [
    'code',
    'compare',
    'edit',
    'faults',
    'fields',
    'log',
    'moment',
    'parts',
    'playground',
    'settings',
    'story',
    'timeline',
    'verdict',
    'words',
  ],
  dialogs: ['files', 'gallery', 'make', 'pictures', 'print', 'proof', 'share', 'help', 'linkPages'],
  find: ['find'],
  live: ['live'],
  exercises: ['learn'],
  table: ['matrix'],
};

/** @param {string} root */
const roomFiles = (root) =>
  new Map(
    Object.entries(laterRooms).flatMap(([file, rooms]) =>
      rooms.map((room) => [moduleId(root, `src/ui/${room}/`), file]),
    ),
  );

/**
 * What all pages load first is one file, what the playground and the exercises load first another, and so is the rest that
 * each page loads first. What is loaded later goes by `laterRooms`.
 * @param {string} root
 * @returns {(id: string, context: Context) => string | null} the name of a file for the id of a module
 */
export function chunkNames(root) {
  /** @param {string} app */
  const entry = (app) => moduleId(root, `src/ui/${app}/main.tsx`);
  const rooms = roomFiles(root);
  const ownFile = ['stories', 'exercises', 'matrix/data', 'texts', 'narrate/en', 'narrate/zh'].map((folder) =>
    moduleId(root, `src/${folder}/`),
  );
  const shared = ['stories/index', 'stories/titles', 'stories/telling'].map((name) => moduleId(root, `src/${name}.ts`));
  /** @type {Record<'page' | 'learn' | 'matrix', Set<string>> | null} */
  let first = null;
  return (id, context) => {
    first ??= {
      page: reachedFrom(entry('playground'), context),
      learn: reachedFrom(entry('learn'), context),
      matrix: reachedFrom(entry('matrix'), context),
    };
    const [isPage, isLearn, isMatrix] = [first.page.has(id), first.learn.has(id), first.matrix.has(id)];
    if (shared.includes(id)) return 'core';
    if (isMatrix && (isPage || isLearn)) return 'base';
    if (isPage && isLearn) return 'core';
    if (isPage) return 'page';
    if (isLearn) return 'learn';
    if (isMatrix) return 'matrix';
    if (ownFile.some((folder) => id.startsWith(folder)) || !id.startsWith(moduleId(root, 'src'))) return null;
    const room = [...rooms].find(([folder]) => id.startsWith(folder));
    return room === undefined ? null : room[1];
  };
}

/**
 * One file for all modules that an entry loads first. Without it, each module that a lazy part needs as well gets a file.
 * @param {string} entry
 * @returns {(id: string, context: Context) => string | null} the name of a file for the id of a module
 */
export function firstTogether(entry) {
  const first = entry.replaceAll('\\', '/');
  /** @type {Set<string> | null} */
  let reached = null;
  return (id, context) => {
    reached ??= reachedFrom(first, context);
    return id !== first && reached.has(id) ? 'core' : null;
  };
}

/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

/**
 * The id in the bundler's form: with slashes, even on Windows.
 * @param {string} root
 * @param {string} file
 */
const moduleId = (root, file) => `${resolve(root, file).replaceAll('\\', '/')}${file.endsWith('/') ? '/' : ''}`;

/**
 * All modules that are imported, directly or through others, before any code of the entry runs.
 * @param {string} entry
 * @param {Context} context
 */
function reachedFrom(entry, context) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(context.getModuleInfo(next)?.importedIds ?? []));
  }
  return seen;
}
