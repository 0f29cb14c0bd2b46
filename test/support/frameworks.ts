// Small projects of the frameworks in which people write posts (test/frameworks): each is copied, gets the code of
// the dialog, and is installed, built and served.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/install.mjs';
import { story } from '../../src/content/stories/oneNode/failover';
import { encodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import type { EmbedChoice } from '../../src/web/share/embedChoice';
import { type CodeKind, codeKinds, embedCode } from '../../src/web/share/embedCode';
import { plainChoice } from './embedChoice';
import { serveOther } from './otherSite';

export interface Framework {
  readonly name: string;
  /** A folder below test/frameworks. */
  readonly project: string;
  /** The versions of Node that it runs on, where this project runs on older ones, too. */
  readonly node?: string;
  /** Overrides these package versions. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Where the component is written. */
  readonly component?: string;
  /** Commands, each a program with its arguments; programs of the project's own packages can be named. */
  readonly make: readonly (readonly string[])[];
  /** The folder of the finished pages, or the command that serves them on a port. */
  readonly serves: string | ((port: number) => readonly string[]);
  /** Pages that each contain one run. */
  readonly pages: readonly string[];
  /** A page with a custom scenario, which has no picture: its link is in words. */
  readonly own?: string;
  /** A page with the code for Markdown: a picture that is a link. */
  readonly markdown?: string;
  /** The page with these links uses a router of its own. */
  readonly walks: boolean;
}

const next = { project: 'next', component: 'app/LockRun.tsx', pages: ['', 'mdx'], walks: true } as const;
const react = {
  project: 'react',
  component: 'LockRun.tsx',
  make: [],
  serves: 'out',
  pages: [''],
  walks: false,
} as const;

export const frameworks: readonly Framework[] = [
  { name: 'plain HTML', project: 'plain', make: [], serves: '.', pages: [''], walks: false },
  { name: 'React 19 on a server', ...react },
  { name: 'React 18 on a server', ...react, versions: { react: '^18.0.0', 'react-dom': '^18.0.0' } },
  {
    name: 'Next',
    ...next,
    make: [['next', 'build']],
    serves: (port) => ['next', 'start', '-p', String(port)],
  },
  { name: 'next dev', ...next, make: [], serves: (port) => ['next', 'dev', '-p', String(port)] },
  {
    name: 'Docusaurus',
    project: 'docusaurus',
    component: 'src/LockRun.tsx',
    make: [['docusaurus', 'build']],
    serves: 'build',
    pages: ['blog/run/', 'component/'],
    own: 'blog/own/',
    walks: true,
  },
  {
    name: 'Astro',
    project: 'astro',
    node: '>=22.12',
    component: 'src/LockRun.tsx',
    make: [['astro', 'build']],
    serves: 'dist',
    pages: ['', 'mdx/', 'island/'],
    walks: true,
  },
  {
    name: 'Hugo',
    project: 'hugo',
    make: [['hugo', '--quiet']],
    serves: 'public',
    pages: [''],
    markdown: 'markdown/',
    walks: false,
  },
];

const hostileText = 'Two {were} inside: `and` *not* [one](x) | $1$ {{< end >}}';

const choice: EmbedChoice = {
  ...plainChoice,
  title: 'A "title" & <more>',
  outcome: { lock: 'overlap', data: 'refused' },
  verdictText: hostileText,
};

const own: EmbedChoice = {
  ...choice,
  story: null,
  scenario: encodeLink(story.scenario, { parts }),
  title: 'a_b_c **d** \\ ~e~',
  outcome: null,
};

/** The text that replaces a run without JavaScript, as readers see it. */
export const wordsOfPicture = `${choice.title}. ${hostileText}`;
export const wordsOfOwn = `${own.title}. ${hostileText}`;

/** The code that the dialog generates, such as `html page`. */
export function codeFor(kind: CodeKind, place: string, site: string, of = choice): string {
  const part = embedCode(kind, of, site).find((one) => one.place === place);
  if (part === undefined) throw new Error(`The dialog has no code “${kind} ${place}”.`);
  return part.text;
}

const mark = /(?:<!--|\{\/\*) code: (\w+) (\w+)( own)? (?:-->|\*\/\})/g;

function fill(folder: string, site: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) fill(path, site);
    else {
      const text = readFileSync(path, 'utf8');
      const codeOf = (_all: string, asked: string, place: string, isOwn?: string): string => {
        const kind = codeKinds.find((one) => one === asked);
        if (kind === undefined) throw new Error(`${path} asks for the code of “${asked}”.`);
        return codeFor(kind, place, site, isOwn === undefined ? choice : own);
      };
      if (text.includes(' code: ')) writeFileSync(path, text.replace(mark, codeOf));
    }
  }
}

