// Decides which modules are built into the same file. By default the bundler makes a file for every set of modules that
// the same entries and lazy parts share: hundreds of files, most of them below 2 kB, and each is a request.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const entries = {
  page: 'playground/main.tsx',
  learn: 'learn/main.tsx',
  matrix: 'matrix/main.tsx',
  own: 'own/main.tsx',
  essay: 'essay/main.tsx',
};

/**
 * What the pages load later: one file for everything that these modules of src/web need, unless an earlier entry of
 * the list needs it.
 */
const later = {
  bench: ['playground/Workbench.tsx'],
  links: ['files/linkOfRun.ts', 'files/otherRun.ts'],
  tools: [
    'timeline/ViewTools.tsx',
    'timeline/MinimapBrush.tsx',
    'timeline/Tooltip.tsx',
    'timeline/Legend.tsx',
    '../core/narrate/narrate.ts',
    'print/printRun.ts',
    'scene/sceneNow.ts',
  ],
  sheets: ['help/KeySheet.tsx', 'help/LossSheet.tsx', 'playground/MoreSheet.tsx'],
  gallery: ['gallery/Gallery.tsx'],
  share: ['share/ShareDialog.tsx', 'files/exportRun.ts', 'files/staticPictureSizes.ts', 'files/importText.ts'],
  make: ['exerciseEditor/MakeDialog.tsx'],
  live: ['live/LiveBar.tsx', 'live/pageSession.ts', 'live/AgainSlower.tsx', 'files/runFile.ts', 'files/savedRun.ts'],
  exercises: ['learn/PresentBar.tsx', 'learn/printExercise.ts'],
  cells: [
    'matrix/CellCode.tsx',
    'matrix/CellPicture.tsx',
    'matrix/ReportRow.tsx',
    'matrix/CellRun.tsx',
    'matrix/ChangeRow.tsx',
  ],
  editor: ['own/CodeEditor.tsx'],
};

/** Stories, exercises and tables have files of their own, because a visit loads only a few of them. */
const ownFiles = /\/src\/(?:content\/stories|course\/exercises|search\/matrix\/data)\//;

/** The index of all stories, and how each is written. */
const listed = /\/src\/content\/stories\/(?:index|titles|telling|opening)\.ts$/;

/** The index of the icons names all of them, so every page would seem to need all of them. */
const icons = /\/lucide-react\//;

/**
 * A module goes into the first file of a list that needs it. Each file then needs only files before it, so no file
 * waits for itself.
 * @param {string} root
 * @returns {(id: string, context: Context) => string | null} the name of a file for the id of a module
 */
export function chunkNames(root) {
  /** @type {readonly (readonly [string, Set<string>])[] | null} */
  let files = null;
  return (id, context) => {
    files ??= filesOf(root, context);
    // The file of an entry starts with the entry.
    if (Object.values(entries).some((entry) => id === moduleId(root, `src/web/${entry}`))) return null;
    if (icons.test(id)) return 'base';
    if (listed.test(id)) return 'stories';
    if (ownFiles.test(id)) return null;
    return files.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
}

/**
 * @param {string} root
 * @param {Context} context
 * @returns {readonly (readonly [string, Set<string>])[]}
 */
function filesOf(root, context) {
  /** @param {readonly string[]} names */
  const reached = (names) =>
    reachedFrom(
      names.map((name) => known(moduleId(root, `src/web/${name}`))),
      context,
    );
  const [page, learn, matrix] = [reached([entries.page]), reached([entries.learn]), reached([entries.matrix])];
  const [own, essay] = [reached([entries.own]), reached([entries.essay])];
  const [english, chinese] = [reached(['words/inEnglish.ts']), reached(['words/inChinese.ts'])];
  const { links, ...others } = later;
  const bench = reached(others.bench);
  return [
    ['base', both(new Set([...matrix, ...english, ...chinese]), new Set([...page, ...learn, ...bench]))],
    ['core', both(page, learn)],
    ['common', both(own, page)],
    ['scene', both(own, reached(['scene/ScenePage.tsx']))],
    ['address', both(essay, new Set([...page, ...learn]))],
    ['page', page],
    // Modules that one page loads first and another one later.
    ['panels', both(new Set([...learn, ...english, ...chinese]), bench)],
    ['english', english],
    ['chinese', chinese],
    // A link, a small dialog and the tools of the timeline do not pull in a page.
    ['links', reached(links)],
    ['pictures', both(learn, reached(others.tools))],
    ['beside', both(bench, reached([...others.tools, ...others.sheets, ...others.gallery]))],
    // The sandbox’s messages, and the links to code.
    ['code', both(own, learn)],
    ['learn', learn],
    ['matrix', matrix],
    ['own', own],
    ...Object.entries(others).map(([name, modules]) => /** @type {const} */ ([name, reached(modules)])),
  ];
}

/** @param {Set<string>} one @param {Set<string>} other */
const both = (one, other) => new Set([...one].filter((id) => other.has(id)));

/** @param {string} id */
function known(id) {
  if (!existsSync(id)) throw new Error(`chunkNames.mjs names ${id}, which does not exist.`);
  return id;
}

/**
 * One file for all modules that an entry loads first. Without it, each module that a lazy part needs as well gets a
 * file.
 * @param {string} entry
 * @returns {(id: string, context: Context) => string | null} the name of a file for the id of a module
 */
export function firstTogether(entry) {
  const first = entry.replaceAll('\\', '/');
  /** @type {Set<string> | null} */
  let reached = null;
  return (id, context) => {
    reached ??= reachedFrom([first], context);
    return id !== first && (reached.has(id) || icons.test(id)) ? 'core' : null;
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
 * All modules that are imported, directly or indirectly, before any code of these modules runs.
 * @param {readonly string[]} ids
 * @param {Context} context
 */
function reachedFrom(ids, context) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [...ids];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (icons.test(next)) continue;
    open.push(...(context.getModuleInfo(next)?.importedIds ?? []));
  }
  return seen;
}
