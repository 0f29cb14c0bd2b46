// Who may import whom, as two tables: the folders of src, and the rooms of src/ui. Everything that is not in them is forbidden.
// A row names only rows above it, so no two folders of a table import each other, not even by way of others; a test sees to it.

/**
 * For each folder of src: the folders that it may import, and its packages.
 * @type {Record<string, { imports: readonly string[], packages?: readonly string[] }>}
 */
const pure = {
  model: { imports: [], packages: ['valibot', 'fflate', 'jsonc-parser'] },
  faults: { imports: ['model'] },
  locks: { imports: ['model'] },
  clients: { imports: ['model'] },
  storage: { imports: ['model'] },
  stories: { imports: ['model'] },
  spans: { imports: ['model'], packages: ['d3-array'] },
  sim: { imports: ['model', 'faults'] },
  judge: { imports: ['model', 'faults', 'spans'] },
  narrate: { imports: ['model', 'faults', 'spans'], packages: ['d3-array'] },
  layout: { imports: ['model', 'faults', 'spans'], packages: ['d3-array'] },
  texts: { imports: ['model'] },
  wire: { imports: ['model'], packages: ['valibot'] },
  scene: { imports: ['model', 'judge', 'narrate', 'spans', 'texts'] },
  explore: { imports: ['model', 'faults', 'sim', 'judge', 'narrate'] },
  kinds: { imports: ['model', 'faults', 'explore'], packages: ['valibot'] },
  own: { imports: ['model', 'faults', 'sim', 'judge', 'explore'] },
  exercises: { imports: ['model', 'stories', 'own'] },
  matrix: { imports: ['model', 'faults', 'locks', 'sim', 'judge', 'texts', 'explore'] },
  run: { imports: ['model', 'faults', 'kinds', 'locks', 'clients', 'storage', 'sim', 'spans', 'judge', 'explore'] },
};

const pureFolders = Object.keys(pure);

const outer = {
  promises: { imports: ['model'] },
  redlock: { imports: ['model', 'locks', 'promises', 'sim'] },
  lua: { imports: ['model'] },
  realm: { imports: ['model', 'locks', 'sim', 'judge', 'explore', 'own', 'lua'] },
  attack: { imports: ['model', 'sim', 'own', 'realm', 'run'] },
  server: { imports: ['model', 'faults', 'locks', 'sim', 'judge', 'narrate', 'wire', 'run', 'promises', 'attack'] },
  ui: {
    imports: [
      'model',
      'faults',
      'stories',
      'exercises',
      'kinds',
      'sim',
      'spans',
      'judge',
      'narrate',
      'layout',
      'scene',
      'texts',
      'own',
      'wire',
      'explore',
      'matrix',
      'run',
      'realm',
    ],
  },
  cli: {
    imports: [
      'model',
      'faults',
      'stories',
      'sim',
      'judge',
      'narrate',
      'own',
      'wire',
      'explore',
      'matrix',
      'run',
      'attack',
      'server',
      'ui',
    ],
  },
  site: { imports: ['model', 'stories', 'sim', 'narrate', 'layout', 'scene', 'texts', 'own', 'run', 'cli', 'ui'] },
};

/**
 * For each room of src/ui: the rooms that it may import. The apps come last. None imports another, except that the
 * embed shows rows of the matrix.
 * @type {Record<string, readonly string[]>}
 */
