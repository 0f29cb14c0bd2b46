/** Commands on strings and on keys of any type that only other people's locks use. */

import type { Argument } from '../../model/effects/request';
import { toBytes } from '../../model/values/bytes';
import {
  type Answer,
  decrementWouldOverflow,
  integer,
  invalidExpireTime,
  notAnInteger,
  okText,
  success,
  syntaxError,
  wrongArity,
  wrongType,
} from './answers';
import type { Command } from './command';
import { withExpiry } from './entry';
import { type ExpiryUnit, expire, expiryUnits, toExpireAtMs } from './expiry';
import { parseInteger, text } from './integer';
import { serverCommands } from './server';
import type { Store } from './store';
import { increment, stringOf } from './strings';

const getdel: Command = {
  arity: 2,
  execute: (store, args) => {
    const key = text(args[0]);
    const entry = store.find(key);
    const answer = stringOf(entry);
    if (entry !== undefined && answer.kind === 'ok') store.remove(key, 'deleted');
    return answer;
  },
};

/** `GETEX key [EX s | PX ms | EXAT s | PXAT ms | PERSIST]`. */
const getex: Command = {
  arity: -2,
  execute: (store, args) => {
    const word = args.length === 1 ? null : text(args[1]).toUpperCase();
    const unit = word === null ? undefined : expiryUnits.get(word);
    if (word !== null && args.length !== (unit === undefined ? 2 : 3)) return syntaxError;
    if (word !== null && unit === undefined && word !== 'PERSIST') return syntaxError;
    const key = text(args[0]);
    const entry = store.find(key);
    const answer = stringOf(entry);
    if (entry === undefined || answer.kind !== 'ok' || word === null) return answer;
    const expireAtMs = unit === undefined ? -1 : expiryIn(args[2], unit, store, 'getex');
    if (typeof expireAtMs !== 'number') return expireAtMs;
    if (unit !== undefined && expireAtMs <= store.nowMs) store.remove(key, 'deleted');
    else if (expireAtMs !== entry.expireAtMs) store.write(key, withExpiry(entry, expireAtMs));
    return answer;
  },
};

function expiryIn(arg: Argument | undefined, unit: ExpiryUnit, store: Store, name: string): number | Answer {
  const amount = parseInteger(arg);
  if (Number.isNaN(amount)) return notAnInteger;
  const expireAtMs = amount <= 0 ? Number.NaN : toExpireAtMs(amount, unit, store.nowMs);
  return Number.isNaN(expireAtMs) ? invalidExpireTime(name) : expireAtMs;
}

const setWithExpiry = (name: string, unit: ExpiryUnit): Command => ({
  arity: 4,
  execute: (store, args) => {
    const expireAtMs = expiryIn(args[1], unit, store, name);
    if (typeof expireAtMs !== 'number') return expireAtMs;
    store.write(text(args[0]), { type: 'string', value: text(args[2]), expireAtMs });
    return okText;
  },
});

const mget: Command = {
  arity: -2,
  reads: true,
  execute: (store, args) =>
    success(
      args.map((arg) => {
        const entry = store.find(text(arg));
        return entry?.type === 'string' ? entry.value : null;
      }),
    ),
};

const mset = (name: string, isConditional: boolean): Command => ({
  arity: -3,
  execute: (store, args) => {
    if (args.length % 2 === 1) return wrongArity(name);
    const isTaken = (arg: Argument, i: number): boolean => i % 2 === 0 && store.find(text(arg)) !== undefined;
    if (isConditional && args.some(isTaken)) return integer(0);
    for (let i = 0; i < args.length; i += 2)
      store.write(text(args[i]), { type: 'string', value: text(args[i + 1]), expireAtMs: -1 });
    return isConditional ? integer(1) : okText;
  },
});

const decr: Command = { arity: 2, execute: (store, args) => increment(store, text(args[0]), -1) };

const decrby: Command = {
  arity: 3,
  execute: (store, args) => {
    if (Number.isNaN(parseInteger(args[1]))) return notAnInteger;
    const by = BigInt(text(args[1]));
    return by === -(2n ** 63n) ? decrementWouldOverflow : increment(store, text(args[0]), String(-by));
  },
};

const append: Command = {
  arity: 3,
  execute: (store, args) => {
    const key = text(args[0]);
    const old = store.find(key);
    if (old !== undefined && old.type !== 'string') return wrongType;
    const value = `${old?.value ?? ''}${text(args[1])}`;
    store.write(key, { type: 'string', value, expireAtMs: old?.expireAtMs ?? -1 });
    return integer(byteCount(value));
  },
};

const strlen: Command = {
  arity: 2,
  reads: true,
  execute: (store, args) => {
    const answer = stringOf(store.find(text(args[0])));
    return answer.kind === 'ok' ? integer(byteCount(String(answer.value ?? ''))) : answer;
  },
};

const byteCount = (value: string): number => toBytes(value).length;

/** When a key expires, since 1970. Seconds are rounded to the nearest. */
const expireTime = (unitMs: 1 | 1000): Command => ({
  arity: 2,
  reads: true,
  execute: (store, args) => {
    const entry = store.find(text(args[0]));
    if (entry === undefined) return integer(-2);
    if (entry.expireAtMs === -1) return integer(-1);
    return integer(Math.floor((entry.expireAtMs + unitMs / 2) / unitMs));
  },
});

const type: Command = {
  arity: 2,
  reads: true,
  execute: (store, args) => success(store.find(text(args[0]))?.type ?? 'none'),
};

const echo: Command = { arity: 2, reads: true, execute: (_store, args) => success(text(args[0])) };

export const moreStringCommands: Readonly<Record<string, Command>> = {
  GETDEL: getdel,
  GETEX: getex,
  SETEX: setWithExpiry('setex', 'EX'),
  PSETEX: setWithExpiry('psetex', 'PX'),
  MGET: mget,
  MSET: mset('mset', false),
  MSETNX: mset('msetnx', true),
  DECR: decr,
  DECRBY: decrby,
  APPEND: append,
  STRLEN: strlen,
  UNLINK: serverCommands['DEL'] as Command,
  EXPIREAT: expire('expireat', 'EXAT'),
  EXPIRETIME: expireTime(1000),
  PEXPIRETIME: expireTime(1),
  TYPE: type,
  ECHO: echo,
};
