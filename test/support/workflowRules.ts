// Rules for every workflow, in addition to the syntax that actionlint checks. Each rule is a function of one file and
// of what the repository has. This file reads no disk; workflows.test.ts does.
import { parse } from 'yaml';

export interface WorkflowFile {
  readonly path: string;
  readonly text: string;
}

/** The things that a command may name. */
export interface Repository {
  /** The scripts of package.json. */
  readonly scripts: ReadonlySet<string>;
  /** The programs of installed packages. */
  readonly programs: ReadonlySet<string>;
  /** Whether a file or folder exists, by its path from the root. */
  readonly has: (path: string) => boolean;
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly name?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly 'fail-fast'?: boolean; readonly matrix?: Readonly<Record<string, unknown>> };
  readonly 'runs-on'?: string;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on?: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly concurrency?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
}

/** Finds problems: one line for each finding. */
export type WorkflowRule = (file: WorkflowFile, repository: Repository) => readonly string[];

const timeoutMinutesMax = 120;
/** Systems by their version: the meaning of `latest` changes on a day that nobody chose. */
const systems = /^(ubuntu-24\.04|macos-15|windows-2025)$/;
const writers: Readonly<Record<string, readonly string[]>> = {
  '.github/workflows/pages.yml': ['pages', 'id-token'],
};

const workflowOf = ({ text }: WorkflowFile): Workflow => parse(text) as Workflow;

const jobsOf = (file: WorkflowFile): readonly (readonly [string, Job])[] =>
  Object.entries(workflowOf(file).jobs ?? {}).map(([id, job]) => [`${file.path}: ${id}`, job]);

const stepsOf = (file: WorkflowFile): readonly (readonly [string, Step])[] =>
  jobsOf(file).flatMap(([where, { steps = [] }]) =>
    steps.map((step, i): readonly [string, Step] => [`${where}: ${step.name ?? `step ${i + 1}`}`, step]),
  );

/** A tag can be moved to other code; a digest cannot. A comment names the version that a person chose. */
const pinnedActions: WorkflowRule = ({ path, text }) =>
  text
    .split('\n')
    .filter((line) => /^\s*(- )?uses:/.test(line))
    .filter((line) => !/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
    .map((line) => `${path}: not pinned by a digest with its version behind it: ${line.trim()}`);

/** Only a deploying job may write. */
const permissions: WorkflowRule = (file) => {
  const { permissions: own } = workflowOf(file);
  const findings = own === undefined ? [`${file.path} does not say what it may do`] : [];
  const given = [own ?? {}, ...jobsOf(file).map(([, job]) => job.permissions ?? {})].flatMap(Object.entries);
  const tooMuch = given.filter(([what, how]) => how !== 'read' && !writers[file.path]?.includes(what));
  return [...findings, ...tooMuch.map(([what, how]) => `${file.path} may ${how} ${what}`)];
};

const timeouts: WorkflowRule = (file) =>
  jobsOf(file)
    .filter(([, job]) => !((job['timeout-minutes'] ?? Number.POSITIVE_INFINITY) <= timeoutMinutesMax))
    .map(([where]) => `${where} has no timeout-minutes up to ${timeoutMinutesMax}`);

/** A red job is found by its name. */
const names: WorkflowRule = (file) => [
  ...jobsOf(file).flatMap(([where, { name }]) => (name === undefined ? [`${where} has no name`] : [])),
  ...stepsOf(file).flatMap(([where, { name }]) => (name === undefined ? [`${where} has no name`] : [])),
];

/** One red system must not hide the others. */
const wholeMatrix: WorkflowRule = (file) =>
  jobsOf(file)
    .filter(([, { strategy }]) => strategy?.matrix !== undefined && strategy['fail-fast'] !== false)
    .map(([where]) => `${where} ends the others when one fails: fail-fast is to be false`);

const knownSystems: WorkflowRule = (file) =>
  jobsOf(file).flatMap(([where, job]) => {
    const given = job['runs-on'] ?? '';
    const key = /^\$\{\{ matrix\.([\w-]+) \}\}$/.exec(given)?.[1];
    const labels = key === undefined ? [given] : ((job.strategy?.matrix?.[key] as readonly string[] | undefined) ?? []);
    return labels.filter((label) => !systems.test(label)).map((label) => `${where} runs on "${label}"`);
  });

/** Without pipefail, a command whose output is piped never fails. */
const pipefail: WorkflowRule = (file) =>
  workflowOf(file).defaults?.run?.shell === 'bash' ? [] : [`${file.path}: defaults.run.shell is to be bash`];

const keptCredentials: WorkflowRule = (file) =>
  stepsOf(file)
    .filter(([, step]) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false)
    .map(([where]) => `${where} leaves a token in the checkout`);

/** A text that a stranger can choose (a title, the name of a branch) would run as a command. */
const injection: WorkflowRule = (file) =>
  stepsOf(file)
    .filter(([, { run = '' }]) => /\$\{\{\s*(github\.(event|head_ref|ref_name)|inputs)\b/.test(run))
    .map(([where]) => `${where} puts what others have written into a command`);

/**
 * Everything that a command names exists: scripts, programs of packages, files, test folders, paths that start a
 * workflow.
 */
const namesWhatIs: WorkflowRule = (file, { scripts, programs, has }) => {
  const missing: string[] = [];
  const commands = stepsOf(file).map(([where, { run = '' }]) => [where, run] as const);
  const values = jobsOf(file).map(([where, { strategy }]) => [where, JSON.stringify(strategy?.matrix ?? '')] as const);
  for (const [where, text] of [...commands, ...values]) {
    const wanted = [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(test|start))/g)].map(
      ([, run, own]) => run ?? own ?? '',
    );
    missing.push(...wanted.filter((name) => !scripts.has(name)).map((name) => `${where}: no script "${name}"`));
    const bins = [...text.matchAll(/\bnpx ([\w-]+)/g)].map(([, name = '']) => name);
    missing.push(...bins.filter((name) => !programs.has(name)).map((name) => `${where}: no program "${name}"`));
    const paths = [...text.matchAll(/(?<![\w/.-])((?:test|scripts)\/[\w/.-]+)/g)].map(([, path = '']) => path);
    missing.push(...paths.filter((path) => !has(path)).map((path) => `${where}: there is no ${path}`));
  }
  const { paths = [] } = (workflowOf(file).on?.['pull_request'] ?? {}) as { readonly paths?: readonly string[] };
  const gone = paths.filter((path) => !has(path.replace(/\/\*\*$/, '')));
  return [...missing, ...gone.map((path) => `${file.path}: there is no ${path}`)];
};

export const workflowRules: Readonly<Record<string, WorkflowRule>> = {
  pinnedActions,
  permissions,
  timeouts,
  names,
  wholeMatrix,
  knownSystems,
  pipefail,
  keptCredentials,
  injection,
  namesWhatIs,
};
