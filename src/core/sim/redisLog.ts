/**
 * Everything that a Redis server has written, as one log with prefixes: applied, written (survives a killed process),
 * on the disk (survives power loss), and one prefix for each replica. An entry is the state of one key after a change.
 * Everysec flushes once a second, so a power loss costs about a second, on a slow disk up to two. Expiry is absolute;
 * each reader compares it with its own clock.
 */
import type { Disk, Persistence } from '../model/scenario/scenario';
import type { Entry } from './redis/keyspace';

export interface LogEntry {
  readonly key: string;
  /** Null: the key was removed. The expiry is absolute, so each reader compares it with its own clock. */
  readonly entry: Entry | null;
  /** The index of the process that asked for the change. −1: none, the key expired. −2: a client outside the run. */
  readonly owner: number;
}

/**
 * How often written data reaches the disk, in microseconds: Redis' everysec, and the cache of a disk that acknowledges
 * early.
 */
const flushEvery = { everysec: 1_000_000, lies: 5_000_000 } as const;

export class RedisLog {
  entries: LogEntry[] = [];
  /** How many entries are really on the disk. */
  durable = 0;
  /** The length of the log when the server last ended. */
  lengthAtDeath = 0;
  /** How many entries the current flush covers. They are durable when it ends, one period later, as on a busy disk. */
  private flushing = 0;

  constructor(
    private readonly persistence: Persistence,
    private readonly disk: Disk,
    private readonly replicated: boolean,
  ) {}

  /** Whether the log is needed at all. */
  get isKept(): boolean {
    return this.persistence !== 'none' || this.replicated;
  }

  /** Whether each write waits for the disk. */
  get syncsAlways(): boolean {
    return this.persistence === 'always';
  }

  /** Whether the disk writes its cache on its own, even while the process does not run. */
  get flushesItself(): boolean {
    return this.disk === 'lies';
  }

  /** The time between two flushes, in microseconds. Null if there is nothing to flush, or no file. */
  get flushPeriod(): number | null {
    if (this.persistence === 'none' || this.durable >= this.entries.length) return null;
    if (this.disk === 'lies') return flushEvery.lies;
    return this.persistence === 'everysec' ? flushEvery.everysec : null;
  }

  append(entry: LogEntry): void {
    this.entries.push(entry);
    if (this.syncsAlways && !this.flushesItself) this.durable = this.entries.length;
  }

  /** Replaces this history with another. */
  replace(entries: readonly LogEntry[]): void {
    this.entries = entries.slice();
    this.durable = this.syncsAlways && !this.flushesItself ? entries.length : 0;
    this.flushing = 0;
  }

  /** Ends one flush and begins the next. Returns whether more became durable. */
  flush(): boolean {
    const before = this.durable;
    this.durable = Math.max(this.durable, this.disk === 'slow' ? this.flushing : this.entries.length);
    this.flushing = this.entries.length;
    return this.durable > before;
  }

  /** Cuts the log to what is left after a crash. Returns the last state of each key in it. */
  survive(power: boolean): Map<string, LogEntry> {
    const survivorCount = this.persistence === 'none' ? 0 : power ? this.durable : this.entries.length;
    this.lengthAtDeath = this.entries.length;
    this.entries.length = survivorCount;
    this.durable = Math.min(this.durable, survivorCount);
    this.flushing = this.durable;
    return lastStates(this.entries);
  }
}

/** The last entry of each key that still exists. */
export function lastStates(entries: readonly LogEntry[]): Map<string, LogEntry> {
  const states = new Map<string, LogEntry>();
  for (const entry of entries) {
    if (entry.entry === null) states.delete(entry.key);
    else states.set(entry.key, entry);
  }
  return states;
}
