/**
 * What the commands of a program mean, found out from a run without faults: which key is the lock, which key holds the
 * data, and what each command does for them. A key is a lock if a client makes it and removes it again, or if it is made
 * by a command that needs it to be absent.
 */
import { createHash } from 'node:crypto';
import type { Guard } from '../../core/model/scenario/resource';
import type { Ms } from '../../core/model/values/time';
import type { Change, Entry } from '../../core/sim/redis/entry';
import type { Command } from '../../sandbox/attack/resp/conversation';
import { goneSoon, keyOfId, type LockKey, type LockStep, separator, stateOf, withSteps } from './lockState';
import type { CommandEvent, Role, WorldEvent } from './worldEvents';

export interface Roles {
  /** Null: no key looks like a lock. */
  readonly lock: string | null;
  /** More keys that look like one. */
  readonly otherLocks: readonly string[];
  /** The keys with the data, in the order of their first write. With HTTP, none. */
  readonly data: readonly string[];
  /** The data are at the HTTP address. */
  readonly isHttp: boolean;
  /** What the storage compares at each access, so that two holders do no harm by themselves. Null: not at each. */
  readonly guard: Guard | null;
  /** How long the lock lasts at first. Null: it has no expiry. */
  readonly lease: Ms | null;
  /** What a command is for. Empty: neither for the lock nor for the data. */
  readonly of: (words: Command) => readonly Role[];
  /** The same for a command that was carried out. */
  readonly ofEvent: (event: CommandEvent, step: LockStep | null) => readonly Role[];
  /** When the lock is free. Null: there is none. */
  readonly lockKey: LockKey | null;
}

interface Named {
  readonly lock: string | null;
  readonly data: string | null;
}

/** @param named the keys that the user has named; null: to be found out */
export function rolesOf(events: readonly WorldEvent[], named: Named): Roles {
  const commands = events.filter((event): event is CommandEvent => event.kind === 'command');
  const isHttp = events.some(({ kind }) => kind === 'storage');
  const uses = usesOf(events);
  const locks = named.lock !== null ? [named.lock] : locksAmong(uses).filter((id) => id !== named.data);
  const [lock = null, ...otherLocks] = locks;
  const data = named.data !== null ? [named.data] : isHttp ? [] : dataAmong(uses, new Set(locks));
  const lockKey = lock === null ? null : { id: lock, free: freeStates(uses.get(lock)) };
  const ids = { lock: lockKey, data: new Set(data) };
  const roleSequences = new Map<string, readonly Role[]>();
  for (const { event, step } of withSteps(events, lockKey)) {
    const roles = byEffect(event, ids, step);
    const signature = signatureOf(event.words, ids);
    if (roles.length > 0 && signature !== null)
      roleSequences.set(signature, strongest(roleSequences.get(signature) ?? [], roles));
  }
  const of = (words: Command): readonly Role[] => roleSequences.get(signatureOf(words, ids) ?? '') ?? [];
  return {
    lock,
    lockKey,
    otherLocks,
    data,
    isHttp,
    guard: guardIn(events),
    lease: lockKey === null ? null : leaseIn(commands, lockKey),
    of,
    ofEvent: (event, step) => {
      const roles = byEffect(event, ids, step);
      // A request for the lock that was refused, and a release that found nothing, change nothing.
      return step !== null || roles.includes('write') ? roles : strongest(of(event.words), roles);
    },
  };
}

const unused = (start: string | null): Use => ({
  start,
  first: null,
  firstBy: [],
  last: start,
  lastBy: [],
  isLasting: true,
  isMadeIfAbsent: false,
  isRemoved: false,
  reads: 0,
  writes: 0,
  changes: 0,
  blind: 0,
});

interface Use {
  /** What it held before the program began. */
  readonly start: string | null;
  /** What the first change made of it, and its command. */
  first: string | null;
  firstBy: Command;
  /** What it held at last, and its command. */
  last: string | null;
  lastBy: Command;
  /** At last it had no expiry. */
  isLasting: boolean;
  isMadeIfAbsent: boolean;
  isRemoved: boolean;
  reads: number;
  writes: number;
  changes: number;
  /** Changes of a key that its client had not read before. */
  blind: number;
}

type Uses = ReadonlyMap<string, Use>;

function usesOf(events: readonly WorldEvent[]): Uses {
  const uses = new Map<string, Use>();
  const entries = new Map<string, Entry | null>();
  const recorded = (id: string): Use => {
    const use = uses.get(id) ?? unused(stateOf(id, entries.get(keyOfId(id)) ?? null));
    uses.set(id, use);
    return use;
  };
  for (const event of events) {
    if (event.kind === 'changed') {
      const { key, entry } = event.change;
      entries.set(key, entry);
      for (const [id, use] of uses) if (keyOfId(id) === key) use.last = stateOf(id, entry);
    }
    if (event.kind !== 'command') continue;
    const { words, changes } = event;
    const changed = new Set(changes.map(({ key }) => key));
    for (const id of idsIn(words)) {
      const use = recorded(id);
      if (!changed.has(keyOfId(id))) use.reads++;
    }
    for (const change of changes) {
      for (const id of idsOfChange(words, change, uses)) noteUse(recorded(id), id, words, change);
      entries.set(change.key, change.entry);
    }
  }
  return uses;
}

