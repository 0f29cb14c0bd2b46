/** What a command of the simulated Redis is: its arity and what it does to a store. Knows no single command. */
import type { Argument } from '../../model/request';
import type { Answer } from './answers';
import type { Store } from './store';

/** Runs with arguments whose number the arity has proved. */
export type Execute = (store: Store, args: readonly Argument[]) => Answer;

export interface Command {
  /** As in Redis' COMMAND INFO: the name counts; below zero it is the least number. */
  readonly arity: number;
  readonly execute: Execute;
  /** Redis refuses it inside a script. */
  readonly refusedInScripts?: true;
}

export const acceptsCount = ({ arity }: Command, argCount: number): boolean =>
  arity > 0 ? argCount + 1 === arity : argCount + 1 >= -arity;
