/**
 * All that a run looks up by a name, as one readonly value. `run/parts.ts` joins it. What is not in it does not exist for
 * the run: a scenario that names it is refused by the parser, and throws in the simulator.
 */
import type { FaultProgram } from '../faults/program';
import type { ServiceKind } from '../model/lock';
import type { NamedParts } from '../model/parts';
import type { ProcessId } from '../model/scenario';
import type { Machine } from './machine';
import type { Message } from './message';
import type { Command } from './redis/command';
import type { Change } from './redis/entry';
import type { RedisNode } from './redisNode';
import type { World } from './world';

/** Makes the process in which a service runs, or one of its members. `settings` are those of its lock. */
export type MakeServiceProcess = (
  world: World,
  index: number,
  id: ProcessId,
  settings: Readonly<Record<string, unknown>>,
) => Machine;

/** The sentinels of a world, which watch its servers. */
export interface Sentinels {
  /** Makes the process of a sentinel. */
  readonly make: (world: World, index: number, id: ProcessId) => Machine;
  /** Called once all processes are there: servers learn what they refuse and report, and sentinels what they watch. */
  readonly begin: (world: World) => void;
}

/** What a Redis server remembers of its connections, and of the scripts that it was sent. */
export interface Sessions {
  /** Answers what depends on that, and says whether it did. */
  readonly take: (message: Message) => boolean;
  /** Keys have changed. */
  readonly saw: (changes: readonly Change[]) => void;
  /** The server has ended. */
  readonly forget: () => void;
}

/** The commands of a Redis server by their names, in capitals. */
export type Commands = ReadonlyMap<string, Command>;

export interface Parts extends NamedParts<FaultProgram> {
  readonly commands: Commands;
  /** The services beside Redis. */
  readonly services: Readonly<Partial<Record<ServiceKind, MakeServiceProcess>>>;
  /**
   * Begins a run with code that is no program, and returns what lets that code run until all of it waits. Absent: these
   * parts have no such code.
   */
  readonly foreign?: () => () => void;
  /** Absent: no lock of these parts has a transaction, or sends a script by its digest. */
  readonly sessions?: (world: World, node: RedisNode) => Sessions;
  /** Null: these parts have none. */
  readonly sentinels: Sentinels | null;
}