/** The ids that the command names, and the fields that it removed with their key. */
const idsOfChange = (words: Command, { key, entry }: Change, uses: Uses): ReadonlySet<string> =>
  new Set([
    idOf(words, key),
    ...[...uses].flatMap(([id, { last }]) =>
      keyOfId(id) === key && id !== key && last !== null && stateOf(id, entry) === null ? [id] : [],
    ),
  ]);

function noteUse(use: Use, id: string, words: Command, { entry, cause }: Change): void {
  const state = stateOf(id, entry);
  if (state === null) use.isRemoved ||= cause === 'deleted' || entry !== null;
  else {
    if (use.last === null && needsAbsence(words)) use.isMadeIfAbsent = true;
    use.writes++;
    if (use.reads === 0) use.blind++;
  }
  if (use.changes++ === 0) {
    use.first = state;
    use.firstBy = words;
  }
  use.last = state;
  use.lastBy = words;
  use.isLasting = entry === null || entry.expireAtMs < 0;
}

/** Those that are made only if they are absent, or removed; if there are none, those that are put back. */
function locksAmong(uses: Uses): readonly string[] {
  const all = [...uses];
  const createdKeys = all.filter(([, { writes, isMadeIfAbsent }]) => writes > 0 && isMadeIfAbsent);
  const removed = all.filter(([, { writes, isMadeIfAbsent, isRemoved }]) => writes > 0 && isRemoved && !isMadeIfAbsent);
  const strong = [...createdKeys, ...removed];
  return (strong.length > 0 ? strong : all.filter(([, use]) => isPutBack(use))).map(([id]) => id);
}

/** It is swapped or counted up, and set to something else later; or it is at last what it was at first. */
function isPutBack({ start, last, first, firstBy, lastBy, changes }: Use): boolean {
  if (changes < 2 || last === first) return false;
  if (start !== null) return last === start;
  const isSwapped =
    /^(GETSET|INCR|INCRBY)$/.test(firstBy[0] ?? '') || firstBy.slice(3).some((word) => /^GET$/i.test(word));
  return isSwapped && /^(SET|GETSET|DECR|DECRBY|INCRBY)$/.test(lastBy[0] ?? '');
}

/** What the lock holds while nobody has it: what it held at first, and what it was set to at last. */
function freeStates(use: Use | undefined): ReadonlySet<string | null> {
  if (use === undefined) return new Set([null]);
  const { start, first, last, changes, isLasting } = use;
  return new Set([start, ...(changes > 1 && last !== first && isLasting ? [last] : [])]);
}

/** Keys that a client reads and then writes come first; then those that are only changed. */
function dataAmong(uses: Uses, locks: ReadonlySet<string>): readonly string[] {
  const written = [...uses].filter(([id, { writes }]) => writes > 0 && !locks.has(id) && !locks.has(keyOfId(id)));
  const both = written.filter(([, { reads, blind, writes }]) => reads > 0 && blind < writes);
  return (both.length > 0 ? both : written).map(([id]) => id);
}

/** It succeeds only where the key is absent: NX, SETNX, HSETNX, or a script, which may look first. */
function needsAbsence([name = '', ...args]: Command): boolean {
  if (/^(SETNX|HSETNX|MSETNX|EVAL|EVALSHA|EVAL_RO)$/.test(name)) return true;
  return name === 'SET' && args.slice(2).some((word) => /^NX$/i.test(word));
}

const scriptNames: ReadonlySet<string> = new Set(['EVAL', 'EVALSHA']);

/** The keys of a command, as data are named: a field of a hash is data of its own. */
function idsIn(words: Command): readonly string[] {
  const [name = '', ...args] = words;
  return keysIn(name, args).map((key) => idOf(words, key));
}

export function keysIn(name: string, args: readonly string[]): readonly string[] {
  if (name === 'PING' || name === 'ECHO' || name === 'PUBLISH' || name === 'SCRIPT' || name === 'WAIT') return [];
  if (scriptNames.has(name)) return args.slice(2, 2 + Number(args[1] ?? 0));
  if (/^(DEL|UNLINK|EXISTS|MGET|WATCH|TOUCH|SUNION|SINTER|SDIFF)$/.test(name)) return args;
  if (name === 'MSET' || name === 'MSETNX') return args.filter((_, i) => i % 2 === 0);
  if (/^(BLPOP|BRPOP|BZPOPMIN)$/.test(name)) return args.slice(0, -1);
  if (/^(RENAME|RENAMENX|RPOPLPUSH|LMOVE|SMOVE|COPY)$/.test(name)) return args.slice(0, 2);
  return args.slice(0, 1);
}

const fieldCommand = /^(HGET|HSET|HSETNX|HINCRBY|HINCRBYFLOAT|HDEL|HEXISTS|HSTRLEN)$/;

