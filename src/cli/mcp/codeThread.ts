/** A thread in which code from a message is attacked, inside QuickJS: it reaches no file, no network and no process. */
import { workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { parts } from '../../core/run/parts';
import { evaluated } from '../../sandbox/attack/attackSession';
import { newRecorder } from '../../sandbox/own/recorder';
import { compile } from '../../sandbox/realm/compile';
import { worldFor } from '../../sandbox/realm/ownWorld';
import { quickJs } from '../../sandbox/realm/quickJs';
import { signaturesIn } from '../../sandbox/realm/signatures';
import { smallModule } from '../../sandbox/realm/smallModule';
import { type AttackJob, exitBadInput } from '../attack/attackMessages';
import * as words from '../attack/attackWords';
import { type Around, leading } from '../attack/leading';
import { runAttack } from '../attack/runAttack';
import { servedBy } from '../served';
import type { Sandbox } from './kept';

export interface CodeJob extends AttackJob, Sandbox {
  readonly code: string;
}

async function attacked(job: CodeJob, around: Around): Promise<number> {
  const { command, code } = job;
  const compiled = compile(code, 'lock');
  if (!compiled.ok) {
    const { message, place } = compiled.problem;
    const text = `${words.syntax(command.file, place?.line ?? 1, message)[command.language]}\n`;
    around.report({ kind: 'errors', text });
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
  return runAttack({ ...job, workers: 1 }, session, { ...around, spawnFor: hireFor });
}

servedBy(workerData.port)({ ...leading(attacked) });
