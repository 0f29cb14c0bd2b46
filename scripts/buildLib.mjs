// `npm run build:lib` builds the content of both npm packages. The library is built as ES modules and as CommonJS, each
// with types: into src/redlock/lib/ for quorum-lock, and into lib/ for the playground's package, beside its program and
// the built page. `node scripts/buildLib.mjs quorum-lock` builds one of them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProgram } from './buildProgram.mjs';
import { ensureInstalled, root } from './install.mjs';
import { builtPages, writeStories } from './site.mjs';

/** @typedef {Readonly<Record<string, string>>} Entries entry points, and the file behind each */

/** @type {Entries} */
const playground = { redlock: 'src/redlock/all.ts', simulated: 'src/redlock/simulated.ts' };
/** @type {Entries} */
const quorumLock = {
  index: 'src/redlock/index.ts',
  watched: 'src/redlock/watched.ts',
  simulated: 'src/redlock/simulated.ts',
};

/**
 * The library as the package quorum-lock.
 *
 * @param {string} folder the target; its old content is removed
 */
export async function buildQuorumLock(folder) {
  rmSync(folder, { recursive: true, force: true });
  await buildCode(folder, quorumLock);
  await buildTypes(folder, quorumLock);
}

/**
 * The playground's package, without the built page.
 *
 * @param {string} folder the target; its old content is removed
 */
export async function buildLib(folder) {
  rmSync(folder, { recursive: true, force: true });
  await buildCode(folder, playground);
  await buildProgram(folder);
  await buildTypes(folder, { ...playground, attack: 'src/cli/attack/attackInTest.ts' });
}

/**
 * The code alone, without types.
 *
 * @param {string} folder
 * @param {Entries} entries
 */
export async function buildCode(folder, entries = playground) {
  // Loaded late, because it may have just been installed.
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      lib: {
        entry: { ...entries },
        formats: ['es', 'cjs'],
        fileName: (format, name) => `${name}.${format === 'es' ? 'js' : 'cjs'}`,
      },
      rolldownOptions: { external: /^node:/, output: { exports: 'named' } },
    },
  });
}

/**
 * The compiler's declarations, one for each source file that a user's compiler reads. Their relative imports get
 * extensions, because Node's own resolution does not find files without them.
 *
 * @param {string} folder
 * @param {Entries} entries
 */
async function buildTypes(folder, entries) {
  const { default: ts } = await import('typescript');
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const sources = Object.values(entries).map((file) => join(root, file));
  const program = ts.createProgram(sources, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    // `npm run check` checks them, in less time than every build would.
    noCheck: true,
    types: ['node'],
    outDir: folder,
    rootDir: join(root, 'src'),
  });
  /** @type {Map<string, string>} */
  const emitted = new Map();
  program.emit(undefined, (file, text) => emitted.set(resolve(file), text));
  const firsts = Object.entries(entries).map(([name, source]) => {
    const module = source.slice('src/'.length, -'.ts'.length);
    return { name, first: resolve(folder, `${module}.d.ts`), inside: `./types/${module}.js` };
  });
  const paths = firsts.map(({ first }) => first);
  writeReachable(emitted, paths, folder);
  // Both kinds of modules can import declarations of CommonJS, and have one class of each name.
  writeFileSync(join(folder, 'types/package.json'), '{ "type": "commonjs" }\n');
  for (const { name, first, inside } of firsts) {
    // An ES module would get all of the CommonJS exports as the default.
    const byDefault = /\bdefault\b.*from/.test(emitted.get(first) ?? '')
      ? `export { Redlock as default } from '${inside}';\n`
      : '';
    for (const end of ['d.ts', 'd.cts'])
      writeFileSync(join(folder, `${name}.${end}`), `export * from '${inside}';\n${byDefault}`);
  }
}

/**
 * @param {ReadonlyMap<string, string>} emitted declarations by the path at which the compiler expects them
 * @param {readonly string[]} firsts
 * @param {string} folder
 */
function writeReachable(emitted, firsts, folder) {
  const open = [...firsts];
  const seen = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const from = dirname(file);
    const text = (emitted.get(file) ?? '').replace(/(['"])(\.{1,2}\/[^'"]+)\1/g, (_all, quote, specifier) => {
      const target = resolve(from, `${specifier}.d.ts`);
      if (!seen.has(target)) open.push(target);
      seen.add(target);
      return `${quote}${specifier}.js${quote}`;
    });
    const typesFile = join(folder, 'types', relative(folder, file));
    mkdirSync(dirname(typesFile), { recursive: true });
    writeFileSync(typesFile, text);
  }
}

/** Files of the site that only a host, a chat or the README needs. A folder below `embed` is the frame of a story. */
const left =
  /^(?:\.vite|_headers|robots\.txt|moving\.gif|table-(?:light|dark)\.svg|social\.png|s|embed\/[^.]+|q\/(?!zh$)[^.]+)$/;

/** The file of a story is named after its id. */
const camelCase = (/** @type {string} */ id) => id.replace(/-(.)/g, (_all, letter) => letter.toUpperCase());

/** The pictures that the sample posts show, relative to the site. */
const shownInPosts = (/** @type {string} */ site) =>
  ['index.html', 'zh.html'].flatMap((page) =>
    [...readFileSync(join(site, 'examples', page), 'utf8').matchAll(/src="\.\.\/(embed\/[^"]+\.svg)"/g)].map(
      ([, picture = '']) => picture,
    ),
  );

/**
 * The built page, without the pages of stories: a server can lead to the playground instead.
 *
 * @param {string} folder
 */
export async function copySite(folder) {
  const built = await builtPages({ quiet: true });
  const site = join(root, built);
  const pictures = shownInPosts(site);
  const written = readdirSync(join(root, 'src/content/stories'), { recursive: true, encoding: 'utf8' }).map((file) =>
    basename(file),
  );
  const isStory = (/** @type {string} */ name) => written.includes(`${camelCase(name)}.ts`);
  const shown = new Set(pictures.flatMap((picture) => picture.split('/').filter(isStory)));
  await writeStories(built, () => {}, [...shown]);
  const isKept = (/** @type {string} */ file) => {
    const path = relative(site, file).replaceAll('\\', '/');
    if (!/^embed\/[^./]+(?:\/|$)/.test(path)) return !left.test(path);
    return pictures.some((picture) => picture === path || picture.startsWith(`${path}/`));
  };
  cpSync(site, folder, { recursive: true, filter: isKept });
  // The pages show commands as they are called in this repository.
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const page = join(folder, file);
    if (file.endsWith('.schema.json')) writeFileSync(page, JSON.stringify(JSON.parse(readFileSync(page, 'utf8'))));
    if (!file.endsWith('.html')) continue;
    const html = readFileSync(page, 'utf8');
    writeFileSync(page, html.replace('<html', '<html data-command="npx redlock-playground"'));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  await buildQuorumLock(join(root, 'src/redlock/lib'));
  console.log('Built quorum-lock into src/redlock/lib/.');
  if (process.argv[2] !== 'quorum-lock') {
    await buildLib(join(root, 'lib'));
    await copySite(join(root, 'lib/site'));
    console.log('Built the package of the playground into lib/.');
  }
}
