/** Every command that the simulated Redis knows, by name. Waiting, subscribing and replication are the node's, not here. */
import type { Command } from './command';
import { expiryCommands } from './expiry';
import { hashCommands } from './hashes';
import { listCommands } from './lists';
import { serverCommands } from './server';
import { stringCommands } from './strings';

export const commandTable: ReadonlyMap<string, Command> = new Map(
  Object.entries({ ...stringCommands, ...expiryCommands, ...hashCommands, ...listCommands, ...serverCommands }),
);

/** @returns undefined for a command that is not known. Redis takes names in any case. */
export const findCommand = (name: string): Command | undefined =>
  commandTable.get(name) ?? commandTable.get(name.toUpperCase());
