/** More commands on hashes and lists. The others are in `hashes.ts` and `lists.ts`. */
import { type Answer, integer, notAnInteger, nothing, success, wrongType } from './answers';
import type { Command } from './command';
import { findHash } from './hashes';
import { parseInteger, text } from './integer';
import { blockingPopAt, findList, popAt, writeRest } from './lists';

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
  HMGET: hmget,
  HLEN: ofHash((fields) => integer(fields.size)),
  HKEYS: ofHash((fields) => success([...fields.keys()])),
  HVALS: ofHash((fields) => success([...fields.values()])),
  RPOP: popAt('tail'),
  BRPOP: blockingPopAt('tail'),
  LINDEX: lindex,
  LREM: lrem,
};