export interface Made {
  /** It ends with a slash. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** @param site the address of the playground, ending with a slash */
export async function makeSite(framework: Framework, site: string): Promise<Made> {
  const { project, component, make, serves, versions = {} } = framework;
  const folder = mkdtempSync(join(tmpdir(), `framework-${project}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    cpSync(join(root, 'test/frameworks', project), folder, { recursive: true });
    fill(folder, site);
    if (component !== undefined) {
      mkdirSync(dirname(join(folder, component)), { recursive: true });
      writeFileSync(join(folder, component), codeFor('react', 'component', site));
    }
    if (readdirSync(folder).includes('package.json')) await install(folder, versions);
    if (project === 'react') await bundleReact(folder);
    for (const [program = '', ...rest] of make) await run(folder, program, rest);
    const served = typeof serves === 'string' ? await serveFiles(join(folder, serves)) : await serveBy(folder, serves);
    return {
      address: served.address,
      close: async () => {
        await served.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function install(folder: string, versions: Readonly<Record<string, string>>): Promise<void> {
  const path = join(folder, 'package.json');
  const project: { dependencies: Record<string, string> } = JSON.parse(readFileSync(path, 'utf8'));
  Object.assign(project.dependencies, versions);
  writeFileSync(path, JSON.stringify(project));
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** The server's program renders the page, and the script beside it is the browser's. */
async function bundleReact(folder: string): Promise<void> {
  mkdirSync(join(folder, 'out'));
  const usual = { absWorkingDir: folder, bundle: true, jsx: 'automatic', logLevel: 'error' } as const;
  await build({ ...usual, entryPoints: ['server.jsx'], outfile: 'server.cjs', platform: 'node' });
  // React's complaints about a page that differs from what was rendered.
  const define = { 'process.env.NODE_ENV': '"development"' };
  await build({ ...usual, entryPoints: ['browser.jsx'], outfile: 'out/browser.js', define });
  await run(folder, 'node', ['server.cjs']);
}

const serveFiles = (folder: string) => serveOther({ folder: relative(root, folder) });

const environmentOf = (folder: string): NodeJS.ProcessEnv => {
  // No page builder expects the variables that the test runner sets.
  const { NODE_ENV: _, VITEST: __, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: undefined,
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`,
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
};

function begin(folder: string, program: string, rest: readonly string[]) {
  // A process group of its own, because these programs start others.
  const child = spawn(program, rest, { cwd: folder, env: environmentOf(folder), detached: true });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(String(data)));
  return { child, said };
}

async function run(folder: string, program: string, rest: readonly string[]): Promise<void> {
  const { child, said } = begin(folder, program, rest);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} ${rest.join(' ')} ended with ${code}:\n${said.join('')}`);
}

async function serveBy(folder: string, commandAt: (port: number) => readonly string[]): Promise<Made> {
  const port = await freePort();
  const [program = '', ...rest] = commandAt(port);
  const { child, said } = begin(folder, program, rest);
  const address = `http://localhost:${port}/`;
  while (!(await answers(address))) {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${said.join('')}`);
    await new Promise((go) => setTimeout(go, 250));
  }
  return { address, close: () => ended(child) };
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

async function ended(child: ChildProcess): Promise<void> {
  const over = new Promise((resolve) => child.on('close', resolve));
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await over;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, () => {
      const bound = server.address();
      server.close(() => (bound !== null && typeof bound === 'object' ? resolve(bound.port) : reject(bound)));
    });
  });
