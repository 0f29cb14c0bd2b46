/**
 * Compare and set, compare and delete, in one command: SET with a condition, DELEX, and Valkey's DELIFEQ. Where the
 * servers differ, this is Redis 8.4 to 8.10. Source: its db.c, and redis.io on SET, DELEX and DIGEST.
 */
import type { Argument } from '../../model/effects/request';
import { type Answer, failure, integer, wrongArity, wrongType } from './answers';
import type { Command } from './command';
import type { Entry } from './entry';
import { text } from './integer';
import { del } from './server';

/** What a word such as IFEQ requires of a key's value. */
export interface Comparison {
  /** Whether SET creates a key that is missing. DELEX finds nothing to delete. */
  readonly holdsWithoutKey: boolean;
  readonly holds: (value: string, operand: string) => boolean;
  /** The error for an invalid operand. A server checks the operand only if the key exists. */
  readonly refusalOf?: (operand: string) => Answer | null;
}
export type Comparisons = ReadonlyMap<string, Comparison>;

/** Values are compared as bytes: `0123` is not `123`. */
export const byValue: Comparisons = new Map([
  ['IFEQ', { holdsWithoutKey: false, holds: (value, operand) => value === operand }],
  ['IFNE', { holdsWithoutKey: true, holds: (value, operand) => value !== operand }],
]);

const notAString = failure('ERR Key should be of string type if conditions are specified');
const invalidCondition = failure('ERR Invalid condition. Use IFEQ, IFNE, IFDEQ, or IFDNE');

/**
 * `DELEX key [IFEQ | IFNE | IFDEQ | IFDNE given]`; without a condition it is DEL. Valkey 9.2 needs the condition,
 * knows only IFEQ and IFNE, answers WRONGTYPE for a key that is no string, and a syntax error for another condition,
 * even if the key is missing.
 */
export const delex = (comparisons: Comparisons): Command => ({
  arity: -2,
  execute: (store, args) => {
    const [key = '', word, operand] = args;
    if (word === undefined) return del.execute(store, [key]);
    if (args.length !== 3) return wrongArity('delex');
    const entry = store.find(text(key));
    if (entry === undefined) return integer(0);
    if (entry.type !== 'string') return notAString;
    const comparison = comparisons.get(text(word).toUpperCase());
    if (comparison === undefined) return invalidCondition;
    const met = meets(comparison, entry, operand);
    if (typeof met !== 'boolean') return met;
    return met ? del.execute(store, [key]) : integer(0);
  },
});

/** Valkey's, since version 9.0. Redis does not have it. */
export const delifeq: Command = {
  arity: 3,
  execute: (store, args) => {
    const entry = store.find(text(args[0]));
    if (entry !== undefined && entry.type !== 'string') return wrongType;
    return entry?.value === text(args[1]) ? del.execute(store, args.slice(0, 1)) : integer(0);
  },
};

/** Whether a value meets a condition, or the server's error. */
export function meets(
  { holds, refusalOf }: Comparison,
  entry: Entry,
  argument: Argument | undefined,
): boolean | Answer {
  if (entry.type !== 'string') return wrongType;
  const operand = text(argument);
  return refusalOf?.(operand) ?? holds(entry.value, operand);
}
