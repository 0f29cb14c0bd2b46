/** The commands that only some locks need, for `knowCommands`. Re-entrant locks count in hashes, and waiters are woken by lists. */
import type { Command } from './command';
import { hashCommands } from './hashes';
import { listCommands } from './lists';
import { rareCommands } from './rareCommands';

export const moreCommands: Readonly<Record<string, Command>> = { ...rareCommands, ...hashCommands, ...listCommands };
