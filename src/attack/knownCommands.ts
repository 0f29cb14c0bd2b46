/** Which commands the simulated server knows, and which of its scripts. */

import type { Command } from './resp/conversation';
import { commandsWithScripts, scriptOf } from './scripts';

/** Those of the node, which the table of commands does not hold. */
const ofNode: ReadonlySet<string> = new Set(['BLPOP', 'WAIT', 'UNSUBSCRIBE']);

export function isCommandKnown([name = '', first = '', second = '']: Command): boolean {
  if (name === 'EVAL') return scriptOf(first) !== undefined;
  if (name === 'SCRIPT' && first.toUpperCase() === 'LOAD') return scriptOf(second) !== undefined;
  return commandsWithScripts.has(name) || ofNode.has(name);
}
