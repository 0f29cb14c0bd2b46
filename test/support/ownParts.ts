/** Runs a reader's code in Node: compiled, in QuickJS, as the lock `own` among all parts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { root } from '../../scripts/install.mjs';
import { defaultSettings, type Scenario, type Settings } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';
import type { Parts } from '../../src/core/sim/parts';
import type { NewRecording } from '../../src/sandbox/own/faultlessRuns';
import { ownLockId } from '../../src/sandbox/own/ownCalls';
import { newRecorder, type Recorder } from '../../src/sandbox/own/recorder';
import { compile } from '../../src/sandbox/realm/compile';
import { worldFor } from '../../src/sandbox/realm/ownWorld';
import { quickJs } from '../../src/sandbox/realm/quickJs';
import { signaturesIn } from '../../src/sandbox/realm/signatures';
import { smallModule } from '../../src/sandbox/realm/smallModule';

const folder = join(root, 'src/sandbox/realm/guest');

/** The files that run inside the realm, by name. */
export const guestFiles: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace('.ts', ''), readFileSync(join(folder, file), 'utf8')]),
);

let loading: Promise<QuickJSWASMModule> | null = null;

const quick = (): Promise<QuickJSWASMModule> => {
  loading ??= smallModule(variant);
  return loading;
};

export interface Own {
  readonly parts: Parts;
  readonly recorder: Recorder;
  readonly dispose: () => void;
}

/** Throws when the code does not compile. */
export async function ownParts(source: string, { lines = false }: { readonly lines?: boolean } = {}): Promise<Own> {
  const compiled = compile(source, 'lock');
  if (!compiled.ok) throw new Error(compiled.problem.message);
  const engine = quickJs(await quick(), guestFiles, {
    lock: compiled.code,
    check: null,
    signatures: signaturesIn(source),
  });
  const recorder = newRecorder();
  return {
    parts: worldFor(parts, engine, recorder, { lines }),
    recorder,
    dispose: () => engine.dispose(),
  };
}

/** The same for several runs, each with records of its own. */
export async function ownRuns(
  source: string,
): Promise<{ readonly recorded: NewRecording; readonly dispose: () => void }> {
  const compiled = compile(source, 'lock');
  if (!compiled.ok) throw new Error(compiled.problem.message);
  const { code: lock } = compiled;
  const signatures = signaturesIn(source);
  const engine = quickJs(await quick(), guestFiles, { lock, check: null, signatures });
  const recorded: NewRecording = () => {
    const recorder = newRecorder();
    return { parts: worldFor(parts, engine, recorder, { lines: false }), recorder };
  };
  return { recorded, dispose: () => engine.dispose() };
}

export const ownScenario = (
  lock: Readonly<Record<string, number | boolean>> = {},
  settings: Partial<Settings> = {},
  faults: Scenario['faults'] = {},
): Scenario => ({
  version: 2,
  seed: 5,
  lock: { id: ownLockId, settings: { nodes: 1, ttl: 2000, ...lock } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, clients: 2, stagger: 50, think: 50, work: 700, duration: 9000, ...settings },
  faults,
});
