// Who may import whom: a wing of src imports the wings of its row; a room, those that stand before it. So no two of them
// import each other, not even by way of others. What is pure knows neither React nor Node, and a few rooms are for few.

/** For each wing of src: the wings that it may import. */
const wings = {
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

/** The rooms of src, in order: one imports only rooms before it. `redlock`, `web`, `site` and `cli` are one room each. */
const rooms = [
  ...['core/model', 'core/faults', 'core/locks', 'core/clients', 'core/storage', 'core/promises', 'core/lua'],
  ...['core/spans', 'core/narrate', 'core/sim', 'core/judge', 'core/run'],
  ...['content/texts', 'content/address', 'content/stories', 'content/questions', 'content/essay'],
  ...['search/explore', 'search/late', 'search/matrix'],
  ...['sandbox/own', 'sandbox/realm', 'sandbox/attack'],
  ...['course/kinds', 'course/exercises', 'course/judging'],
  ...['picture/layout', 'picture/inks', 'picture/words', 'picture/scene', 'picture/svg', 'picture/film'],
  ...['picture/linkPages', 'live/wire', 'live/server', 'redlock', 'web', 'site', 'cli'],
];

/** The rooms of src/web, in order. The apps come last. */
const pageRooms = [
  ...['workers', 'state', 'words', 'parts', 'appearance', 'fields', 'edit', 'files', 'app', 'log', 'print'],
  ...['inspector', 'code', 'settings', 'faults', 'live', 'timeline', 'playback', 'compare', 'find', 'verdict'],
  ...['story', 'help', 'scene', 'recorded', 'share', 'exerciseEditor', 'howDecided', 'gallery', 'element'],
  ...['own', 'learn', 'matrix', 'embed', 'chat', 'playground', 'essay', 'still'],
];

/** Rooms that only these may import: they are large, run foreign code, or belong to one app. */
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

/** The pure rooms, and the packages that a few of them may import. */
const pure = [
  ...['core/model', 'core/faults', 'core/locks', 'core/clients', 'core/storage', 'core/spans', 'core/narrate'],
  ...['core/sim', 'core/judge', 'core/run', 'content/texts', 'content/stories', 'content/questions', 'content/essay'],
  ...['search/explore', 'search/late', 'search/matrix', 'sandbox/own', 'course/kinds', 'course/exercises'],
  ...['course/judging', 'picture/layout', 'picture/scene', 'live/wire'],
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

/** The rooms whose files may import types from each other in a circle. A test holds it against what is imported. */
const typeCircles = ['core/sim', 'search/explore', 'sandbox/own', 'live/server', 'redlock', 'web/own'];

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`;

const wingRules = Object.entries(wings).map(([wing, imports]) => ({
  name: `${wing}-imports-only-wings-below`,
  severity: 'error',
  from: { path: `^src/${wing}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([wing, ...imports])}/` },
}));

const roomRules = [rooms, pageRooms.map((room) => `web/${room}`)].flatMap((order) =>
  order.map((room, i) => ({
    name: `${room}-imports-only-rooms-before-it`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: room.startsWith('web/') ? '^src/web/' : '^src/', pathNot: `^src/${anyOf(order.slice(0, i + 1))}/` },
  })),
);

const importerRules = Object.entries(importersOf).map(([room, importers]) => ({
  name: `${room}-is-for-few`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${anyOf([room, ...importers])}/` },
  // What is known about a lock without its program is for all.
  to: { path: `^src/${room}/`, pathNot: '^src/core/locks/facts\\.ts$' },
}));

const packageRules = pure.map((room) => ({
  name: `${room}-uses-no-other-package`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    // A package that is not installed keeps its bare name, so everything that is neither src nor a relative path counts.
    pathNot: [
      '^src/',
      '^\\.(?!.*node_modules/)',
      ...(packagesOf[room] ?? []).map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`),
    ],
  },
}));

module.exports = {
  pageRooms,
  typeCircles,
  forbidden: [
    ...wingRules,
    ...roomRules,
    ...importerRules,
    ...packageRules,
    {
      name: 'known-folders-only',
      comment: 'A new folder of src needs a place among the rooms.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf(rooms)}/` },
      to: {},
    },
    {
      name: 'known-rooms-only',
      comment: 'A new folder of src/web needs a place among the rooms of the page; src/web itself holds no files.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: `^src/web/${anyOf(pageRooms)}/` },
      to: {},
    },
    {
      name: 'no-node-in-the-page',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { dependencyTypes: ['core'] },
    },
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
