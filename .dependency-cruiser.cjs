// Who may import whom, as three tables: the wings of src, their rooms, and the rooms of src/web. Everything that is not in them
// is forbidden. A row names only rows above it, so no two of a table import each other, not even by way of others; a test sees to
// it.

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
  cli: ['core', 'content', 'search', 'sandbox', 'picture', 'live', 'web', 'site'],
};

/**
 * For each room: the rooms that it may import, and the packages of a pure one, which knows neither React nor Node. The wings
 * `redlock`, `site` and `cli` are one room each; those of `web` have a table of their own.
 * @type {Record<string, { imports: readonly string[], packages?: readonly string[], isPure?: boolean }>}
 */
const folders = {
  'core/model': { imports: [], packages: ['valibot', 'fflate', 'jsonc-parser'], isPure: true },
  'core/faults': { imports: ['core/model'], isPure: true },
  'core/locks': { imports: ['core/model'], isPure: true },
  'core/clients': { imports: ['core/model'], isPure: true },
  'core/storage': { imports: ['core/model'], isPure: true },
  'core/promises': { imports: ['core/model'] },
  'core/lua': { imports: ['core/model'] },
  'core/spans': { imports: ['core/model'], packages: ['d3-array'], isPure: true },
  'core/sim': { imports: ['core/model', 'core/faults'], isPure: true },
  'core/judge': { imports: ['core/model', 'core/faults', 'core/spans'], isPure: true },
  'core/narrate': { imports: ['core/model', 'core/faults', 'core/spans'], packages: ['d3-array'], isPure: true },
  'core/run': {
    imports: [
      'core/model',
      'core/faults',
      'core/locks',
      'core/clients',
      'core/storage',
      'core/spans',
      'core/sim',
      'core/judge',
    ],
    isPure: true,
  },
  'content/texts': { imports: ['core/model'], isPure: true },
  'content/stories': { imports: ['core/model'], isPure: true },
  'content/address': { imports: ['core/model'] },
  'search/explore': { imports: ['core/model', 'core/faults', 'core/sim', 'core/judge', 'core/narrate'], isPure: true },
  'search/late': {
    imports: ['core/model', 'core/spans', 'core/sim', 'core/judge', 'core/narrate', 'content/texts', 'search/explore'],
    isPure: true,
  },
  'search/matrix': {
    imports: ['core/model', 'core/faults', 'core/locks', 'core/sim', 'core/judge', 'content/texts', 'search/explore'],
    isPure: true,
  },
  'sandbox/own': {
    imports: ['core/model', 'core/faults', 'core/sim', 'core/judge', 'search/explore', 'search/late'],
    isPure: true,
  },
  'sandbox/realm': {
    imports: [
      'core/model',
      'core/locks',
      'core/lua',
      'core/sim',
      'core/judge',
      'core/narrate',
      'search/explore',
      'search/late',
      'sandbox/own',
    ],
  },
  'sandbox/attack': { imports: ['core/model', 'core/sim', 'core/run', 'sandbox/own', 'sandbox/realm'] },
  'course/kinds': { imports: ['core/model', 'core/faults', 'search/explore'], packages: ['valibot'], isPure: true },
  'course/exercises': { imports: ['core/model', 'content/stories', 'sandbox/own'], isPure: true },
  'course/judging': {
    imports: ['core/model', 'core/sim', 'core/judge', 'core/run', 'search/explore', 'course/kinds'],
    isPure: true,
  },
  'picture/layout': { imports: ['core/model', 'core/faults', 'core/spans'], packages: ['d3-array'], isPure: true },
  'picture/inks': { imports: ['core/model'] },
  'picture/words': { imports: ['core/model', 'core/faults', 'content/texts', 'picture/layout'] },
  'picture/scene': {
    imports: ['core/model', 'core/spans', 'core/judge', 'core/narrate', 'content/texts', 'picture/words'],
    isPure: true,
  },
  'picture/svg': {
    imports: [
      'core/model',
      'core/faults',
      'core/spans',
      'core/narrate',
      'picture/layout',
      'picture/inks',
      'picture/words',
      'picture/scene',
    ],
  },
  'picture/film': {
    imports: [
      'core/model',
      'core/faults',
      'core/narrate',
      'picture/layout',
      'picture/inks',
      'picture/words',
      'picture/scene',
      'picture/svg',
    ],
  },
  'picture/linkPages': {
    imports: [
      'core/model',
      'core/faults',
      'core/judge',
      'core/narrate',
      'core/run',
      'content/texts',
      'content/address',
      'picture/layout',
      'picture/inks',
      'picture/words',
      'picture/svg',
    ],
  },
  'live/wire': { imports: ['core/model'], packages: ['valibot'], isPure: true },
  'live/server': {
    imports: [
      'core/model',
      'core/faults',
      'core/locks',
      'core/promises',
      'core/sim',
      'core/judge',
      'core/narrate',
      'core/run',
      'sandbox/attack',
      'live/wire',
    ],
  },
  redlock: { imports: ['core/model', 'core/locks', 'core/promises', 'core/sim'] },
  web: {
    imports: [
      'core/model',
      'core/faults',
      'core/spans',
      'core/sim',
      'core/judge',
      'core/narrate',
      'core/run',
      'content/texts',
      'content/stories',
      'content/address',
      'search/explore',
      'search/late',
      'search/matrix',
      'sandbox/own',
      'sandbox/realm',
      'course/kinds',
      'course/exercises',
      'course/judging',
      'picture/layout',
      'picture/inks',
      'picture/words',
      'picture/scene',
      'picture/svg',
      'picture/film',
      'live/wire',
    ],
  },
  site: {
    imports: [
      'core/model',
      'core/sim',
      'core/run',
      'content/texts',
      'content/stories',
      'content/address',
      'sandbox/own',
      'picture/layout',
      'picture/inks',
      'picture/svg',
      'picture/film',
      'picture/linkPages',
    ],
  },
  cli: {
    imports: [
      'core/model',
      'core/faults',
      'core/sim',
      'core/judge',
      'core/narrate',
      'core/run',
      'content/texts',
      'content/stories',
      'search/explore',
      'search/late',
      'search/matrix',
      'sandbox/own',
      'sandbox/realm',
      'sandbox/attack',
      'picture/inks',
      'picture/words',
      'picture/scene',
      'picture/film',
      'live/wire',
      'live/server',
      'web',
      'site',
    ],
  },
};

