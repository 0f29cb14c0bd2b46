/** An attacked file in this thread: its settings, and parts with it as a lock. Each thread has one. */
import { resourceKey } from '../../core/model/scenario/parts';
import { parts } from '../../core/run/parts';
import type { Parts } from '../../core/sim/parts';
import type { Host } from '../own/host';
import type { OwnSettings } from '../own/ownCalls';
import { ownFields } from '../own/ownLockFields';
import { readFileCall } from '../own/readAsked';
import { type BegunAs, defaultCall, type Engine } from '../own/realm';
import { newRecorder, type Recorder } from '../own/recorder';
import { fileAnswer, type RunFiles } from '../own/runFiles';
import { setCurrentProcess } from '../realm/guest/guestIncarnation';
import { worldFor } from '../realm/ownWorld';
import { type Bundle, type Factory, factoryOf } from './evaluate';
import { simulatedFiles } from './files/simulatedFiles';
import { lockDown } from './lockDown';
import { patch } from './patch';
import { unpack } from './unpack';
import { v8 } from './v8';
import { type Watched, watchedBy } from './watch';

export interface AttackSession {
  /** For a search: nothing is recorded. */
  readonly parts: Parts;
  /** For a run that is shown: the recorder keeps what goes wrong in it. */
  readonly recorded: () => { readonly parts: Parts; readonly recorder: Recorder };
  /** The names of clients of databases other than Redis that the code imports. */
  readonly databases: readonly string[];
  /** What the file exports and sets, without its token. */
  readonly as: BegunAs;
}

/** Patches this thread for good. @param memory where another thread checks whether the code comes to rest */
export function openAttackSession(bundle: Bundle, memory: Int32Array): AttackSession {
  patch();
  const factory = factoryOf(bundle);
  const close = lockDown();
  const session = sessionFor(factory, watchedBy(memory), bundle);
  close();
  return session;
}

/**
 * Functions of this thread itself, without a watch for endless loops. Call it from a task of its own.
 *
 * @param make returns what a file would export, anew for each life
 * @returns `end` restores the thread
 */
export function openAttackSessionHere(make: () => object): AttackSession & { readonly end: () => void } {
  const unpatch = patch();
  const end = (): void => {
    setCurrentProcess(null);
    unpatch();
  };
  const nobody = { begins: () => {}, rests: () => {} };
  try {
    return {
      ...sessionFor((exports) => void Object.assign(exports, make()), nobody, { databases: [], signatures: {} }),
      end,
    };
  } catch (error) {
    end();
    throw error;
  }
}

function sessionFor(
  factory: Factory,
  watched: Watched,
  { databases, signatures }: Pick<Bundle, 'databases' | 'signatures'>,
): AttackSession {
  const engine = v8(factory, watched, signatures);
  const files = simulatedFiles(process.cwd());
  return {
    databases,
    as: evaluated(engine, files),
    parts: attackParts(engine, null, watched, files),
    recorded: () => {
      const recorder = newRecorder();
      return { parts: attackParts(engine, recorder, watched, files), recorder };
    },
  };
}

/** Evaluates the file alone, outside a run: whatever it asks for at its top level gets no answer. */
export function evaluated(engine: Engine, files: RunFiles | null = null): BegunAs {
  const { ttl, nodes } = usual;
  files?.begin();
  const begun = {
    me: 'client1',
    number: 1,
    pid: 1001,
    key: resourceKey,
    ttl,
    nodes,
    lines: false,
    ...defaultCall,
  } as const;
  const nobody = (): void => {};
  const host: Host = {
    now: () => 0,
    mono: () => 0,
    random: () => 0,
    bytes: (count) => '00'.repeat(count),
    ...(files !== null && {
      file: (text) => JSON.stringify(fileAnswer(files.serve({ by: begun.me, request: readFileCall(text), at: 0 }))),
    }),
    lives: () => false,
    ask: nobody,
    drop: nobody,
    settled: nobody,
    report: nobody,
  };
  const rest = engine.beginRun();
  const { realm } = engine.live(begun, host);
  rest();
  const as = realm.begunAs();
  setCurrentProcess(null);
  return as;
}

const usual = { nodes: 1, ttl: 2000 } as const;

export type SettingsRead =
  | { readonly ok: true; readonly settings: OwnSettings }
  | { readonly ok: false; readonly name: string };

/** Adds what a file exports as `settings` to `before`. A name with a value that is not allowed is reported. */
export function settingsIn(exported: unknown, before: object = {}): SettingsRead {
  const fields = (typeof exported === 'object' && exported !== null ? exported : {}) as Record<string, unknown>;
  const { nodes = usual.nodes, ttl = usual.ttl }: Record<string, unknown> = { ...fields, ...before };
  if (!isWhole(nodes, ownFields.nodes.max)) return { ok: false, name: 'nodes' };
  if (!isWhole(ttl, ownFields.ttl.max)) return { ok: false, name: 'ttl' };
  return { ok: true, settings: { nodes, ttl, token: false } };
}

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;

/** A library puts many stack frames between a call in the reader's file and the write to its socket. */
const framesToLook = 60;

/** All parts of a run, with an attacked file as the lock `own`. */
function attackParts(engine: Engine, recorder: Recorder | null, { begins, rests }: Watched, files: RunFiles): Parts {
  const world = worldFor(parts, engine, recorder, {
    lines: recorder !== null,
    unpack,
    files,
    aside: (run) => {
      begins();
      try {
        return run();
      } finally {
        rests();
      }
    },
  });
  return {
    ...world,
    guestCode: () => {
      // Locks throw whenever another client has the lock. Recording the stack takes a tenth of a run, and nobody
      // reads it.
      Error.stackTraceLimit = recorder === null ? 0 : framesToLook;
      return world.guestCode();
    },
  };
}
