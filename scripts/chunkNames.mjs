// Decides which modules are built into the same file. By default the bundler makes a file for every set of modules that
// the same entries and lazy parts share: hundreds of files, most of them below 2 kB, and each is a request. Groups by
// path and size would make each page load the code of all others: what a page needs crosses every folder.
import { resolve } from 'node:path';

/** @typedef {import('vite').Rolldown.ChunkingContext} Context */
/** @typedef {(id: string, context: Context) => string | null} Names the name of a file for the id of a module */

/** The file of an entry has a name that starts with the entry's. */
const entries = /\/src\/web\/\w+\/main\.tsx$/;

/** Stories, exercises and tables have files of their own, because a visit loads only a few of them. */
const ownFiles = /\/src\/(?:content\/stories|course\/exercises|search\/matrix\/data)\//;

/**
 * Locks, in three files: the simple ones on Redis with what all share, the libraries on Redis, and those of other
 * services with the services. A story needs one of them; the list of all locks is with the last.
 * @type {readonly (readonly [string, RegExp])[]}
 */
const locks = [
  ['', /\/src\/core\/locks\/(?:facts\.ts|\w+\/facts\.ts|\w+\/libraries|profiles|shared\/rowWords)/],
  ['locks', /\/src\/core\/locks\/(?:shared|redlock|singleNode|setnxExpire|setnxGetset|tokenLock|noLock)\//],
  ['libraries', /\/src\/core\/locks\/(?:redisson|redissonRedlock|redlockPy|pythonRedisLock|shedlock|agentLease)\//],
  ['elsewhere', /\/src\/core\/(?:locks|sim\/services|sim\/sentinel)\/|\/src\/core\/run\/parts\.ts/],
];

/**
 * Modules that are listed without their program have no group, nor have sources that are shown as text.
 * @param {string} id
 */
const groupOfLock = (id) => (id.endsWith('.ts') && locks.find(([, files]) => files.test(id))?.[0]) || null;

/** The index of all stories, and their serialization. */
const listed = /\/src\/content\/stories\/(?:index|titles|telling|opening|beats)\.ts$/;

/** The index of the icons names all of them, so every page would seem to need all of them. */
const icons = /\/lucide-react\//;

/**
 * A module goes into the first file of a list that needs it. Each file then needs only files before it, so no file
 * waits for itself.
 * @param {string} root
 * @returns {Names}
 */
export function chunkNames(root) {
  /** @type {readonly (readonly [string, Set<string>])[] | null} */
  let files = null;
  return (id, context) => {
    files ??= filesOf(root, context);
    if (entries.test(id)) return null;
    if (icons.test(id)) return 'base';
    if (listed.test(id)) return 'stories';
    const group = groupOfLock(id);
    if (group !== null) return group;
    if (ownFiles.test(id)) return null;
    return files.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
}

/**
 * Modules that pages load later and that are not in the list stay in the bundler's own files.
 * @param {string} root
 * @param {Context} context
 * @returns {readonly (readonly [string, Set<string>])[]}
 */
function filesOf(root, context) {
  /** @param {string[]} names */
  const reached = (...names) =>
    reachedFrom(
      names.map((name) => resolve(root, 'src/web', name)),
      context,
    );
  const [page, bench] = [reached('playground/main.tsx'), reached('playground/Workbench.tsx')];
  const [learn, matrix] = [reached('learn/main.tsx'), reached('matrix/main.tsx')];
  const [own, essay] = [reached('own/main.tsx'), reached('essay/main.tsx')];
  const [network, level] = [reached('network/main.tsx'), reached('network/LevelView.tsx', 'network/openLevel.ts')];
  const [english, chinese] = [reached('words/inEnglish.ts'), reached('words/inChinese.ts')];
  const [profiles, checks] = [reached('../core/locks/profiles.ts'), reached('../core/storage/index.ts')];
  const [scene, asked] = [reached('scene/ScenePage.tsx'), reached('scene/Remedies.tsx', 'playground/RecordedPage.tsx')];
  const opened = reached('gallery/Gallery.tsx', 'playground/MoreSheet.tsx', 'print/printRun.ts');
  return [
    ['base', both(new Set([...matrix, ...english, ...chinese]), new Set([...page, ...learn, ...bench]))],
    // The table does without it.
    ['common', both(network, new Set([...page, ...learn, ...bench]))],
    [
      'core',
      new Set([...both(page, new Set([...learn, ...own, ...level])), ...both(essay, new Set([...page, ...learn]))]),
    ],
    ['scene', both(own, scene)],
    ['page', new Set([...page, ...both(scene, asked)])],
    // What the run of most stories does without.
    ['profiles', profiles],
    ['checks', checks],
    ['moment', both(level, bench)],
    // Modules that one page loads first and another one later.
    ['panels', both(new Set([...learn, ...english, ...chinese]), bench)],
    ['english', english],
    ['chinese', chinese],
    // A link, a small dialog and a print do not pull in a page.
    ['links', reached('files/linkOfRun.ts', 'files/otherRun.ts')],
    ['pictures', both(learn, opened)],
    ['beside', both(bench, opened)],
    // The sandbox’s messages, and the links to code.
    ['code', both(own, learn)],
    // The levels, and what is said of an order.
    ['orders', both(network, learn)],
    ['learn', learn],
    ['matrix', matrix],
    ['own', own],
    ['network', network],
    ['level', level],
    ['bench', bench],
  ];
}

/** @param {Set<string>} one @param {Set<string>} other */
const both = (one, other) => new Set([...one].filter((id) => other.has(id)));

/**
 * One file for all modules that an entry loads first. Without it, each module that a lazy part needs as well gets a
 * file.
 * @param {string} entry
 * @returns {Names}
 */
export function firstTogether(entry) {
  /** @type {Set<string> | null} */
  let reached = null;
  return (id, context) => {
    reached ??= reachedFrom([entry], context);
    const group = groupOfLock(id);
    if (group !== null) return group;
    return !entries.test(id) && (reached.has(id) || icons.test(id)) ? 'core' : null;
  };
}

/**
 * All modules that are imported, directly or indirectly, before any code of these files runs.
 * @param {readonly string[]} files
 * @param {Context} context
 */
function reachedFrom(files, context) {
  // The bundler's ids have slashes, even on Windows.
  const open = files.map((file) => file.replaceAll('\\', '/'));
  /** @type {Set<string>} */
  const seen = new Set();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (icons.test(next)) continue;
    const module = context.getModuleInfo(next);
    if (module === null) throw new Error(`chunkNames.mjs names ${next}, which is in no page.`);
    open.push(...module.importedIds);
  }
  return seen;
}
