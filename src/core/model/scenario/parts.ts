/**
 * The parts that the parser, a form and a client's program get: the locks, the libraries, the resources, the client's
 * program and the kinds of faults. A run needs more (`sim/parts.ts`).
 */
import type { Program } from '../effects/effect';
import type { Micros } from '../values/time';
import type { KindOfFault } from './faultKind';
import type { Fields, ValuesOf } from './fields';
import type { Lock, LockContext } from './lock';
import type { ProcessId } from './processId';
import type { Profile } from './profile';
import type { Resource, ResourceContext } from './resource';
import type { Settings, WhenLost } from './scenario';

/** Everything that a client's program needs to run its rounds. */
export interface ClientContext {
  readonly me: ProcessId;
  /** Counted from 1. */
  readonly number: number;
  /**
   * How long after the beginning of this life the client starts, in microseconds. 0 for a client that comes back later
   * than that.
   */
  readonly startsIn: Micros;
  readonly settings: Settings;
  /** The reaction of this client to the notice that its lock is lost. */
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

/**
 * Everything that a scenario names, by its id. A parser needs only the shapes of the faults; a run needs their
 * programs too.
 */
export interface NamedParts<Kind extends KindOfFault = KindOfFault> {
  /** This list and the others are in the order in which they are shown. */
  readonly locks: ReadonlyMap<string, Lock>;
  /** Libraries: locks with the library's own values. */
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly client: ClientProgram;
  readonly faults: ReadonlyMap<string, Kind>;
}

/** The name of the protected resource. */
export const resourceKey = 'stock';

/** The names under which clients may lock it. */
export const resourceKeys = [resourceKey, 'stock-v2'] as const;

/** The name under which a client locks the resource. */
export const keyOf = ({ own }: Settings, me: ProcessId): string => own?.[me]?.key ?? resourceKey;

/** The process of the resource. */
export const storageProcess: ProcessId = 'storage';
