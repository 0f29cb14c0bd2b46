/**
 * The commands that the simulated Redis knows. Waiting, subscribing and replication belong to the node and are not
 * here.
 */
import type { Commands } from '../parts';
import type { Command } from './command';
import { byValue, delex } from './comparing';
import { expiryCommands } from './expiry';
import { hashCommands } from './hashes';
import { listCommands } from './lists';
import { rareCommands } from './rareCommands';
import { serverCommands } from './server';
import { stringCommands } from './strings';

export const commands: Commands = new Map(
  Object.entries({
    ...stringCommands,
    ...expiryCommands,
    ...serverCommands,
    ...rareCommands,
    ...hashCommands,
    ...listCommands,
    DELEX: delex(byValue),
  }),
);

/**
 * Finds a command by its name, in upper or lower case as in Redis.
 *
 * @returns undefined for an unknown command.
 */
export const findCommand = (commandTable: Commands, name: string): Command | undefined =>
  commandTable.get(name) ?? commandTable.get(name.toUpperCase());
