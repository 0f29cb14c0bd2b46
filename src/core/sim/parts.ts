/**
 * Everything that a run looks up by name, as one readonly value. `run/parts.ts` joins it. A name that it lacks does
 * not exist for the run: the parser refuses a scenario with that name, and the simulator throws.
 */
import type { FaultProgram } from '../faults/program';
import type { ServiceKind } from '../model/scenario/lockFacts';
import type { NamedParts } from '../model/scenario/parts';
import type { ProcessId } from '../model/scenario/processId';
import type { Machine } from './machine';
import type { Message } from './message';
import type { Command } from './redis/command';
import type { Change } from './redis/entry';
import type { RedisNode } from './redisNode';
import type { World } from './world';

/** Makes the process in which a service runs, or one of its members. `settings` are its lock's. */
export type MakeServiceProcess = (
  world: World,
  index: number,
  id: ProcessId,
  settings: Readonly<Record<string, unknown>>,
) => Machine;

/** The sentinels of a world, which watch its servers. */
export interface Sentinels {
  readonly make: (world: World, index: number, id: ProcessId) => Machine;
  /** Called once all processes exist: servers learn what to refuse and report, and sentinels what to watch. */
  readonly begin: (world: World) => void;
}

/** What a Redis server remembers of its connections, and of the scripts that were sent to it. */
export interface Sessions {
  /** Answers a message if the answer depends on this state, and returns whether it did. */
  readonly take: (message: Message) => boolean;
  /** Called when keys have changed. */
  readonly saw: (changes: readonly Change[]) => void;
  /** Called when the server has ended. */
  readonly forget: () => void;
}

/** A Redis server's commands by name, in capitals. */
export type Commands = ReadonlyMap<string, Command>;

export interface Parts extends NamedParts<FaultProgram> {
  readonly commands: Commands;
  /** The services besides Redis. */
  readonly services: Readonly<Partial<Record<ServiceKind, MakeServiceProcess>>>;
  /**
   * Begins a run with user code, and returns the function that lets that code run until all of it waits. Absent: these
   * parts have no user code.
   */
  readonly guestCode?: () => () => void;
  /** Absent: no lock of these parts uses a transaction or sends a script by its digest. */
  readonly sessions?: (world: World, node: RedisNode) => Sessions;
  /** Null: these parts have no sentinels. */
  readonly sentinels: Sentinels | null;
}
