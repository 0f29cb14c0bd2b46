/** All parts with a reader's lock, and the simulated Redis that other people's locks need. */
import type { Unpack } from '../../core/lua/msgpack';
import type { Request, Value } from '../../core/model/effects/request';
import type { MakeServiceProcess, Parts } from '../../core/sim/parts';
import { everyCommand } from '../../core/sim/redis/everyCommand';
import { sessions } from '../../core/sim/redis/sessions';
import { requestsOf } from '../own/commands';
import type { Called } from '../own/host';
import { ownCheck } from '../own/ownCheck';
import { ownLock } from '../own/ownLock';
import type { Engine } from '../own/realm';
import type { Recorder } from '../own/recorder';
import type { RunFiles } from '../own/runFiles';
import { Bounds } from './bounds';
import { ownScripts } from './ownScripts';

interface Options {
  /** Whether the lines of the code are looked up, which is slow. */
  readonly lines: boolean;
  /** Throws `NotSimulated` for calls that are not allowed. */
  readonly refuses?: (called: Called) => void;
  /** Runs a script in Lua. */
  readonly aside?: (run: () => Value) => Value;
  /** Reads MessagePack, for scripts in Lua. */
  readonly unpack?: Unpack;
  /** The file system of each run. Absent: there is none. */
  readonly files?: RunFiles;
}

/** The name under which the lock finds the process of its files. */
const fileService = 'file-system';

/**
 * @param parts without the reader's lock
 * @param recorder null: nothing is recorded
 */
export function worldFor(
  parts: Parts,
  engine: Engine,
  recorder: Recorder | null,
  { lines, refuses, aside = (run) => run(), unpack, files }: Options,
): Parts & Required<Pick<Parts, 'guestCode'>> {
  const bounds = new Bounds();
  const readScript = ownScripts((run) => {
    const value = aside(run);
    bounds.answered(value);
    return value;
  }, unpack);
  const readCalled = (called: Called): readonly Request[] => {
    refuses?.(called);
    return requestsOf(called, readScript);
  };
  const running = { engine, recorder, lines, files: files ?? null, requestsOf: readCalled, asks: bounds.ask };
  const [own, check] = [ownLock(running), ownCheck(running)];
  const lock = files === undefined ? own : ({ ...own, service: fileService } as const);
  return {
    ...parts,
    commands: bounds.counted(everyCommand),
    sessions,
    ...(files !== undefined && { services: { ...parts.services, [fileService]: filesFor(parts, files) } }),
    locks: new Map([...parts.locks, [lock.id, lock]]),
    resources: new Map([...parts.resources, [check.id, check]]),
    guestCode: () => {
      bounds.begin();
      files?.begin();
      const rest = engine.beginRun();
      return () => {
        rest();
        bounds.check();
      };
    },
  };
}

/** Locks of the playground keep their own file system in the same world. */
const filesFor =
  ({ services }: Parts, files: RunFiles): MakeServiceProcess =>
  (world, index, id, settings) => {
    const make = 'files' in settings ? files.make : services[fileService];
    if (make === undefined) throw new Error('These parts have no file system.');
    return make(world, index, id, settings);
  };
