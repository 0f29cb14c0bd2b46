/**
 * Every command that the simulated Redis knows, by name. Waiting, subscribing and replication belong to the node and
 * are not here.
 */
import type { Command } from './command';
import { expiryCommands } from './expiry';
import { hashCommands } from './hashes';
import { listCommands } from './lists';
import { serverCommands } from './server';
import { stringCommands } from './strings';

export const commandTable: ReadonlyMap<string, Command> = new Map(
  Object.entries({ ...stringCommands, ...expiryCommands, ...hashCommands, ...listCommands, ...serverCommands }),
);

/**
 * The command with a name, in any case as in Redis.
 *
 * @returns undefined for a command that is not known.
 */
export const findCommand = (name: string): Command | undefined =>
  commandTable.get(name) ?? commandTable.get(name.toUpperCase());