const pure = Object.entries(folders).filter(([, { isPure }]) => isPure);

/**
 * For each room of src/web: the rooms that it may import. The apps come last. None imports another, except that the
 * embed shows rows of the matrix.
 * @type {Record<string, readonly string[]>}
 */
const rooms = {
  workers: [],
  state: ['workers'],
  words: ['state'],
  parts: ['state', 'words'],
  appearance: ['state'],
  fields: ['parts', 'words'],
  edit: ['parts', 'state', 'words'],
  files: ['parts', 'state', 'words', 'appearance'],
  app: ['parts', 'state', 'words'],
  timeline: ['parts', 'state', 'words', 'appearance', 'edit'],
  playback: ['parts', 'state', 'words', 'timeline'],
  faults: ['parts', 'state', 'words', 'fields', 'edit'],
  settings: ['parts', 'state', 'words', 'fields'],
  live: ['parts', 'state', 'words', 'files'],
  inspector: ['state', 'words'],
  code: ['parts', 'state', 'words', 'edit', 'inspector'],
  log: ['parts', 'state', 'words', 'files'],
  compare: ['parts', 'state', 'words', 'edit', 'timeline'],
  find: ['workers', 'parts', 'state', 'words', 'edit', 'files', 'timeline'],
  verdict: ['workers', 'parts', 'state', 'words', 'fields', 'live', 'compare', 'find'],
  story: ['parts', 'state', 'words', 'compare', 'verdict'],
  print: ['state', 'words', 'appearance'],
  help: ['parts', 'state', 'words', 'app', 'edit', 'playback', 'live'],
  scene: ['parts', 'state', 'words', 'app', 'edit', 'files', 'find', 'playback', 'timeline', 'verdict'],
  recorded: ['parts', 'state', 'words', 'files', 'playback', 'scene', 'verdict'],
  share: ['parts', 'state', 'words', 'edit', 'files', 'compare', 'scene'],
  exerciseEditor: ['parts', 'state', 'words', 'edit', 'files', 'share'],
  howDecided: ['parts', 'state', 'words', 'edit', 'code', 'verdict', 'share'],
  gallery: ['parts', 'state', 'words', 'edit'],
  element: [],
  matrix: [
    'workers',
    'parts',
    'state',
    'words',
    'appearance',
    'fields',
    'files',
    'app',
    'timeline',
    'playback',
    'scene',
    'share',
    'howDecided',
  ],
  own: [
    'workers',
    'parts',
    'state',
    'words',
    'appearance',
    'edit',
    'files',
    'live',
    'app',
    'playback',
    'scene',
    'share',
  ],
  embed: [
    'parts',
    'state',
    'words',
    'appearance',
    'files',
    'app',
    'timeline',
    'playback',
    'scene',
    'compare',
    'verdict',
    'recorded',
    'matrix',
  ],
  learn: [
    'workers',
    'parts',
    'state',
    'words',
    'appearance',
    'edit',
    'files',
    'app',
    'timeline',
    'playback',
    'scene',
    'faults',
    'settings',
    'verdict',
    'print',
    'help',
    'share',
    'howDecided',
    'own',
  ],
  playground: [
    'workers',
    'parts',
    'state',
    'words',
    'appearance',
    'edit',
    'files',
    'app',
    'playback',
    'faults',
    'settings',
    'live',
    'inspector',
    'code',
    'log',
    'compare',
    'find',
    'verdict',
    'scene',
    'recorded',
    'story',
    'gallery',
    'print',
    'help',
    'share',
    'exerciseEditor',
    'howDecided',
  ],
  still: ['state', 'words', 'timeline', 'scene', 'files', 'embed', 'learn'],
};

