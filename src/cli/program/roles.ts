/**
 * What the commands of a program mean, found out from a run without faults: which key is the lock, which key holds the
 * data, and what each command does for them. A key is a lock if a client makes it and removes it again, or if it is made
 * by a command that needs it to be absent.
 */
import { createHash } from 'node:crypto';
import type { Ms } from '../../core/model/values/time';
import type { Command } from '../../sandbox/attack/resp/conversation';
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
  /** How long the lock lasts at first. Null: it has no expiry. */
  readonly lease: Ms | null;
  /** What a command is for. Empty: neither for the lock nor for the data. */
  readonly of: (words: Command) => readonly Role[];
  /** The same for a command that was carried out. */
  readonly ofEvent: (event: CommandEvent, isThere: boolean) => readonly Role[];
}

interface Named {
  readonly lock: string | null;
  readonly data: string | null;
}

/** @param named the keys that the user has named; null: to be found out */
export function rolesOf(events: readonly WorldEvent[], named: Named): Roles {
  const commands = events.filter((event): event is CommandEvent => event.kind === 'command');
  const isHttp = events.some(({ kind }) => kind === 'storage');
  const uses = usesOf(commands);
  const locks =
    named.lock !== null
      ? [named.lock]
      : [...uses].filter(([key, use]) => key !== named.data && isLock(use)).map(([key]) => key);
  const [lock = null, ...otherLocks] = locks;
  const data =
    named.data !== null ? [named.data] : isHttp ? [] : dataAmong(uses, new Set([...locks, ...(lock ? [lock] : [])]));
  const ids = { lock, data: new Set(data) };
  const known = new Map<string, readonly Role[]>();
  for (const { event, isThere } of withPresence(commands, lock)) {
    const roles = byEffect(event, ids, isThere);
    const signature = signatureOf(event.words, ids);
    if (roles.length > 0 && signature !== null) known.set(signature, strongest(known.get(signature) ?? [], roles));
  }
  const of = (words: Command): readonly Role[] => known.get(signatureOf(words, ids) ?? '') ?? [];
  return {
    lock,
    otherLocks,
    data,
    isHttp,
    lease: lock === null ? null : leaseIn(commands, lock),
    of,
    ofEvent: (event, isThere) => {
      const roles = byEffect(event, ids, isThere);
      // A request for the lock that was refused, and a release that found nothing, change nothing.
      return event.changes.length > 0 && roles.length > 0 ? roles : strongest(of(event.words), roles);
    },
  };
}

/** Each command, and whether the lock was there at its server before it. */
export function* withPresence(
  events: readonly WorldEvent[],
  lock: string | null,
): Generator<{ readonly event: CommandEvent; readonly isThere: boolean }> {
  const present = new Set<number>();
  for (const event of events) {
    if (event.kind !== 'command' && event.kind !== 'changed') continue;
    if (event.kind === 'command') yield { event, isThere: present.has(event.server) };
    for (const { key, entry } of event.kind === 'command' ? event.changes : [event.change])
      if (key === lock) entry === null ? present.delete(event.server) : present.add(event.server);
  }
}

const unused = (): Use => ({
  isMadeIfAbsent: false,
  isRemoved: false,
  hasExpiry: false,
  reads: 0,
  writes: 0,
  blind: 0,
});

interface Use {
  isMadeIfAbsent: boolean;
  isRemoved: boolean;
  hasExpiry: boolean;
  reads: number;
  writes: number;
  /** Changes of a key that its client had not read before. */
  blind: number;
}

function usesOf(commands: readonly CommandEvent[]): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  const present = new Set<string>();
  for (const { words, changes } of commands) {
    const changed = new Set(changes.map(({ key }) => key));
    for (const id of idsIn(words)) {
      const use = uses.get(id) ?? unused();
      uses.set(id, use);
      if (!changed.has(keyOfId(id))) use.reads++;
    }
    for (const change of changes) {
      const id = idOf(words, change.key);
      const use = uses.get(id) ?? unused();
      uses.set(id, use);
      if (change.entry === null) use.isRemoved ||= change.cause === 'deleted';
      else {
        if (!present.has(change.key) && needsAbsence(words)) use.isMadeIfAbsent = true;
        if (change.entry.expireAtMs >= 0) use.hasExpiry = true;
        use.writes++;
        if (use.reads === 0) use.blind++;
      }
      change.entry === null ? present.delete(change.key) : present.add(change.key);
    }
  }
  return uses;
}

