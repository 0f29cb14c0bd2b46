/** Commands on hashes, where re-entrant locks keep their hold counts. */
import {
  type Answer,
  hashValueNotAnInteger,
  integer,
  notAnInteger,
  nothing,
  success,
  wouldOverflow,
  wrongArity,
  wrongType,
} from './answers';
import type { Command } from './command';
import type { HashEntry } from './entry';
import { addIntegers, parseInteger, text } from './integer';
import type { Store } from './store';

const noFields: ReadonlyMap<string, string> = new Map();
const absent: HashEntry = { type: 'hash', fields: noFields, expireAtMs: -1 };

/**
 * The hash at a key. A missing key is an empty hash.
 *
 * @returns null if the key holds another type.
 */
export function findHash(store: Store, key: string): HashEntry | null {
  const entry = store.find(key) ?? absent;
  return entry.type === 'hash' ? entry : null;
}

const hset: Command = {
  arity: -4,
  execute: (store, args) => {
    if (args.length % 2 === 0) return wrongArity('hset');
    const key = text(args[0]);
    const hash = findHash(store, key);
    if (hash === null) return wrongType;
    const fields = new Map(hash.fields);
    for (let index = 1; index < args.length; index += 2) fields.set(text(args[index]), text(args[index + 1]));
    store.write(key, { type: 'hash', fields, expireAtMs: hash.expireAtMs });
    return integer(fields.size - hash.fields.size);
  },
};

const hget: Command = {
  arity: 3,
  execute: (store, args) => {
    const value = findHash(store, text(args[0]));
    if (value === null) return wrongType;
    const field = value.fields.get(text(args[1]));
    return field === undefined ? nothing : success(field);
  },
};

const hexists: Command = {
  arity: 3,
  execute: (store, args) => {
    const hash = findHash(store, text(args[0]));
    return hash === null ? wrongType : integer(hash.fields.has(text(args[1])) ? 1 : 0);
  },
};

const hgetall: Command = {
  arity: 2,
  execute: (store, args) => {
    const hash = findHash(store, text(args[0]));
    return hash === null ? wrongType : success([...hash.fields].flat());
  },
};

const hincrby: Command = {
  arity: 4,
  execute: (store, args): Answer => {
    if (Number.isNaN(parseInteger(args[2]))) return notAnInteger;
    const key = text(args[0]);
    const hash = findHash(store, key);
    if (hash === null) return wrongType;
    const field = text(args[1]);
    const old = hash.fields.get(field) ?? '0';
    if (Number.isNaN(parseInteger(old))) return hashValueNotAnInteger;
    const sum = addIntegers(old, text(args[2]));
    if (sum === null) return wouldOverflow;
    const fields = new Map(hash.fields).set(field, sum);
    store.write(key, { type: 'hash', fields, expireAtMs: hash.expireAtMs });
    return integer(Number(sum));
  },
};

const hdel: Command = {
  arity: -3,
  execute: (store, args) => {
    const key = text(args[0]);
    const hash = findHash(store, key);
    if (hash === null) return wrongType;
    const fields = new Map(hash.fields);
    for (let index = 1; index < args.length; index++) fields.delete(text(args[index]));
    const deletedCount = hash.fields.size - fields.size;
    if (deletedCount === 0) return integer(0);
    if (fields.size === 0) store.remove(key, 'deleted');
    else store.write(key, { type: 'hash', fields, expireAtMs: hash.expireAtMs });
    return integer(deletedCount);
  },
};

export const hashCommands: Readonly<Record<string, Command>> = {
  HSET: hset,
  HGET: hget,
  HEXISTS: hexists,
  HGETALL: hgetall,
  HINCRBY: hincrby,
  HDEL: hdel,
};