const rooms = {
  address: [],
  workers: [],
  state: ['address', 'workers'],
  parts: ['state'],
  words: ['state'],
  look: ['state'],
  fields: ['parts', 'words'],
  pictures: ['parts', 'words', 'look'],
  edit: ['parts', 'state', 'words'],
  linkPages: ['address', 'parts', 'words', 'look', 'pictures'],
  files: ['address', 'parts', 'state', 'words', 'look', 'pictures'],
  app: ['address', 'parts', 'state', 'words'],
  timeline: ['parts', 'state', 'words', 'look', 'pictures', 'edit'],
  playback: ['parts', 'state', 'words', 'timeline'],
  faults: ['parts', 'state', 'words', 'fields', 'edit'],
  settings: ['parts', 'state', 'words', 'fields'],
  live: ['address', 'parts', 'state', 'words', 'files'],
  moment: ['state', 'words'],
  code: ['parts', 'state', 'words', 'edit', 'moment'],
  log: ['parts', 'state', 'words', 'files'],
  compare: ['parts', 'state', 'words', 'pictures', 'edit', 'timeline'],
  find: ['address', 'workers', 'parts', 'state', 'words', 'pictures', 'edit', 'files', 'timeline'],
  verdict: ['workers', 'parts', 'state', 'words', 'live', 'compare', 'find'],
  story: ['parts', 'state', 'words', 'compare', 'verdict'],
  print: ['address', 'state', 'words', 'look', 'pictures'],
  help: ['parts', 'state', 'words', 'app', 'edit', 'playback', 'live'],
  scene: ['address', 'parts', 'state', 'words', 'app', 'edit', 'find', 'playback', 'timeline', 'verdict'],
  film: ['parts', 'state', 'words', 'look', 'pictures', 'files', 'scene'],
  share: ['address', 'parts', 'state', 'words', 'look', 'edit', 'files', 'compare', 'scene', 'film'],
  make: ['parts', 'state', 'words', 'edit', 'files', 'share'],
  proof: ['parts', 'state', 'words', 'edit', 'code', 'verdict', 'share'],
  gallery: ['address', 'parts', 'state', 'words', 'pictures', 'edit'],
  element: ['address'],
  matrix: [
    'address',
    'workers',
    'parts',
    'state',
    'words',
    'look',
    'fields',
    'pictures',
    'files',
    'app',
    'timeline',
    'playback',
    'pictures',
    'share',
    'proof',
  ],
  own: [
    'address',
    'workers',
    'parts',
    'state',
    'words',
    'look',
    'edit',
    'files',
    'live',
    'app',
    'playback',
    'scene',
    'share',
  ],
  embed: [
    'address',
    'parts',
    'state',
    'words',
    'look',
    'files',
    'app',
    'timeline',
    'playback',
    'edit',
    'scene',
    'compare',
    'verdict',
    'matrix',
  ],
  learn: [
    'address',
    'workers',
    'parts',
    'state',
    'words',
    'look',
    'edit',
    'files',
    'app',
    'timeline',
    'playback',
    'faults',
    'settings',
    'verdict',
    'pictures',
    'print',
    'help',
    'share',
    'proof',
    'own',
  ],
  playground: [
    'address',
    'workers',
    'parts',
    'state',
    'words',
    'look',
    'edit',
    'files',
    'app',
    'playback',
    'faults',
    'settings',
    'live',
    'moment',
    'code',
    'log',
    'compare',
    'find',
    'verdict',
    'scene',
    'story',
    'gallery',
    'print',
    'help',
    'share',
    'make',
    'proof',
  ],
};

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`;

const folderRules = Object.entries({ ...pure, ...outer }).map(([folder, { imports }]) => ({
  name: `${folder}-imports-only-its-row`,
  comment: `src/${folder} imports ${imports.join(', ') || 'nothing of src'}, and of the rest not even types.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([folder, ...imports])}/` },
}));

const roomRules = Object.entries(rooms).map(([room, imports]) => ({
  name: `ui-${room}-imports-only-its-row`,
  comment: `src/ui/${room} imports ${imports.join(', ') || 'no other room'}, and of the other rooms not even types.`,
  severity: 'error',
  from: { path: `^src/ui/${room}/` },
  to: { path: '^src/ui/', pathNot: `^src/ui/${anyOf([room, ...imports])}/` },
}));

const packageRules = Object.entries(pure).map(([folder, { packages = [] }]) => ({
  name: `${folder}-uses-no-other-package`,
  comment: `src/${folder} is pure: no React, no Node${packages.length > 0 ? `; of the packages only ${packages.join(', ')}` : ', no package'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    // A package that is not installed keeps its bare name, so everything that is neither src nor a relative path counts.
    pathNot: ['^src/', '^\\.(?!.*node_modules/)', ...packages.map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`)],
  },
}));

/** Both tables, as the tests read them: each folder, from src on, with the folders that it may import. */
const tables = [
  Object.entries({ ...pure, ...outer }).map(([folder, { imports }]) => [folder, imports]),
  Object.entries(rooms).map(([room, imports]) => [`ui/${room}`, imports.map((name) => `ui/${name}`)]),
];

/** What the tables allow, a pair each: the importing folder, and a folder or a package. A test holds it against what is imported. */
const allowances = [
  ...tables.flat(),
  ...Object.entries(pure).map(([folder, { packages = [] }]) => [folder, packages]),
].flatMap(([folder, allowed]) => allowed.map((name) => [folder, name]));

module.exports = {
  tables,
  allowances,
  forbidden: [
    ...folderRules,
    ...roomRules,
    ...packageRules,
    {
      name: 'known-folders-only',
      comment: 'A new folder of src needs a row in the table.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf([...pureFolders, ...Object.keys(outer)])}/` },
      to: {},
    },
    {
      name: 'known-rooms-only',
      comment: 'A new folder of src/ui needs a row in its table; src/ui itself holds no files.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: `^src/ui/${anyOf(Object.keys(rooms))}/` },
      to: {},
    },
    {
      name: 'no-node-in-the-page',
      comment: 'The static build works without the server and without Node.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycle',
      comment: 'Types may refer to each other; code that runs may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