/** The rooms whose files may import types from each other in a circle. A test holds it against what is imported. */
const typeCircles = ['core/sim', 'search/explore', 'sandbox/own', 'live/server', 'redlock', 'web/own'];

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`;

const folderRules = Object.entries(folders).map(([folder, { imports }]) => ({
  name: `${folder}-imports-only-its-row`,
  comment: `src/${folder} imports ${imports.join(', ') || 'nothing of src'}, and of the rest not even types.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([folder, ...imports])}/` },
}));

const wingRules = Object.entries(wings).map(([wing, imports]) => ({
  name: `${wing}-imports-only-wings-below`,
  comment: `src/${wing} imports ${imports.join(', ') || 'no other wing'}.`,
  severity: 'error',
  from: { path: `^src/${wing}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([wing, ...imports])}/` },
}));

const roomRules = Object.entries(rooms).map(([room, imports]) => ({
  name: `web-${room}-imports-only-its-row`,
  comment: `src/web/${room} imports ${imports.join(', ') || 'no other room'}, and of the other rooms not even types.`,
  severity: 'error',
  from: { path: `^src/web/${room}/` },
  to: { path: '^src/web/', pathNot: `^src/web/${anyOf([room, ...imports])}/` },
}));

const packageRules = pure.map(([folder, { packages = [] }]) => ({
  name: `${folder}-uses-no-other-package`,
  comment: `src/${folder} is pure: no React, no Node${packages.length > 0 ? `; of the packages only ${packages.join(', ')}` : ', no package'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    // A package that is not installed keeps its bare name, so everything that is neither src nor a relative path counts.
    pathNot: ['^src/', '^\\.(?!.*node_modules/)', ...packages.map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`)],
  },
}));

/** The tables, as the tests read them: each folder, from src on, with the folders that it may import. */
const tables = [
  Object.entries(wings),
  Object.entries(folders).map(([folder, { imports }]) => [folder, imports]),
  Object.entries(rooms).map(([room, imports]) => [`web/${room}`, imports.map((name) => `web/${name}`)]),
];

/** What the tables allow, a pair each: the importing folder, and a folder or a package. A test holds it against what is imported. */
const allowances = [...tables.flat(), ...pure.map(([folder, { packages = [] }]) => [folder, packages])].flatMap(
  ([folder, allowed]) => allowed.map((name) => [folder, name]),
);

module.exports = {
  tables,
  allowances,
  typeCircles,
  forbidden: [
    ...wingRules,
    ...folderRules,
    ...roomRules,
    ...packageRules,
    {
      name: 'known-folders-only',
      comment: 'A new folder of src needs a row in the table.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf(Object.keys(folders))}/` },
      to: {},
    },
    {
      name: 'known-rooms-only',
      comment: 'A new folder of src/web needs a row in its table; src/web itself holds no files.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: `^src/web/${anyOf(Object.keys(rooms))}/` },
      to: {},
    },
    {
      name: 'no-node-in-the-page',
      comment: 'The static build works without the server and without Node.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycle',
      comment: 'Code that runs is in no circle.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycle-of-types',
      comment: 'Types are in no circle either, except in a few rooms.',
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
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
