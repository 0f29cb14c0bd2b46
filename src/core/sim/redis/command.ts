/** A command of the simulated Redis: its arity, and its effect on a store. This file defines no command. */
import type { Argument } from '../../model/effects/request';
import type { Answer } from './answers';
import type { Store } from './store';

/** Runs with the number of arguments that the arity has checked. */
export type Execute = (store: Store, args: readonly Argument[]) => Answer;

export interface Command {
  /** As in Redis' COMMAND INFO: the name counts as one. A negative arity is the minimum. */
  readonly arity: number;
  readonly execute: Execute;
  readonly refusedInScripts?: true;
  /**
   * It changes nothing, so a replica executes it too. Set for the commands in `everyCommand.ts`; `sentinel/guard.ts`
   * lists the others.
   */
  readonly reads?: true;
}

export const acceptsCount = ({ arity }: Command, argCount: number): boolean =>
  arity > 0 ? argCount + 1 === arity : argCount + 1 >= -arity;
