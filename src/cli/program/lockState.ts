/**
 * Whether the lock is free, by what its key holds, or one field of it. Most locks are free while their key is absent; a
 * token in a list is free while it is there, and some locks are set to another value when they are released.
 */
import { type Change, type Entry, valueText } from '../../core/sim/redis/entry';
import type { CommandEvent, WorldEvent } from './worldEvents';

/** Between the key and the field of a hash. */
export const separator = ' → ';
export const keyOfId = (id: string): string => id.split(separator)[0] ?? id;
const fieldOfId = (id: string): string | null => id.split(separator)[1] ?? null;

/** What this key, or this field of it, holds. Null: nothing. */
export function stateOf(id: string, entry: Entry | null): string | null {
  const field = fieldOfId(id);
  if (entry === null) return null;
  if (field === null) return valueText(entry);
  return entry.type === 'hash' ? (entry.fields.get(field) ?? null) : null;
}

export interface LockKey {
  /** A key, or a key and a field. */
  readonly id: string;
  /** What it holds while nobody has the lock. Null: it is absent. */
  readonly free: ReadonlySet<string | null>;
}

/** What a command did to the lock. */
export type LockStep = 'acquire' | 'extend' | 'release';

/** A key that lasts at most this many ms counts as released. */
export const goneSoon = 5;

interface Held {
  readonly state: string | null;
  readonly expireAtMs: number;
  readonly isFree: boolean;
}

/** These put a new value over the old one, whatever that is. */
const overwrites = /^(SET|SETEX|PSETEX|GETSET|HSET|HMSET|MSET)$/;

export class LockStates {
  private readonly held = new Map<number, Held>();
  /** Who has taken it, and has not given it back. */
  private readonly takers = new Set<number>();
  /** What each client has read from the key last. */
  private readonly lastReads = new Map<number, unknown>();

  constructor(private readonly lock: LockKey | null) {}

  /** A change that no client made. */
  noteChange(server: number, change: Change): void {
    this.put(server, change, null);
  }

  /** @returns null: it changed nothing of the lock, or what it changed gave the client nothing */
  noteCommand({ client, server, words, answer, changes, wallMs }: CommandEvent): LockStep | null {
    const { lock } = this;
    if (lock === null) return null;
    const before = this.at(server);
    for (const change of changes) this.put(server, change, wallMs);
    const after = this.at(server);
    const [name = '', key] = words;
    const lastSeen = this.lastReads.get(client);
    if (name === 'GET' && key === lock.id) this.lastReads.set(client, answer);
    if (before.isFree && after.isFree) return null;
    if (before.isFree) {
      this.takers.add(client);
      return 'acquire';
    }
    if (after.isFree) {
      this.takers.delete(client);
      return 'release';
    }
    if (before.state === after.state && before.expireAtMs === after.expireAtMs) return null;
    if (this.takers.has(client)) return isCount(name) ? null : 'extend';
    // A lock that is swapped is taken by the one who finds in it what he has seen before.
    const isSwapped = name === 'GETSET' || words.slice(3).some((word) => word.toUpperCase() === 'GET');
    const isTaken = overwrites.test(name) && before.state !== after.state && (!isSwapped || answer === lastSeen);
    if (isTaken) this.takers.add(client);
    return isTaken ? 'acquire' : isCount(name) || isSwapped ? null : 'extend';
  }

  private at(server: number): Held {
    const isFree = this.lock?.free.has(null) ?? true;
    return this.held.get(server) ?? { state: null, expireAtMs: -1, isFree };
  }

  private put(server: number, { key, entry }: Change, wallMs: number | null): void {
    const { lock } = this;
    if (lock === null || key !== keyOfId(lock.id)) return;
    const state = stateOf(lock.id, entry);
    const expireAtMs = entry?.expireAtMs ?? -1;
    const isGoing = wallMs !== null && state !== null && expireAtMs >= 0 && expireAtMs - wallMs <= goneSoon;
    this.held.set(server, { state, expireAtMs, isFree: lock.free.has(state) || (isGoing && lock.free.has(null)) });
  }
}

/** Who asks by counting has changed the number, too, where he is refused. */
const isCount = (name: string): boolean => /^(INCR|INCRBY|DECR|DECRBY|HINCRBY)$/.test(name);

/** Each command, and what it did to the lock. */
export function* withSteps(
  events: readonly WorldEvent[],
  lock: LockKey | null,
): Generator<{ readonly event: CommandEvent; readonly step: LockStep | null }> {
  const states = new LockStates(lock);
  for (const event of events)
    if (event.kind === 'changed') states.noteChange(event.server, event.change);
    else if (event.kind === 'command') yield { event, step: states.noteCommand(event) };
}
