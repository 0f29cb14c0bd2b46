/** Runs a script's model inside a server. Nothing interrupts it, and the first failing command ends it. */
import { type Argument, type Request, ScriptFailed, type Value } from '../../model/effects/request';
import type { Commands } from '../parts';
import { type Answer, failure, notAllowedInScripts, success, unknownInScripts, wrongArityInScripts } from './answers';
import { acceptsCount, type Command } from './command';
import { findCommand } from './commands';
import type { Store } from './store';

/** The object `redis` inside a script. */
export type Call = (name: string, ...args: Argument[]) => Value;

/** Commands of the node that a script may not use. The command table does not contain them. */
const refusedNodeCommands: ReadonlySet<string> = new Set(['SUBSCRIBE', 'UNSUBSCRIBE', 'WAIT', 'EVAL', 'EVALSHA']);

/** Makes the function with which scripts run commands on this store. It is made once per store. */
export function createCall(store: Store, commands: Commands): Call {
  return (name, ...args) => {
    const answer = callCommand(store, findCommand(commands, name), name, args);
    if (answer.kind === 'error') throw new ScriptFailed(answer.message);
    return answer.value;
  };
}

function callCommand(store: Store, command: Command | undefined, name: string, args: readonly Argument[]): Answer {
  if (command === undefined)
    return refusedNodeCommands.has(name.toUpperCase()) ? notAllowedInScripts : unknownInScripts;
  if (!acceptsCount(command, args.length)) return wrongArityInScripts;
  return command.refusedInScripts ? notAllowedInScripts : command.execute(store, args);
}

/**
 * Runs a script. What it wrote before a command failed stays written, as in Redis. The error is the command's own:
 * Redis appends the script's digest and line, which a model does not have.
 */
export function runScript({ script, keys, args }: NonNullable<Request['script']>, call: Call): Answer {
  if (script.run === undefined) throw new Error(`The script ${script.name} has no model.`);
  try {
    return success(toInteger(script.run(call, keys, args)));
  } catch (error) {
    if (error instanceof ScriptFailed) return failure(error.message);
    throw error;
  }
}

/** Redis cuts the fraction off a number that a script returns. */
function toInteger(value: Value): Value {
  if (typeof value === 'number') return Math.trunc(value);
  return Array.isArray(value) ? value.map(toInteger) : value;
}
