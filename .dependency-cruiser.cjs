// Who may import whom, as a table. Everything that is not in the table is forbidden.

/**
 * For each folder of src: the folders that it may import, and its packages.
 * @type {Record<string, { imports: readonly string[], packages?: readonly string[] }>}
 */
const pure = {
  model: { imports: [], packages: ['valibot', 'fflate'] },
  faults: { imports: ['model'] },
  locks: { imports: ['model'] },
  clients: { imports: ['model'] },
  storage: { imports: ['model'] },
  stories: { imports: ['model'] },
  exercises: { imports: ['model', 'stories'] },
  spans: { imports: ['model'], packages: ['d3-array'] },
  sim: { imports: ['model', 'faults'] },
  judge: { imports: ['model', 'faults', 'spans'] },
  narrate: { imports: ['model', 'faults', 'spans'] },
  layout: { imports: ['model', 'faults', 'spans'], packages: ['d3-array'] },
  texts: { imports: ['model'] },
  wire: { imports: ['model'], packages: ['valibot'] },
  run: { imports: ['model', 'faults', 'locks', 'clients', 'storage', 'sim', 'judge'] },
};

const pureFolders = Object.keys(pure);

const outer = {
  drive: { imports: ['model'] },
  redlock: { imports: ['model', 'locks', 'drive', 'sim'] },
  server: { imports: ['model', 'faults', 'locks', 'sim', 'judge', 'narrate', 'wire', 'run', 'drive'] },
  cli: { imports: ['model', 'stories', 'judge', 'narrate', 'run', 'server'] },
  ui: {
    imports: [
      'model',
      'faults',
      'stories',
      'exercises',
      'sim',
      'spans',
      'judge',
      'narrate',
      'layout',
      'texts',
      'wire',
      'run',
    ],
  },
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

/** What the table allows, a pair each: the importing folder, and a folder or a package. A test holds it against what is imported. */
const allowances = Object.entries({ ...pure, ...outer }).flatMap(([folder, row]) => {
  const { imports, packages = [] } = { packages: [], ...row };
  return [...imports, ...packages].map((allowed) => [folder, allowed]);
});

module.exports = {
  allowances,
  forbidden: [
    ...folderRules,
    ...packageRules,
    {
      name: 'known-folders-only',
      comment: 'A new folder of src needs a row in the table.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf([...pureFolders, ...Object.keys(outer)])}/` },
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
