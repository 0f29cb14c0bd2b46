/** Commands on strings: SET with all its options, its older relatives, and the counters. */
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
 * Reads the options of SET. The same word twice is no error.
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

const setnx: Command = {
  arity: 3,
  execute: (store, args) => {
    const key = text(args[0]);
    if (store.find(key) !== undefined) return integer(0);
    store.write(key, { type: 'string', value: text(args[1]), expireAtMs: -1 });
    return integer(1);
  },
};

const get: Command = { arity: 2, execute: (store, args) => stringOf(store.find(text(args[0]))) };

const stringOf = (entry: Entry | undefined): Answer => {
  if (entry === undefined) return nothing;
  return entry.type === 'string' ? success(entry.value) : wrongType;
};

const getset: Command = {
  arity: 3,
  execute: (store, args) => {
    const key = text(args[0]);
    const answer = stringOf(store.find(key));
    if (answer.kind === 'ok') store.write(key, { type: 'string', value: text(args[1]), expireAtMs: -1 });
    return answer;
  },
};

const incr: Command = { arity: 2, execute: (store, args) => increment(store, text(args[0]), 1) };

const incrby: Command = {
  arity: 3,
  execute: (store, args) => {
    const by = args[1] ?? '';
    return Number.isNaN(parseInteger(by)) ? notAnInteger : increment(store, text(args[0]), by);
  },
};

/** Adds to a counter. It is kept as text, because GET answers with a string. */
function increment(store: Store, key: string, by: Argument): Answer {
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
  SETNX: setnx,
  GET: get,
  GETSET: getset,
  INCR: incr,
  INCRBY: incrby,
};
