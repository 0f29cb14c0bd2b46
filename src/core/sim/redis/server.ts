/** Commands that remove keys of any type. */
import { integer, okText, syntaxError } from './answers';
import type { Command } from './command';
import { text } from './integer';

export const del: Command = {
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

const flushall: Command = {
  arity: -1,
  execute: (store, args) => {
    const word = args.length === 0 ? 'SYNC' : text(args[0]).toUpperCase();
    if (args.length > 1 || (word !== 'SYNC' && word !== 'ASYNC')) return syntaxError;
    store.removeAll();
    return okText;
  },
};

export const serverCommands: Readonly<Record<string, Command>> = {
  DEL: del,
  FLUSHALL: flushall,
};
