// Decides which modules are built into the same file. By default, the bundler makes a file for every set of modules
// that the same entries and lazy parts share. That gives fifty files of a few hundred bytes, which compress badly (12
// kB of 227) and wait for each other.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * What the playground and the table load first is one file; what else the playground loads first and the exercises load is
 * one; what the exercises load first and the playground later is one; and so are the other first modules of each page.
 * All other modules go where the bundler puts them.
 * @param {string} root
 * @returns {(id: string, context: Context) => string | null} the name of a file for the id of a module
 */
export function chunkNames(root) {
  const page = moduleId(root, 'src/ui/playground/main.tsx');
  const learn = moduleId(root, 'src/ui/learn/main.tsx');
  const matrix = moduleId(root, 'src/ui/matrix/main.tsx');
  // Every page asks for one language of them at once.
  const words = ['inEnglish', 'inChinese'].map((name) => moduleId(root, `src/ui/words/${name}.ts`));
  // A link of the playground to a row of the table needs no more of it than this.
  const addresses = new Set(addressModules.map((name) => moduleId(root, name)));
  const telling = moduleId(root, 'src/stories/telling.ts');
  // All pages take it, and the playground takes it last. It would bring the first file of another page along.
  const carrying = moduleId(root, 'src/ui/shell/carryLanguage.ts');
  // What the playground loads soon after its first files needs them. Else it would bring the file of the exercises along.
  const soon = new Map(
    [
      ['FactPair.tsx', 'facts'],
      ['ToneSign.tsx', 'facts'],
      ['wantsNoMotion.ts', 'core'],
    ].map(([file, chunk]) => [moduleId(root, `src/ui/parts/${file}`), chunk ?? null]),
  );
  /** @type {Record<'page' | 'pageLater' | 'learn' | 'later' | 'matrix' | 'words', Set<string>> | null} */
  let reached = null;
  return (id, context) => {
    if (id === learn || id === matrix) return null;
    // A file of its own for the entry would compress badly.
    if (id === page) return 'page';
    // It is needed by almost every story, and so by the first.
    if (id === telling) return 'core';
    reached ??= {
      page: reachedFrom(page, context),
      pageLater: reachedFrom(page, context, { later: true }),
      learn: reachedFrom(learn, context),
      later: reachedFrom(learn, context, { later: true }),
      matrix: reachedFrom(matrix, context),
      words: new Set(words.flatMap((word) => [...reachedFrom(word, context)])),
    };
    if (addresses.has(id)) return 'addresses';
    if (id === carrying) return 'carryLanguage';
    if (soon.has(id)) return soon.get(id) ?? null;
    const isOfMatrix = reached.matrix.has(id) && !isOtherIcon(id);
    if ((isOfMatrix || reached.words.has(id)) && reached.page.has(id)) return 'base';
    if (isOfMatrix) return 'matrix';
    if (!reached.page.has(id)) {
      if (!reached.learn.has(id)) return null;
      return reached.pageLater.has(id) ? 'panels' : 'exercises';
    }
    if (reached.learn.has(id)) return 'core';
    return reached.later.has(id) ? 'core' : 'page';
  };
}

const addressModules = ['matrix/rows', 'matrix/rowWords', 'matrix/place', 'matrix/placeProblems'].map(
  (name) => `src/${name}.ts`,
);

/**
 * Every icon is reached by way of the list of all icons. These are the ones that the table loads first; one that is missing here
 * would bring most of the playground with it, which the limit of the first load forbids.
 * @param {string} id
 */
const isOtherIcon = (id) => id.includes('/lucide-react/dist/esm/icons/') && !/\/(?:x|sun|moon|monitor)\.mjs$/.test(id);

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
const moduleId = (root, file) => resolve(root, file).replaceAll('\\', '/');

/**
 * All modules that are imported, directly or through others, before any code of the entry runs.
 * @param {string} entry
 * @param {Context} context
 * @param {{ later?: boolean }} [options] later: also modules that are imported on demand
 */
function reachedFrom(entry, context, { later = false } = {}) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const info = context.getModuleInfo(next);
    open.push(...takenFrom(next, info?.importedIds ?? []), ...(later ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return seen;
}

/**
 * An index imports all of its package. Of this one the first load takes one function, and zoom takes most of it later.
 * @param {string} id
 * @param {readonly string[]} imported
 */
const takenFrom = (id, imported) =>
  id.endsWith('/d3-interpolate/src/index.js') ? imported.filter((one) => one.endsWith('/number.js')) : imported;

/** What the playground loads first. The names are those of `chunkNames`. */
const firstFiles = new Set(['rolldown-runtime', 'base', 'core', 'page']);

/**
 * Says which scripts are loaded beside a file that is wanted later. What the playground loads first is not named again. A
 * story needs only what is there already, or one file more, and nobody waits for what the entry asks for at rest: a list
 * of what each of them needs would be longer than what it saves.
 * @param {string} root
 * @returns {(file: string, needed: readonly string[], host: { hostId: string }) => string[]}
 */
export function neededBeside(root) {
  const stories = new Set(readdirSync(resolve(root, 'src/stories')).map((file) => file.replace(/\.ts$/, '')));
  return (file, needed, { hostId }) => {
    if (stories.has(bareName(file))) return [];
    const isAtRest = bareName(hostId) === 'playground';
    return needed.filter((one) => one === file || !(isAtRest || firstFiles.has(bareName(one))));
  };
}

/** The name of a built script without its folder and its digest. @param {string} file */
const bareName = (file) => /([^/]+)-[\w-]{8}\.js$/.exec(file)?.[1] ?? '';
