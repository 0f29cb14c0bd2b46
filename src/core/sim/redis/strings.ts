/** Commands on strings: SET, GET, and the counter. */
import type { Argument } from '../../model/effects/request';
import {
  type Answer,
  integer,
  invalidExpireTime,
  notAnInteger,
  nothing,
  okText,
  success,
  syntaxError,
  wouldOverflow,
  wrongType,
} from './answers';
import type { Command } from './command';
import { byValue, type Comparison, type Comparisons, meets } from './comparing';
import type { Entry } from './entry';
import { type ExpiryUnit, expiryUnits, toExpireAtMs } from './expiry';
import { addIntegers, parseInteger, text } from './integer';
import type { Store } from './store';

/** `SET key value [NX | XX | IFEQ given | …] [GET] [EX s | … | KEEPTTL]`, with the conditions that a server knows. */
export const set = (comparisons: Comparisons): Command => ({
  arity: -3,
  execute: (store, args) => {
    const options = parseOptions(args, comparisons);
    if (options === null) return syntaxError;
    let expireAtMs = -1;
    if (options.unit !== null) {
      const amount = parseInteger(options.amount);
      if (Number.isNaN(amount)) return notAnInteger;
      expireAtMs = amount <= 0 ? Number.NaN : toExpireAtMs(amount, options.unit, store.nowMs);
      if (Number.isNaN(expireAtMs)) return invalidExpireTime('set');
    }
    const key = text(args[0]);
    const old = store.find(key);
    if (options.answersOld && old !== undefined && old.type !== 'string') return wrongType;
    const oldValue = options.answersOld ? stringOf(old) : null;
    if (options.condition === 'NX' ? old !== undefined : options.condition === 'XX' && old === undefined)
      return oldValue ?? nothing;
    if (options.keepsTtl && old !== undefined) expireAtMs = old.expireAtMs;
    const { comparison } = options;
    if (comparison !== null) {
      const met = old === undefined ? comparison.holdsWithoutKey : meets(comparison, old, options.operand);
      if (met === false) return oldValue ?? nothing;
      if (met !== true) return met;
    }
    store.write(key, { type: 'string', value: text(args[1]), expireAtMs });
    return oldValue ?? okText;
  },
});

interface SetOptions {
  condition: 'NX' | 'XX' | null;
  comparison: Comparison | null;
  /** What the value is compared with. */
  operand: Argument | undefined;
  answersOld: boolean;
  keepsTtl: boolean;
  unit: ExpiryUnit | null;
  amount: Argument | undefined;
}

/**
 * Reads the options of SET. The same word twice is not an error, except for a comparison, of which there is only one.
 * Redis 8.4 to 8.8 take NX or XX after a comparison; 8.10 and Valkey refuse them in any order, as here.
 *
 * @returns null on a syntax error: an unknown word, or two that exclude each other.
 */
function parseOptions(args: readonly Argument[], comparisons: Comparisons): SetOptions | null {
  const options: SetOptions = { ...noOptions };
  for (let index = 2; index < args.length; index++) {
    const arg = args[index];
    const word = arg === 'NX' || arg === 'PX' ? arg : text(arg).toUpperCase();
    if (word === 'NX' || word === 'XX') {
      if (options.comparison !== null || (options.condition !== null && options.condition !== word)) return null;
      options.condition = word;
    } else if (word === 'GET') options.answersOld = true;
    else if (word === 'KEEPTTL') {
      if (options.unit !== null) return null;
      options.keepsTtl = true;
    } else {
      const unit = word === 'PX' ? word : expiryUnits.get(word);
      const comparison = unit === undefined ? comparisons.get(word) : undefined;
      if (comparison !== undefined) {
        if (options.condition !== null || options.comparison !== null || index + 1 === args.length) return null;
        options.comparison = comparison;
        options.operand = args[++index];
        continue;
      }
      if (unit === undefined || options.keepsTtl || index + 1 === args.length) return null;
      if (options.unit !== null && options.unit !== unit) return null;
      options.unit = unit;
      options.amount = args[++index];
    }
  }
  return options;
}

const noOptions: SetOptions = {
  ...{ condition: null, comparison: null, operand: undefined, answersOld: false, keepsTtl: false },
  ...{ unit: null, amount: undefined },
};

const get: Command = { arity: 2, execute: (store, args) => stringOf(store.find(text(args[0]))) };

export const stringOf = (entry: Entry | undefined): Answer => {
  if (entry === undefined) return nothing;
  return entry.type === 'string' ? success(entry.value) : wrongType;
};

const incr: Command = { arity: 2, execute: (store, args) => increment(store, text(args[0]), 1) };

/** Adds to a counter. It is kept as text, because GET answers with a string. */
export function increment(store: Store, key: string, by: Argument): Answer {
  const old = store.find(key);
  if (old !== undefined && old.type !== 'string') return wrongType;
  if (old !== undefined && Number.isNaN(parseInteger(old.value))) return notAnInteger;
  const sum = addIntegers(old?.value ?? '0', text(by));
  if (sum === null) return wouldOverflow;
  store.write(key, { type: 'string', value: sum, expireAtMs: old?.expireAtMs ?? -1 });
  return integer(Number(sum));
}

export const stringCommands: Readonly<Record<string, Command>> = {
  SET: set(byValue),
  GET: get,
  INCR: incr,
};
