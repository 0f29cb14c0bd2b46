/**
 * The commands that the simulated Redis knows, by name. Those that only some locks need come with these locks
 * (`moreCommands.ts`), so that what a page loads first stays small. Waiting, subscribing and replication belong to the
 * node and are not here.
 */
import type { Command } from './command';
import { expiryCommands } from './expiry';
import { serverCommands } from './server';
import { stringCommands } from './strings';

const known = new Map<string, Command>(Object.entries({ ...stringCommands, ...expiryCommands, ...serverCommands }));

export const commandTable: ReadonlyMap<string, Command> = known;

export function knowCommands(more: Readonly<Record<string, Command>>): void {
  for (const [name, command] of Object.entries(more)) known.set(name, command);
}

/**
 * The command with a name, in any case as in Redis.
 *
 * @returns undefined for a command that is not known.
 */
export const findCommand = (name: string): Command | undefined =>
  commandTable.get(name) ?? commandTable.get(name.toUpperCase());
