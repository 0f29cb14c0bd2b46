// Who may import whom: a package of src imports the packages of its row; a folder, those that stand before it. So no two
// of them import each other, not even by way of others. What is pure knows neither React nor Node, and a few folders are
// for few.

/** For each package of src: the packages that it may import. */
const packages = {
  core: [],
  content: ['core'],
  search: ['core', 'content'],
  sandbox: ['core', 'search'],
  course: ['core', 'content', 'search', 'sandbox'],
  picture: ['core', 'content'],
  live: ['core', 'sandbox'],
  redlock: ['core'],
  web: ['core', 'content', 'search', 'sandbox', 'course', 'picture', 'live'],
  site: ['core', 'content', 'sandbox', 'picture'],
  cli: ['core', 'content', 'search', 'sandbox', 'course', 'picture', 'live', 'web', 'site'],
};

/** The folders of src, in order: one imports only folders before it. Of some packages all is one. */
const folders = [
  ...['core/model', 'core/faults', 'core/locks', 'core/clients', 'core/storage', 'core/promises', 'core/lua'],
  ...['core/spans', 'core/narrate', 'core/sim', 'core/judge', 'core/run'],
  ...['content/texts', 'content/address', 'content/stories', 'content/questions', 'content/essay'],
  ...['search/explore', 'search/late', 'search/matrix', 'search/orders'],
  ...['sandbox/own', 'sandbox/realm', 'sandbox/attack'],
  ...['course/levels', 'course/kinds', 'course/exercises', 'course/judging'],
  ...['picture/layout', 'picture/inks', 'picture/words', 'picture/scene', 'picture/svg', 'picture/film'],
  ...['picture/linkPages', 'live/wire', 'live/server', 'redlock', 'web', 'site', 'cli'],
];

/** The folders of src/web, in order. The apps come last. */
const pageFolders = [
  ...['workers', 'state', 'words', 'parts', 'appearance', 'fields', 'edit', 'files', 'app', 'log', 'print'],
  ...['inspector', 'code', 'settings', 'faults', 'live', 'timeline', 'playback', 'compare', 'find', 'verdict'],
  ...['story', 'help', 'scene', 'recorded', 'share', 'exerciseEditor', 'howDecided', 'gallery', 'element'],
  ...['own', 'network', 'learn', 'matrix', 'embed', 'chat', 'playground', 'essay', 'still'],
];

/** Folders that only these may import: they are large, run foreign code, or belong to one app. */
const importersOf = {
  'core/locks': ['core/run', 'content/stories', 'search/matrix', 'sandbox/realm', 'live/server', 'redlock'],
  'core/clients': ['core/run'],
  'core/storage': ['core/run'],
  'core/promises': ['live/server', 'redlock'],
  'core/lua': ['sandbox/realm', 'sandbox/attack'],
  'core/run': ['sandbox/attack', 'course/judging', 'picture/linkPages', 'live/server', 'web', 'site', 'cli'],
  'sandbox/realm': ['sandbox/attack', 'web', 'cli'],
  'sandbox/attack': ['live/server', 'cli'],
  'picture/linkPages': ['site', 'cli'],
  'live/server': ['cli'],
  'web/own': ['web/learn'],
  'web/learn': ['web/still'],
  'web/matrix': ['web/embed', 'cli'],
  'web/embed': ['web/chat', 'web/still'],
  'web/playground': ['web/essay'],
};

/** The pure folders, and the packages that a few of them may import. */
const pure = [
  ...['core/model', 'core/faults', 'core/locks', 'core/clients', 'core/storage', 'core/spans', 'core/narrate'],
  ...['core/sim', 'core/judge', 'core/run', 'content/texts', 'content/stories', 'content/questions', 'content/essay'],
  ...['search/explore', 'search/late', 'search/matrix', 'search/orders', 'sandbox/own', 'course/kinds'],
  ...['course/exercises', 'course/judging', 'course/levels', 'picture/layout', 'picture/scene', 'live/wire'],
];
/** @type {Record<string, readonly string[]>} */
const packagesOf = {
  'core/model': ['valibot', 'fflate', 'jsonc-parser'],
  'core/spans': ['d3-array'],
  'core/narrate': ['d3-array'],
  'course/kinds': ['valibot'],
  'picture/layout': ['d3-array'],
  'live/wire': ['valibot'],
};

/** The folders whose files may import types from each other in a circle. A test holds it against what is imported. */
const typeCircles = ['core/sim', 'search/explore', 'sandbox/own', 'live/server', 'redlock', 'web/own'];

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`;

const rulesOfPackages = Object.entries(packages).map(([name, imports]) => ({
  name: `${name}-imports-only-packages-below`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([name, ...imports])}/` },
}));

const folderRules = [folders, pageFolders.map((folder) => `web/${folder}`)].flatMap((order) =>
  order.map((folder, i) => ({
    name: `${folder}-imports-only-folders-before-it`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: folder.startsWith('web/') ? '^src/web/' : '^src/', pathNot: `^src/${anyOf(order.slice(0, i + 1))}/` },
  })),
);

const importerRules = Object.entries(importersOf).map(([folder, importers]) => ({
  name: `${folder}-is-for-few`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${anyOf([folder, ...importers])}/` },
  // What is known about a lock without its program is for all.
  to: { path: `^src/${folder}/`, pathNot: '^src/core/locks/facts\\.ts$' },
}));

const packageRules = pure.map((folder) => ({
  name: `${folder}-uses-no-other-package`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    // A package that is not installed keeps its bare name, so everything that is neither src nor a relative path counts.
    pathNot: [
      '^src/',
      '^\\.(?!.*node_modules/)',
      ...(packagesOf[folder] ?? []).map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`),
    ],
  },
}));

module.exports = {
  pageFolders,
  typeCircles,
  forbidden: [
    ...rulesOfPackages,
    ...folderRules,
    ...importerRules,
    ...packageRules,
    {
      name: 'known-folders-only',
      comment: 'A new folder of src needs a place among the folders.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf(folders)}/` },
      to: {},
    },
    {
      name: 'known-folders-only',
      comment: 'A new folder of src/web needs a place among the folders of the page; src/web itself holds no files.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: `^src/web/${anyOf(pageFolders)}/` },
      to: {},
    },
    { name: 'no-node-in-the-page', severity: 'error', from: { path: '^src/web/' }, to: { dependencyTypes: ['core'] } },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycle-of-types',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf(typeCircles)}/` },
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'A module that nobody imports and that imports nobody is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // Vite's own queries (`?raw`, `?worker`) are not files.
      to: { couldNotResolve: true, pathNot: '\\?(raw|worker|url|inline)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/redlock/lib/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
