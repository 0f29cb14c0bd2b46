// Which modules go into one file. Left alone, the bundler makes a file of every set of modules that the same entries and
// lazy parts share: fifty files of a few hundred bytes, which compress badly (12 kB of 227) and wait for each other.
import { resolve } from 'node:path';

/**
 * What the playground and the exercises both load first is one file, and what each of them loads beside it another; a fourth
 * is what the playground loads first and the exercises may need later. All else is as the bundler has it.
 * @param {string} root
 * @returns {(id: string, context: Context) => string | null} a file's name by a module's
 */
export function chunkNames(root) {
  const page = moduleId(root, 'src/ui/playground/main.tsx');
  const learn = moduleId(root, 'src/ui/learn/main.tsx');
  /** @type {{ page: Set<string>, learn: Set<string>, later: Set<string> } | null} */
  let reached = null;
  return (id, context) => {
    if (id === page || id === learn) return null;
    reached ??= {
      page: reachedFrom(page, context),
      learn: reachedFrom(learn, context),
      later: reachedFrom(learn, context, { later: true }),
    };
    if (!reached.page.has(id)) return reached.learn.has(id) ? 'exercises' : null;
    if (reached.learn.has(id)) return 'core';
    return reached.later.has(id) ? 'shared' : 'page';
  };
}

/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

/**
 * As the bundler names it: on Windows too with slashes.
 * @param {string} root
 * @param {string} file
 */
const moduleId = (root, file) => resolve(root, file).replaceAll('\\', '/');

/**
 * All that is imported, through others or at once, before any code of the entry runs.
 * @param {string} entry
 * @param {Context} context
 * @param {{ later?: boolean }} [options] later: also what is imported when it is wanted
 */
function reachedFrom(entry, context, { later = false } = {}) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const info = context.getModuleInfo(next);
    open.push(...(info?.importedIds ?? []), ...(later ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return seen;
}
