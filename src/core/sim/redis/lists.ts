/**
 * Commands on lists, which locks use to wake waiting clients. Nothing blocks here: BLPOP pops or answers null, and
 * the node does the waiting.
 */
import type { Argument } from '../../model/effects/request';
import {
  type Answer,
  emptyArray,
  integer,
  notAnInteger,
  nothing,
  notPositive,
  success,
  timeoutNegative,
  timeoutNotAFloat,
  wrongArity,
  wrongType,
} from './answers';
import type { Command } from './command';
import type { ListEntry } from './entry';
import { parseInteger, text } from './integer';
import type { Store } from './store';

type Side = 'head' | 'tail';

const absent: ListEntry = { type: 'list', items: [], expireAtMs: -1 };

/**
 * The list at a key. A missing key is an empty list.
 *
 * @returns null if the key holds another type.
 */
export function findList(store: Store, key: string): ListEntry | null {
  const entry = store.find(key) ?? absent;
  return entry.type === 'list' ? entry : null;
}

/** Values are pushed one by one: `LPUSH list a b` leaves b at the head. */
const push = (side: Side): Command => ({
  arity: -3,
  execute: (store, args) => {
    const key = text(args[0]);
    const list = findList(store, key);
    if (list === null) return wrongType;
    const pushed = args.slice(1).map(text);
    const items = side === 'head' ? [...pushed.reverse(), ...list.items] : [...list.items, ...pushed];
    store.write(key, { type: 'list', items, expireAtMs: list.expireAtMs });
    return integer(items.length);
  },
});

/** Writes the rest of a list. An empty list removes the key. */
export function writeRest(store: Store, key: string, list: ListEntry, items: readonly string[]): void {
  if (items.length === 0) store.remove(key, 'deleted');
  else store.write(key, { ...list, items });
}

/** LPOP, RPOP */
export const popAt = (side: Side): Command => ({
  arity: -2,
  execute: (store, args) => {
    if (args.length > 2) return wrongArity(side === 'head' ? 'lpop' : 'rpop');
    const hasCount = args.length === 2;
    const count = hasCount ? parseInteger(args[1]) : 1;
    if (!(count >= 0)) return notPositive;
    const key = text(args[0]);
    const list = findList(store, key);
    if (list === null) return wrongType;
    if (list.items.length === 0) return nothing;
    if (count === 0) return emptyArray;
    const popped = pop(store, key, list, side, count);
    return success(hasCount ? popped : (popped[0] ?? null));
  },
});

function pop(store: Store, key: string, list: ListEntry, side: Side, count: number): readonly string[] {
  const { items } = list;
  const from = Math.max(0, items.length - count);
  writeRest(store, key, list, side === 'head' ? items.slice(count) : items.slice(0, from));
  return side === 'head' ? items.slice(0, count) : items.slice(from).reverse();
}

/** BLPOP, BRPOP: key and item from the first list that has an item, or null if all are empty. */
export const blockingPopAt = (side: Side): Command => ({
  arity: -3,
  refusedInScripts: true,
  execute: (store, args) => refuseTimeout(text(args.at(-1))) ?? popFirst(store, args.slice(0, -1), side),
});

function popFirst(store: Store, keys: readonly Argument[], side: Side): Answer {
  for (const arg of keys) {
    const key = text(arg);
    const list = findList(store, key);
    if (list === null) return wrongType;
    if (list.items.length > 0) return success([key, ...pop(store, key, list, side, 1)]);
  }
  return nothing;
}

export function refuseTimeout(seconds: string): Answer | null {
  if (seconds === '' || seconds.trim() !== seconds || Number.isNaN(Number(seconds))) return timeoutNotAFloat;
  return Number(seconds) < 0 ? timeoutNegative : null;
}

const llen: Command = {
  arity: 2,
  execute: (store, args) => {
    const list = findList(store, text(args[0]));
    return list === null ? wrongType : integer(list.items.length);
  },
};

/**
 * The items between two indices, the second and third argument. Both ends are included; negative indices count from
 * the tail.
 *
 * @returns null if they are no integers.
 */
export function rangeOf(args: readonly Argument[]): (<T>(items: readonly T[]) => readonly T[]) | null {
  const start = parseInteger(args[1]);
  const stop = parseInteger(args[2]);
  if (Number.isNaN(start) || Number.isNaN(stop)) return null;
  return (items) => items.slice(start, Math.max(stop < 0 ? items.length + stop + 1 : stop + 1, 0));
}

const lrange: Command = {
  arity: 4,
  execute: (store, args) => {
    const range = rangeOf(args);
    if (range === null) return notAnInteger;
    const list = findList(store, text(args[0]));
    return list === null ? wrongType : success(range(list.items));
  },
};

export const listCommands: Readonly<Record<string, Command>> = {
  LPUSH: push('head'),
  RPUSH: push('tail'),
  LPOP: popAt('head'),
  BLPOP: blockingPopAt('head'),
  LLEN: llen,
  LRANGE: lrange,
};
