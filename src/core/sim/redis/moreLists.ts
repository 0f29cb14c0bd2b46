/** More commands on hashes and lists. The others are in `hashes.ts` and `lists.ts`. */
import {
  type Answer,
  integer,
  notAnInteger,
  nothing,
  okText,
  success,
  syntaxError,
  wrongArity,
  wrongType,
} from './answers';
import type { Command } from './command';
import { findHash, hashCommands } from './hashes';
import { parseInteger, text } from './integer';
import { blockingPopAt, findList, popAt, rangeOf, writeRest } from './lists';

const hsetnx: Command = {
  arity: 4,
  execute: (store, args) => {
    const [key, field] = [text(args[0]), text(args[1])];
    const hash = findHash(store, key);
    if (hash === null) return wrongType;
    if (hash.fields.has(field)) return integer(0);
    store.write(key, { ...hash, fields: new Map(hash.fields).set(field, text(args[2])) });
    return integer(1);
  },
};

/** HSET with an older answer. */
const hmset: Command = {
  arity: -4,
  execute: (store, args) => {
    if (args.length % 2 === 0) return wrongArity('hmset');
    const answer = hashCommands['HSET']?.execute(store, args);
    return answer?.kind === 'ok' ? okText : wrongType;
  },
};

const hmget: Command = {
  arity: -3,
  reads: true,
  execute: (store, args) => {
    const hash = findHash(store, text(args[0]));
    return hash === null ? wrongType : success(args.slice(1).map((field) => hash.fields.get(text(field)) ?? null));
  },
};

const ofHash = (answer: (fields: ReadonlyMap<string, string>) => Answer): Command => ({
  arity: 2,
  reads: true,
  execute: (store, args) => {
    const hash = findHash(store, text(args[0]));
    return hash === null ? wrongType : answer(hash.fields);
  },
});

const lindex: Command = {
  arity: 3,
  reads: true,
  execute: (store, args) => {
    const list = findList(store, text(args[0]));
    if (list === null) return wrongType;
    // A real server looks for the key first, and reads the index only if there is a list.
    if (list.items.length === 0) return nothing;
    const index = parseInteger(args[1]);
    return Number.isNaN(index) ? notAnInteger : success(list.items.at(index) ?? null);
  },
};

/** `LPOS key value`: the index of the first one. The options are left out. */
const lpos: Command = {
  arity: -3,
  reads: true,
  execute: (store, args) => {
    if (args.length > 2) return syntaxError;
    const list = findList(store, text(args[0]));
    if (list === null) return wrongType;
    const index = list.items.indexOf(text(args[1]));
    return index < 0 ? nothing : integer(index);
  },
};

/** `LTRIM key start stop` keeps what LRANGE answers. */
const ltrim: Command = {
  arity: 4,
  execute: (store, args) => {
    const range = rangeOf(args);
    if (range === null) return notAnInteger;
    const key = text(args[0]);
    const list = findList(store, key);
    if (list === null) return wrongType;
    if (list.items.length > 0) writeRest(store, key, list, range(list.items));
    return okText;
  },
};

/** `RPOPLPUSH from to`. Both may be the same list, which then rotates. */
const rpoplpush: Command = {
  arity: 3,
  execute: (store, args) => {
    const [from, to] = [text(args[0]), text(args[1])];
    const [source, target] = [findList(store, from), findList(store, to)];
    const item = source?.items.at(-1);
    // A real server looks at the target only if there is an item.
    if (source === null || (item !== undefined && target === null)) return wrongType;
    if (item === undefined || target === null) return nothing;
    const rest = source.items.slice(0, -1);
    if (from === to) store.write(from, { ...source, items: [item, ...rest] });
    else {
      store.write(to, { ...target, items: [item, ...target.items] });
      writeRest(store, from, source, rest);
    }
    return success(item);
  },
};

/** `LREM key count value`. A count above 0 starts at the head, below 0 at the tail, and 0 removes all. */
const lrem: Command = {
  arity: 4,
  execute: (store, args) => {
    const count = parseInteger(args[1]);
    if (Number.isNaN(count)) return notAnInteger;
    const key = text(args[0]);
    const list = findList(store, key);
    if (list === null) return wrongType;
    const value = text(args[2]);
    let left = count === 0 ? list.items.length : Math.abs(count);
    const isKept = (item: string): boolean => item !== value || left-- <= 0;
    const items = count < 0 ? [...list.items].reverse().filter(isKept).reverse() : list.items.filter(isKept);
    const removedCount = list.items.length - items.length;
    if (removedCount > 0) writeRest(store, key, list, items);
    return integer(removedCount);
  },
};

export const moreListCommands: Readonly<Record<string, Command>> = {
  HSETNX: hsetnx,
  HMSET: hmset,
  HMGET: hmget,
  HLEN: ofHash((fields) => integer(fields.size)),
  HKEYS: ofHash((fields) => success([...fields.keys()])),
  HVALS: ofHash((fields) => success([...fields.values()])),
  RPOP: popAt('tail'),
  BRPOP: blockingPopAt('tail'),
  LINDEX: lindex,
  LREM: lrem,
  LPOS: lpos,
  LTRIM: ltrim,
  RPOPLPUSH: rpoplpush,
};
