/**
 * What a Redis server has written, as one log with prefixes: applied, written (survives a killed process),
 * on the disk (survives power loss), and one prefix for each replica. An entry is the state of one key after a change.
 */
import type { Disk, Persistence } from '../model/scenario';
import type { Entry } from './redis/keyspace';

export interface LogEntry {
  readonly key: string;
  /** null: the key is gone. Expiry is absolute, so whoever reads it judges by its own clock. */
  readonly entry: Entry | null;
  /** Index of the process whose request it was. */
  readonly owner: number;
}

/** How often the disk takes what was written: Redis' everysec, and the cache of a disk that lies. So much is lost at most. */
const flushEvery = { everysec: 1_000_000, lies: 5_000_000 } as const;

export class RedisLog {
  entries: LogEntry[] = [];
  /** How many entries the disk really keeps. */
  durable = 0;
  /** What a slow disk is flushing: it is durable when the flush ends, a second later. So up to two seconds are lost. */
  private flushing = 0;

  constructor(
    private readonly persistence: Persistence,
    private readonly disk: Disk,
    private readonly replicated: boolean,
  ) {}

  /** Whether anything needs the log at all. */
  get kept(): boolean {
    return this.persistence !== 'none' || this.replicated;
  }

  /** Whether each write waits for the disk. */
  get syncsAlways(): boolean {
    return this.persistence === 'always';
  }

  /** Whether the disk writes by itself what it has in its cache: the process need not run for it. */
  get flushesItself(): boolean {
    return this.disk === 'lies';
  }

  /** How long until the next flush, in microseconds; null when there is nothing to flush, or no file. */
  get flushPeriod(): number | null {
    if (this.persistence === 'none' || this.durable >= this.entries.length) return null;
    if (this.disk === 'lies') return flushEvery.lies;
    return this.persistence === 'everysec' ? flushEvery.everysec : null;
  }

  append(entry: LogEntry): void {
    this.entries.push(entry);
    if (this.syncsAlways && !this.flushesItself) this.durable = this.entries.length;
  }

  /** Another history takes the place of this one. */
  replace(entries: readonly LogEntry[]): void {
    this.entries = entries.slice();
    this.durable = this.syncsAlways && !this.flushesItself ? entries.length : 0;
    this.flushing = 0;
  }

  /** One flush ends and the next begins. Returns whether more became durable. */
  flush(): boolean {
    const before = this.durable;
    this.durable = Math.max(this.durable, this.disk === 'slow' ? this.flushing : this.entries.length);
    this.flushing = this.entries.length;
    return this.durable > before;
  }

  /** What is left after a crash, as the last state of each key. The log itself is cut to it. */
  survive(power: boolean): Map<string, LogEntry> {
    const kept = this.persistence === 'none' ? 0 : power ? this.durable : this.entries.length;
    this.entries.length = kept;
    this.durable = Math.min(this.durable, kept);
    this.flushing = this.durable;
    return lastStates(this.entries);
  }
}

/** The last entry of each key that is not gone. */
export function lastStates(entries: readonly LogEntry[]): Map<string, LogEntry> {
  const states = new Map<string, LogEntry>();
  for (const entry of entries) {
    if (entry.entry === null) states.delete(entry.key);
    else states.set(entry.key, entry);
  }
  return states;
}