const idOf = ([name = '', ...args]: Command, key: string): string =>
  fieldCommand.test(name) && args[0] === key && args.length <= 3 && args[1] !== undefined
    ? `${key}${separator}${args[1]}`
    : key;

/** Whether this command is about the data with this id. A command on the whole hash is about each of its fields. */
export const isAbout = (words: Command, id: string): boolean => idsIn(words).some((each) => isSame(each, id));

const isSame = (named: string, id: string): boolean =>
  named === id || named === keyOfId(id) || (keyOfId(named) === id && !id.includes(separator));

interface Ids {
  readonly lock: LockKey | null;
  readonly data: ReadonlySet<string>;
}

function byEffect({ words, changes }: CommandEvent, { lock, data }: Ids, step: LockStep | null): readonly Role[] {
  const roles: Role[] = [];
  if (/^(WATCH|UNWATCH|SUBSCRIBE|UNSUBSCRIBE|PUBLISH)$/.test(words[0] ?? '')) return roles;
  if (step !== null) roles.push(step);
  else if (lock !== null && isAbout(words, lock.id)) roles.push('look');
  const isChanged = changes.some(({ key }) => [...data].some((id) => keyOfId(id) === key && isAbout(words, id)));
  if (isChanged) roles.push('write');
  else if ([...data].some((id) => isAbout(words, id))) roles.push('read');
  return roles;
}

/** Null: it is about neither the lock nor the data. */
function signatureOf(words: Command, { lock, data }: Ids): string | null {
  const [name = '', ...args] = words;
  const about = idsIn(words).flatMap((id, i) =>
    (lock !== null && isSame(id, lock.id)) || data.has(id) || data.has(keyOfId(id)) ? [`${i} ${id}`] : [],
  );
  if (about.length === 0) return null;
  const script =
    name === 'EVAL'
      ? createHash('sha1')
          .update(args[0] ?? '')
          .digest('hex')
      : name === 'EVALSHA'
        ? args[0]
        : '';
  const flags = scriptNames.has(name) ? [] : args.filter((word) => /^(NX|XX|GT|LT|IFEQ|IFNE|IFDEQ|IFDNE)$/i.test(word));
  return [
    scriptNames.has(name) ? 'SCRIPT' : name,
    script?.toLowerCase(),
    ...flags.map((flag) => flag.toUpperCase()),
    ...about,
    ...(lock !== null && isGivingBack(words, lock) ? ['back'] : []),
  ].join(' ');
}

/** One command may take the lock and give it back, by its value or its expiry. */
function isGivingBack([name = '', ...args]: Command, { id, free }: LockKey): boolean {
  if (args[0] !== id || scriptNames.has(name)) return false;
  if (/^P?EXPIRE$/.test(name)) return Number(args[1]) <= (name === 'EXPIRE' ? 0 : goneSoon);
  if (name !== 'SET' && name !== 'GETSET') return false;
  const px = args.findIndex((word, i) => i > 1 && /^PX$/i.test(word));
  return free.has(args[1] ?? null) || (px > 0 && Number(args[px + 1]) <= goneSoon);
}

const rank: readonly Role[] = ['look', 'read', 'extend', 'write', 'release', 'acquire'];

/** Of two readings of one command, the one that changes something. */
function strongest(one: readonly Role[], other: readonly Role[]): readonly Role[] {
  const best = (roles: readonly Role[]): number => Math.max(-1, ...roles.map((role) => rank.indexOf(role)));
  return best(other) > best(one) ? other : one;
}

/** How long the lock lasts at first, by its expiry or by a time in its value. Null: forever. */
function leaseIn(commands: readonly CommandEvent[], { id }: LockKey): Ms | null {
  const all = commands.flatMap(({ changes, wallMs }) =>
    changes.flatMap(({ key, entry }) => (key === keyOfId(id) && entry !== null ? [{ entry, wallMs }] : [])),
  );
  for (const { entry, wallMs } of all) if (entry.expireAtMs >= 0) return Math.max(1, entry.expireAtMs - wallMs);
  for (const { entry, wallMs } of all) {
    const value = Number(stateOf(id, entry) ?? Number.NaN);
    for (const left of [value - wallMs, value * 1000 - wallMs])
      if (left > 0 && left < stampMost) return Math.ceil(left);
  }
  return null;
}

/** A number in a lock's value that is a time at most this many ms ahead is the end of its lease. */
const stampMost: Ms = 10 * 60 * 1000;

/** A token that only writes leave does not keep the data: a late write may come before the newer one. */
function guardIn(events: readonly WorldEvent[]): Guard | null {
  const all = events.flatMap((event) => (event.kind === 'storage' ? [event.event] : []));
  const writes = all.filter(({ kind }) => kind !== 'read');
  if (writes.length === 0) return null;
  if (writes.every(({ by }) => by === 'version')) return 'always';
  return all.every(({ by }) => by === 'token') ? 'while-tokens-rise' : null;
}
