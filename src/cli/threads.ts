/** Node's threads, and how calls reach them. `served.ts` is the side in the thread. */
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
import type { Connect, LineEvents } from '../core/model/effects/calls';

/**
 * The program of a thread as one text. A thread that loaded its modules one by one, each translated from TypeScript,
 * would take a second to start and twice the memory.
 *
 * @param file beside this one
 */
async function bundled(file: string): Promise<string> {
  // The package is already bundled: it has few modules, and other programs share them.
  const packaged = join(import.meta.dirname, basename(file).replace(/ts$/, 'js'));
  if (existsSync(packaged)) return `import(${JSON.stringify(pathToFileURL(packaged))});`;
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    // Otherwise the text would depend on the current folder.
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

/** Almost nothing of a run lasts. With more room a thread collects garbage later, but is no faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** A thread that runs this program. */
export const thread =
  (text: string, workerData?: unknown, limits: ResourceLimits = resourceLimits): Connect =>
  (events) => {
    const worker = new Worker(enclosed(text), { eval: true, workerData, resourceLimits: limits });
    return lineTo(worker, worker, events);
  };

/** The text is wrapped in a function, because its top-level declarations would be globals of the attacked code. */
const enclosed = (text: string): string => `(function () {${text}\n})()`;

/**
 * A thread with a user's code. It communicates through its own port, `workerData.port`, which it can hide from that
 * code. The output of that code reaches no stream of this process.
 */
export const threadApart =
  (text: string, workerData: object, limits: ResourceLimits): Connect =>
  (events) => {
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
      for (let message = receiveMessageOnPort(port1); message !== undefined; message = receiveMessageOnPort(port1))
        events.takeMessage(message.message);
      port1.close();
    });
    return lineTo(worker, port1, events);
  };

function lineTo(worker: Worker, way: Worker | MessagePort, { takeMessage, lost }: LineEvents) {
  way.on('message', takeMessage);
  worker.on('error', (error) => lost(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => lost(`A worker ended with exit code ${code}.`));
  return {
    send: (message: object) => way.postMessage(message),
    end: () => void worker.terminate(),
  };
}
