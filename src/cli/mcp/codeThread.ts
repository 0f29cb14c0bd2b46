/** A thread in which code from a message is attacked, inside QuickJS: it reaches no file, no network and no process. */
import { type MessagePort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { parts } from '../../core/run/parts';
import { evaluated } from '../../sandbox/attack/attackSession';
import { RealmEnded } from '../../sandbox/own/realm';
import { newRecorder } from '../../sandbox/own/recorder';
import { compile } from '../../sandbox/realm/compile';
import { worldFor } from '../../sandbox/realm/ownWorld';
import { quickJs } from '../../sandbox/realm/quickJs';
import { signaturesIn } from '../../sandbox/realm/signatures';
import { smallModule } from '../../sandbox/realm/smallModule';
import { type AttackJob, type AttackReport, exitBadInput } from '../attack/attackMessages';
import * as words from '../attack/attackWords';
import { runAttack } from '../attack/runAttack';
import type { Sandbox } from './kept';

export interface CodeJob extends AttackJob, Sandbox {
  readonly code: string;
}

const job: CodeJob & { readonly port: MessagePort } = workerData;
const { port, command, code } = job;
const report = (message: AttackReport): void => port.postMessage(message);
const stopping = new AbortController();
port.on('message', () => stopping.abort());

async function attacked(): Promise<number> {
  const compiled = compile(code, 'lock');
  if (!compiled.ok) {
    const { message, place } = compiled.problem;
    report({ kind: 'errors', text: `${words.syntax(command.file, place?.line ?? 1, message)[command.language]}\n` });
    return exitBadInput;
  }
  const quick = await smallModule(variant, { wasmBinary: job.wasm });
  const engine = quickJs(quick, job.guest, { lock: compiled.code, check: null, signatures: signaturesIn(code) });
  const session = {
    databases: [],
    as: evaluated(engine),
    parts: worldFor(parts, engine, null, { lines: false }),
    recorded: () => {
      const recorder = newRecorder();
      return { parts: worldFor(parts, engine, recorder, { lines: true }), recorder };
    },
  };
  const hireFor = (): never => {
    throw new Error('The sandbox searches in its own thread.');
  };
  return runAttack({ ...job, workers: 1 }, session, { report, signal: stopping.signal, hireFor });
}

void attacked()
  .catch((error) => {
    if (!(error instanceof RealmEnded)) throw error;
    report({ kind: 'errors', text: `${words.tooMuch(error.problem)[command.language]}\n` });
    return exitBadInput;
  })
  .then((exitCode) => {
    report({ kind: 'end', code: exitCode });
    port.close();
  });
