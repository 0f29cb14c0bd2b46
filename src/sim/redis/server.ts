/** Commands on keys of any type and on the server itself. */
import { integer, okText, success, syntaxError, wrongArity } from './answers';
import type { Command } from './command';
import { text } from './integer';

const del: Command = {
  arity: -2,
  execute: (store, args) => {
    let count = 0;
    for (const arg of args) {
      const key = text(arg);
      if (store.find(key) === undefined) continue;
      store.remove(key, 'deleted');
      count++;
    }
    return integer(count);
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

const flushall: Command = {
  arity: -1,
  execute: (store, args) => {
    const word = args.length === 0 ? 'SYNC' : text(args[0]).toUpperCase();
    if (args.length > 1 || (word !== 'SYNC' && word !== 'ASYNC')) return syntaxError;
    store.removeAll();
    return okText;
  },
};

const ping: Command = {
  arity: -1,
  execute: (_store, args) => {
    if (args.length > 1) return wrongArity('ping');
    return success(args.length === 0 ? 'PONG' : text(args[0]));
  },
};

/** Seconds since 1970 and the microseconds of the second that has begun, both as text. */
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

export const serverCommands: Readonly<Record<string, Command>> = {
  DEL: del,
  EXISTS: exists,
  FLUSHALL: flushall,
  PING: ping,
  TIME: time,
  PUBLISH: publish,
};
