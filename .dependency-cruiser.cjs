// Who may import whom, as a table. Everything that is not in the table is forbidden.

/**
 * For each folder of src: the folders that it may import, the ones of which it may import types alone, and its packages.
 * @type {Record<string, { imports: readonly string[], types?: readonly string[], packages?: readonly string[] }>}
 */
const pure = {
  model: { imports: [], packages: ['valibot', 'fflate'] },
  locks: { imports: ['model'] },
  clients: { imports: ['model'] },
  storage: { imports: ['model'] },
  stories: { imports: ['model'] },
  exercises: { imports: ['model', 'stories'] },
  sim: { imports: ['model'] },
  judge: { imports: ['model'] },
  narrate: { imports: ['model'], types: ['judge'] },
  layout: { imports: ['model'], types: ['judge'], packages: ['d3-scale', 'd3-array', 'd3-shape'] },
  texts: { imports: ['model'] },
  wire: { imports: ['model'], packages: ['valibot'] },
  explore: { imports: ['model', 'locks', 'clients', 'storage', 'stories', 'exercises', 'sim', 'judge'] },
};

const pureFolders = Object.keys(pure);

const outer = {
  drive: { imports: ['model'] },
  redlock: { imports: ['model', 'locks', 'drive', 'sim'] },
  server: { imports: [...pureFolders, 'drive', 'redlock'] },
  cli: { imports: [...pureFolders, 'server'] },
  ui: { imports: [...pureFolders] },
};

/** @param {readonly string[]} names */
const anyOf = (names) => `(${names.join('|')})`;

const folderRules = Object.entries({ ...pure, ...outer }).flatMap(([folder, row]) => {
  const { imports, types = [] } = { types: [], ...row };
  const rules = [
    {
      name: `${folder}-imports-only-its-row`,
      comment: `src/${folder} imports ${imports.join(', ') || 'nothing of src'}${types.length > 0 ? ` and types of ${types.join(', ')}` : ''}.`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/${anyOf([folder, ...imports, ...types])}/` },
    },
  ];
  if (types.length === 0) return rules;
  const typesRule = {
    name: `${folder}-imports-types-alone`,
    comment: `src/${folder} may know the types of ${types.join(', ')}, and run none of its code.`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: `^src/${anyOf(types)}/`, dependencyTypesNot: ['type-only'] },
  };
  return [...rules, typesRule];
});

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

module.exports = {
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
