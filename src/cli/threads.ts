/** Threads of Node with one program. Each receives their common data once. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';

/** The callbacks of a thread. */
export interface ThreadEvents<Answer> {
  readonly finished: (answer: Answer) => void;
  readonly died: (problem: string) => void;
}

export interface Thread<Job> {
  readonly send: (job: Job) => void;
  /** Stops at once, in the middle of a job. */
  readonly end: () => void;
}

export type HireThread<Job, Answer> = (events: ThreadEvents<Answer>) => Thread<Job>;

/**
 * The program of a thread as one text. A thread that loaded its modules one by one, each translated from TypeScript,
 * would take a second to start and twice the memory.
 *
 * @param file beside this one
 */
async function bundled(file: string): Promise<string> {
  // In the package, which was bundled when it was made, the modules are few, and other programs share them.
  const packaged = join(import.meta.dirname, basename(file).replace(/ts$/, 'js'));
  if (existsSync(packaged)) return `import(${JSON.stringify(pathToFileURL(packaged))});`;
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    // Otherwise the text would depend on the folder in which it was called.
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // The CommonJS versions of some packages load files of their own, which the text does not contain.
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    ...metaUrl,
  });
  // The bundler's own process is no longer needed.
  await stop();
  return outputFiles.map(({ text }) => text).join('\n');
}

/** QuickJS asks for its own address, which the text of a thread does not have. */
const metaUrl = {
  define: { 'import.meta.url': 'metaUrl' },
  banner: { js: "const metaUrl = require('node:url').pathToFileURL(process.execPath).href;" },
};

const programs = new Map<string, Promise<string>>();

/** @param file as for `bundled`, which runs once per file */
export function programOf(file: string): Promise<string> {
  const program = programs.get(file) ?? bundled(file);
  programs.set(file, program);
  return program;
}

/** Almost nothing of a run lasts. With more room a thread collects it later, and is no faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** Hires threads that run this program. */
export async function threadsOf<Job, Answer>(file: string, workerData: unknown): Promise<HireThread<Job, Answer>> {
  const text = await programOf(file);
  return (events) => hireThread(text, workerData, events);
}

export function hireThread<Job, Answer>(
  text: string,
  workerData: unknown,
  events: ThreadEvents<Answer>,
  limits: ResourceLimits = resourceLimits,
): Thread<Job> {
  return threadOf(new Worker(enclosed(text), { eval: true, workerData, resourceLimits: limits }), events);
}

/** The text is wrapped in a function, because its top-level declarations would be globals of the attacked code. */
const enclosed = (text: string): string => `(function () {${text}\n})()`;

/**
 * A thread with other people's code. It communicates through its own port, `workerData.port`, which it can hide from
 * that code; and the output of that code reaches no stream of this process.
 */
export function hireApart<Job, Answer>(
  text: string,
  workerData: object,
  events: ThreadEvents<Answer>,
  limits: ResourceLimits,
): Thread<Job> {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(enclosed(text), {
    eval: true,
    workerData: { ...workerData, port: port2 },
    transferList: [port2],
    resourceLimits: limits,
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // Unlike the worker's own messages, those of a port may come after its end.
  worker.on('exit', () => {
    for (let left = receiveMessageOnPort(port1); left !== undefined; left = receiveMessageOnPort(port1))
      events.finished(left.message);
    port1.close();
  });
  return threadOf(worker, events, port1);
}

function threadOf<Job, Answer>(
  worker: Worker,
  { finished, died }: ThreadEvents<Answer>,
  way: Worker | MessagePort = worker,
): Thread<Job> {
  let isOver = false;
  const end = (problem: string): void => {
    if (!isOver) died(problem);
    isOver = true;
  };
  way.on('message', (answer: Answer) => finished(answer));
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => end(`A worker ended with exit code ${code}.`));
  return {
    send: (job) => way.postMessage(job),
    end: () => {
      isOver = true;
      void worker.terminate();
    },
  };
}
