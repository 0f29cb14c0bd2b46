/** Commands on sets. Members keep the order in which they were added; a real server has its own order. */
import { type Answer, integer, success, wrongType } from './answers';
import type { Command } from './command';
import type { SetEntry } from './entry';
import { text } from './integer';
import type { Store } from './store';

const noMembers: ReadonlySet<string> = new Set();
const absent: SetEntry = { type: 'set', members: noMembers, expireAtMs: -1 };

/** @returns null if the key holds another type. */
function findSet(store: Store, key: string): SetEntry | null {
  const entry = store.find(key) ?? absent;
  return entry.type === 'set' ? entry : null;
}

/** Adds or removes members, and answers their number. */
const changing = (change: (members: Set<string>, member: string) => unknown): Command => ({
  arity: -3,
  execute: (store, args) => {
    const key = text(args[0]);
    const set = findSet(store, key);
    if (set === null) return wrongType;
    const members = new Set(set.members);
    for (const arg of args.slice(1)) change(members, text(arg));
    const changedCount = Math.abs(members.size - set.members.size);
    if (changedCount === 0) return integer(0);
    if (members.size === 0) store.remove(key, 'deleted');
    else store.write(key, { ...set, members });
    return integer(changedCount);
  },
});

const reading = (arity: number, answer: (members: ReadonlySet<string>, member: string) => Answer): Command => ({
  arity,
  reads: true,
  execute: (store, args) => {
    const set = findSet(store, text(args[0]));
    return set === null ? wrongType : answer(set.members, text(args[1]));
  },
});

export const setCommands: Readonly<Record<string, Command>> = {
  SADD: changing((members, member) => members.add(member)),
  SREM: changing((members, member) => members.delete(member)),
  SISMEMBER: reading(3, (members, member) => integer(members.has(member) ? 1 : 0)),
  SMEMBERS: reading(2, (members) => success([...members])),
  SCARD: reading(2, (members) => integer(members.size)),
};