const isLock = ({ isMadeIfAbsent, isRemoved, hasExpiry, writes }: Use): boolean =>
  writes > 0 && (isRemoved || isMadeIfAbsent) && (isMadeIfAbsent || isRemoved || hasExpiry);

/** Keys that a client reads and then writes come first; then those that are only changed. */
function dataAmong(uses: ReadonlyMap<string, Use>, locks: ReadonlySet<string>): readonly string[] {
  const written = [...uses].filter(([id, { writes }]) => writes > 0 && !locks.has(keyOfId(id)));
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
export function idsIn(words: Command): readonly string[] {
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

/** Between the key and the field of a hash. */
const separator = ' → ';

const fieldCommand = /^(HGET|HSET|HSETNX|HINCRBY|HINCRBYFLOAT|HDEL|HEXISTS|HSTRLEN)$/;

const idOf = ([name = '', ...args]: Command, key: string): string =>
  fieldCommand.test(name) && args[0] === key && args.length <= 3 && args[1] !== undefined
    ? `${key}${separator}${args[1]}`
    : key;

const keyOfId = (id: string): string => id.split(separator)[0] ?? id;

/** Whether this command is about the data with this id. A command on the whole hash is about each of its fields. */
export const isAbout = (words: Command, id: string): boolean =>
  idsIn(words).some((each) => each === id || each === keyOfId(id) || (keyOfId(each) === id && !id.includes(separator)));

interface Ids {
  readonly lock: string | null;
  readonly data: ReadonlySet<string>;
}

function byEffect({ words, changes }: CommandEvent, { lock, data }: Ids, isThere: boolean): readonly Role[] {
  const roles: Role[] = [];
  if (/^(WATCH|UNWATCH|SUBSCRIBE|UNSUBSCRIBE|PUBLISH)$/.test(words[0] ?? '')) return roles;
  const ofLock = changes.filter(({ key }) => key === lock);
  if (ofLock.length > 0) {
    const last = ofLock.at(-1);
    if (last?.entry === null) roles.push('release');
    else roles.push(isThere ? 'extend' : 'acquire');
  } else if (lock !== null && idsIn(words).some((id) => keyOfId(id) === lock)) roles.push('look');
  const isChanged = changes.some(({ key }) => [...data].some((id) => keyOfId(id) === key && isAbout(words, id)));
  if (isChanged) roles.push('write');
  else if ([...data].some((id) => isAbout(words, id))) roles.push('read');
  return roles;
}

/** Null: it is about neither the lock nor the data. */
function signatureOf(words: Command, { lock, data }: Ids): string | null {
  const [name = '', ...args] = words;
  const about = idsIn(words).filter((id) => keyOfId(id) === lock || data.has(id) || data.has(keyOfId(id)));
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
  ].join(' ');
}

const rank: readonly Role[] = ['look', 'read', 'extend', 'write', 'release', 'acquire'];

/** Of two readings of one command, the one that changes something. */
function strongest(one: readonly Role[], other: readonly Role[]): readonly Role[] {
  const best = (roles: readonly Role[]): number => Math.max(-1, ...roles.map((role) => rank.indexOf(role)));
  return best(other) > best(one) ? other : one;
}

/** How long the lock lasts at first. Null: forever. */
function leaseIn(commands: readonly CommandEvent[], lock: string): Ms | null {
  for (const { changes, wallMs } of commands)
    for (const { key, entry } of changes)
      if (key === lock && entry !== null && entry.expireAtMs >= 0) return Math.max(1, entry.expireAtMs - wallMs);
  return null;
}
