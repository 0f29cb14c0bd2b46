/** The commands on hashes and lists, for `knowCommands`: re-entrant locks count in hashes, and waiters are woken by lists. */
import type { Command } from './command';
import { hashCommands } from './hashes';
import { listCommands } from './lists';

export const moreCommands: Readonly<Record<string, Command>> = { ...hashCommands, ...listCommands };
