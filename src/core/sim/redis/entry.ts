/**
 * What a key of the simulated Redis holds. Entries never change. A write makes a new one, so log and replicas can
 * share them.
 */
import { hashText } from '../../model/trace/entryValue';
import { nth } from '../../model/values/nth';

interface Expiring {
  /** In ms since 1970. The entry is gone when the server's wall clock passes this; −1: never. */
  readonly expireAtMs: number;
}
export interface StringEntry extends Expiring {
  readonly type: 'string';
  readonly value: string;
}
export interface HashEntry extends Expiring {
  readonly type: 'hash';
  /**
   * In the order of insertion, as Redis keeps small hashes. A write copies them, which is linear in the number of
   * fields.
   */
  readonly fields: ReadonlyMap<string, string>;
}
export interface ListEntry extends Expiring {
  readonly type: 'list';
  /** From head to tail. A write copies them, which is linear in the number of items. */
  readonly items: readonly string[];
}
export interface SetEntry extends Expiring {
  readonly type: 'set';
  /** In the order of insertion. A write copies them. */
  readonly members: ReadonlySet<string>;
}
export interface SortedSetEntry extends Expiring {
  readonly type: 'zset';
  /** Members with scores, from the lowest; equal scores in the order of the members' texts. A write copies them. */
  readonly scores: ReadonlyMap<string, number>;
}
export interface StreamEntry extends Expiring {
  readonly type: 'stream';
  /** No command here reads a stream's content, so only the last addition is kept, for pictures. */
  readonly last: string;
  readonly length: number;
  /** The id of the last addition: its ms since 1970, and its number within that ms. */
  readonly lastMs: number;
  readonly lastNumber: number;
}
export type Entry = StringEntry | HashEntry | ListEntry | SetEntry | SortedSetEntry | StreamEntry;

/** What a command or the passing of time did to a key. */
export interface Change {
  readonly key: string;
  /** What the key holds now. Null: it is gone. */
  readonly entry: Entry | null;
  readonly cause: 'set' | 'deleted' | 'expired';
}

/** Whether a later change of the same script replaced this one, so that no process has seen it. */
export function isPassing(changes: readonly Change[], index: number): boolean {
  if (index + 1 === changes.length) return false;
  const { key, cause } = nth(changes, index);
  if (cause !== 'set') return false;
  for (let later = index + 1; later < changes.length; later++) if (nth(changes, later).key === key) return true;
  return false;
}

/** Redis' rule (keyIsExpired): a key still exists in the exact millisecond of its expiry. */
export const isPast = (entry: Entry, nowMs: number): boolean => entry.expireAtMs !== -1 && nowMs > entry.expireAtMs;

export function withExpiry(entry: Entry, expireAtMs: number): Entry {
  switch (entry.type) {
    case 'string':
      return { type: 'string', value: entry.value, expireAtMs };
    case 'hash':
      return { type: 'hash', fields: entry.fields, expireAtMs };
    case 'list':
      return { type: 'list', items: entry.items, expireAtMs };
    case 'set':
    case 'zset':
    case 'stream':
      return { ...entry, expireAtMs };
    default:
      return entry satisfies never;
  }
}

/** A value as people read it: `7f3a`, `{client1:1 = 2}`, `[a, b]`, `{a, b}`, `2: event = added`. */
export function valueText(entry: Entry): string {
  switch (entry.type) {
    case 'string':
      return entry.value;
    case 'hash':
      return hashText(entry.fields);
    case 'list':
      return `[${entry.items.join(', ')}]`;
    case 'set':
      return `{${[...entry.members].join(', ')}}`;
    case 'zset':
      return hashText([...entry.scores].map(([member, score]) => [member, String(score)]));
    case 'stream':
      return `${entry.length}: ${entry.last}`;
    default:
      return entry satisfies never;
  }
}
