/** Commands on strings: SET with all its options, GET, and the counter. */
import type { Argument } from '../../model/request';
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
import type { Entry } from './entry';
import { type ExpiryUnit, expiryUnits, toExpireAtMs } from './expiry';
import { addIntegers, parseInteger, text } from './integer';
import type { Store } from './store';

const set: Command = {
  arity: -3,
  execute: (store, args) => {
    const options = parseOptions(args);
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
    store.write(key, { type: 'string', value: text(args[1]), expireAtMs });
    return oldValue ?? okText;
  },
};

interface SetOptions {
  condition: 'NX' | 'XX' | null;
  answersOld: boolean;
  keepsTtl: boolean;
  unit: ExpiryUnit | null;
  amount: Argument | undefined;
}

/**
 * Reads the options of SET. The same word twice is not an error.
 *
 * @returns null on a syntax error: an unknown word, or two that exclude each other.
 */
function parseOptions(args: readonly Argument[]): SetOptions | null {
  const options: SetOptions = { condition: null, answersOld: false, keepsTtl: false, unit: null, amount: undefined };
  for (let index = 2; index < args.length; index++) {
    const arg = args[index];
    const word = arg === 'NX' || arg === 'PX' ? arg : text(arg).toUpperCase();
    if (word === 'NX' || word === 'XX') {
      if (options.condition !== null && options.condition !== word) return null;
      options.condition = word;
    } else if (word === 'GET') options.answersOld = true;
    else if (word === 'KEEPTTL') {
      if (options.unit !== null) return null;
      options.keepsTtl = true;
    } else {
      const unit = word === 'PX' ? word : expiryUnits.get(word);
      if (unit === undefined || options.keepsTtl || index + 1 === args.length) return null;
      if (options.unit !== null && options.unit !== unit) return null;
      options.unit = unit;
      options.amount = args[++index];
    }
  }
  return options;
}

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
  SET: set,
  GET: get,
  INCR: incr,
};
