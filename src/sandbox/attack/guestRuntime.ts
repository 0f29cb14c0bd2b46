/**
 * An attacked file in its client's own process, which talks to real servers. Its clocks, timers, randomness and
 * connections are effects, as in a simulated run, so every fault of a real run reaches it too.
 */

import { parts } from '../../core/run/parts';
import type { Parts } from '../../core/sim/parts';
import { NotSimulated } from '../own/commands';
import type { Called } from '../own/host';
import { changesFiles, type RunFiles } from '../own/runFiles';
import { currentProcess, setCurrentProcess } from '../realm/guest/guestIncarnation';
import { worldFor } from '../realm/ownWorld';
import { evaluated } from './attackSession';
import { type Bundle, factoryOf } from './evaluate';
import { notSimulated } from './files/fileCalls';
import { simulatedFiles } from './files/simulatedFiles';
import { patch } from './patch';
import { v8 } from './v8';

export interface GuestRuntime {
  /** With the file as the lock `own`. */
  readonly parts: Parts;
  /** Runs something soon, in a task of its own. */
  readonly soon: (act: () => void) => void;
  /** Lets the code that was entered run until all of it waits. */
  readonly rest: () => void;
  /** Runs something while no client's code runs. */
  readonly aside: <R>(act: () => R) => R;
}

/** Patches this process for good. Evaluates the file once, so that its first life loses no time on that. */
export function openGuestRuntime(bundle: Bundle): GuestRuntime {
  patch();
  const nobody = { begins: () => {}, rests: () => {} };
  const engine = v8(factoryOf(bundle), nobody, bundle.signatures);
  const files = readOnly(simulatedFiles(process.cwd()));
  evaluated(engine, files);
  return {
    parts: worldFor(parts, engine, null, { lines: false, files, refuses: refuseTransactions }),
    soon: (act) => void setImmediate(act),
    rest: engine.beginRun(),
    aside,
  };
}

function aside<R>(act: () => R): R {
  const life = currentProcess();
  setCurrentProcess(null);
  try {
    return act();
  } finally {
    setCurrentProcess(life);
  }
}

/** Each client has a process of its own, so a file that one of them wrote would be in that process alone. */
const readOnly = (files: RunFiles): RunFiles => ({
  ...files,
  serve: (call) =>
    changesFiles(call.request)
      ? { kind: 'error', message: `${notSimulated}a change in a run on real servers` }
      : files.serve(call),
});

const transactional: ReadonlySet<string> = new Set(['MULTI', 'EXEC', 'DISCARD', 'WATCH', 'UNWATCH']);

/** A client's process has a connection for each call, so no connection remembers an earlier command. */
function refuseTransactions({ commands, transaction }: Called): void {
  const one = transaction
    ? 'MULTI'
    : commands.map(([name]) => String(name).toUpperCase()).find((name) => transactional.has(name));
  if (one !== undefined) throw new NotSimulated(`${one} is not played on real servers.`);
}
