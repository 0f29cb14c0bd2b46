/**
 * Commands that few locks use: the older relatives of SET, queries of a time to live, and commands of the server
 * itself.
 */
import { integer, notAnInteger, success, wrongArity } from './answers';
import type { Command } from './command';
import { withExpiry } from './entry';
import { parseInteger, text } from './integer';
import { increment, stringOf } from './strings';

const setnx: Command = {
  arity: 3,
  execute: (store, args) => {
    const key = text(args[0]);
    if (store.find(key) !== undefined) return integer(0);
    store.write(key, { type: 'string', value: text(args[1]), expireAtMs: -1 });
    return integer(1);
  },
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

const incrby: Command = {
  arity: 3,
  execute: (store, args) => {
    const by = args[1] ?? '';
    return Number.isNaN(parseInteger(by)) ? notAnInteger : increment(store, text(args[0]), by);
  },
};

/** Seconds are rounded to the nearest, so a key with 400 ms left has a TTL of 0. */
const timeToLive = (unitMs: 1 | 1000): Command => ({
  arity: 2,
  execute: (store, args) => {
    const entry = store.find(text(args[0]));
    if (entry === undefined) return integer(-2);
    if (entry.expireAtMs === -1) return integer(-1);
    return integer(Math.floor((entry.expireAtMs - store.nowMs + unitMs / 2) / unitMs));
  },
});

const persist: Command = {
  arity: 2,
  execute: (store, args) => {
    const key = text(args[0]);
    const entry = store.find(key);
    if (entry === undefined || entry.expireAtMs === -1) return integer(0);
    store.write(key, withExpiry(entry, -1));
    return integer(1);
  },
};

/** A key that is named twice counts twice. */
const exists: Command = {
  arity: -2,
  execute: (store, args) => {
    let count = 0;
    for (const arg of args) if (store.find(text(arg)) !== undefined) count++;
    return integer(count);
  },
};

const ping: Command = {
  arity: -1,
  execute: (_store, args) => {
    if (args.length > 1) return wrongArity('ping');
    return success(args.length === 0 ? 'PONG' : text(args[0]));
  },
};

/** Seconds since 1970, and the microseconds of the current second, both as text. */
const time: Command = {
  arity: 1,
  execute: ({ nowMicros }) => {
    const micros = nowMicros % 1_000_000;
    return success([String((nowMicros - micros) / 1_000_000), String(micros)]);
  },
};

const publish: Command = {
  arity: 3,
  execute: (store, args) => integer(store.publish(text(args[0]), text(args[1]))),
};

export const rareCommands: Readonly<Record<string, Command>> = {
  SETNX: setnx,
  GETSET: getset,
  INCRBY: incrby,
  TTL: timeToLive(1000),
  PTTL: timeToLive(1),
  PERSIST: persist,
  EXISTS: exists,
  PING: ping,
  TIME: time,
  PUBLISH: publish,
};
