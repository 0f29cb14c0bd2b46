/**
 * What the simulator, the parser and the page are handed: the locks, the resources, the client's program and the kinds
 * of faults.
 */
import type { Program } from './effect';
import type { KindOfFault } from './faultKind';
import type { Fields, ValuesOf } from './fields';
import type { Lock, LockContext } from './lock';
import type { Resource, ResourceContext } from './resource';
import type { ProcessId, Settings, WhenLost } from './scenario';
import type { Micros } from './time';

/** Everything that a client's program needs to run its rounds. */
export interface ClientContext {
  readonly me: ProcessId;
  /** Counted from 1. */
  readonly number: number;
  /**
   * How long after the beginning of this life the client starts, in microseconds. 0 for a client that comes back after
   * its time.
   */
  readonly startsIn: Micros;
  readonly settings: Settings;
  /** What this client does when it is told that its lock is lost. */
  readonly whenLost: Exclude<WhenLost, 'usual'>;
  readonly lock: Lock;
  readonly lockContext: Omit<LockContext<ValuesOf<Fields>>, 'hold'>;
  readonly resource: Resource;
  readonly resourceContext: Omit<ResourceContext<ValuesOf<Fields>>, 'timeout'>;
}

export interface ClientProgram {
  /** The labels that it yields with `step`. */
  readonly steps: readonly string[];
  readonly source: string;
  readonly run: (client: ClientContext) => Program;
}

/** A parser needs only the shapes of the faults. A run or a picture needs their programs too. */
export interface Registry<Kind extends KindOfFault = KindOfFault> {
  readonly locks: ReadonlyMap<string, Lock>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly client: ClientProgram;
  readonly faults: ReadonlyMap<string, Kind>;
  /** Puts a lock on the connections of a client. Absent: a page has not loaded it, and no scenario may ask for it yet. */
  readonly connect?: ((lock: Lock, settings: Settings, me: ProcessId) => Lock) | undefined;
}

/** The name of the one resource that is protected. */
export const resourceKey = 'stock';

/** Where the resource lives. */
export const storageProcess: ProcessId = 'storage';
