/**
 * The keys of one server at one reading of its clock. It finds, writes and removes keys, and reports changes. It
 * defines no command.
 */
import { type Change, type Entry, isPast } from './entry';
import { FewKeys } from './fewKeys';

export class Store {
  /** The reading for the current command. All commands of a script see the same one. */
  nowMs = 0;
  nowMicros = 0;
  readonly changes: Change[] = [];
  readonly entries = new FewKeys<Entry>();
  readonly publish: (channel: string, message: string) => number;

  constructor(publish: (channel: string, message: string) => number) {
    this.publish = publish;
  }

  /**
   * Finds an entry, after removing it if it has expired: a server never answers with an expired key, even if no timer
   * has run.
   */
  find(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || !isPast(entry, this.nowMs)) return entry;
    this.remove(key, 'expired');
    return undefined;
  }

  write(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    this.changes.push({ key, entry, cause: 'set' });
  }

  remove(key: string, cause: 'deleted' | 'expired'): void {
    this.entries.delete(key);
    this.changes.push({ key, entry: null, cause });
  }

  removePast(): void {
    for (const key of this.entries.keysOf((entry) => isPast(entry, this.nowMs))) this.remove(key, 'expired');
  }

  removeAll(): void {
    for (const key of this.entries.keys()) this.remove(key, 'deleted');
  }
}
