/**
 * The keys of one Redis server according to the trace, and how they come and go: set, deleted, expired by
 * the server's own wall clock, or lost. Reports them as a simulated server would. Knows no command and no connection.
 */
import type { ProcessId } from '../../../core/model/scenario/processId';
import { columnMax, type GoneCause, goneCauses } from '../../../core/model/trace/trace';
import { type Entry, isPast, valueText } from '../../../core/sim/redis/entry';
import { nanosNow, nanosPerMs, nanosPerSecond } from '../nanos';
import type { KeptKey } from '../redis/contract';
import type { Network } from './network';
import type { Cancel } from './scheduler';

/** The rate of a clock is measured over this time. */
const ratedNanos = 10 * nanosPerSecond;

/** Short enough to notice soon that a clock has changed its rate. */
const lookAgainNanos = nanosPerMs / 4;

interface Shown {
  readonly entry: Entry;
  readonly owner: ProcessId | null;
}

/** The process that made a key go, and the cause. */
export interface KeyLoss {
  readonly by: ProcessId | null;
  readonly cause: GoneCause;
}

export class ShownKeys {
  private readonly visibleKeys = new Map<string, Shown>();
  /** Expired keys that clients no longer see, but that the server may still have in memory; with their owners. */
  private readonly hidden = new Map<string, Shown>();
  private readonly owners = new Map<string, ProcessId | null>();
  /** How each vanished value went. */
  private readonly goneBy = new Map<string, KeyLoss>();
  private cancelExpiry: Cancel = () => {};
  private isUp = true;

  constructor(
    private readonly network: Network,
    readonly server: ProcessId,
  ) {}

  wallMs(stampNanos: number): number {
    return this.network.options.wallMsAt(this.server, stampNanos);
  }

  set(key: string, entry: Entry, owner: ProcessId | null, stampNanos: number): void {
    const left = (entry.expireAtMs - this.wallMs(stampNanos)) * 1000;
    const expiresIn = entry.expireAtMs === -1 ? -1 : Math.min(columnMax, Math.max(0, left));
    const value = valueText(entry);
    this.visibleKeys.set(key, { entry, owner });
    this.hidden.delete(key);
    this.owners.set(named(key, entry), owner);
    const peer = owner === null ? {} : { peer: owner };
    this.network.derive('entrySet', this.server, { ...peer, entry: key, value, expiresIn }, stampNanos);
    this.arm();
  }

  /** A key that was not visible goes without a report. */
  remove(key: string, { by, cause }: KeyLoss, stampNanos: number): void {
    const visibleKey = this.visibleKeys.get(key);
    if (visibleKey === undefined) return;
    this.goneBy.set(named(key, visibleKey.entry), { by, cause });
    this.visibleKeys.delete(key);
    if (cause === 'expired') this.hidden.set(key, visibleKey);
    const peer = by === null ? {} : { peer: by };
    const columns = { ...peer, entry: key, cause: goneCauses.indexOf(cause) };
    this.network.derive('entryGone', this.server, columns, stampNanos);
  }

  /** The process that set this value here; undefined when the value was never seen. */
  ownerOf(key: string, entry: Entry): ProcessId | null | undefined {
    return this.owners.get(named(key, entry));
  }

  /** How the key went when it had this value. */
  howGone(key: string, entry: Entry): KeyLoss | undefined {
    return this.goneBy.get(named(key, entry));
  }

  entryOf(key: string): Entry | undefined {
    return this.visibleKeys.get(key)?.entry;
  }

  /** A server that is down frees no keys. */
  crashed(keeps: (key: string) => boolean, stampNanos: number): void {
    this.isUp = false;
    this.hidden.clear();
    for (const key of [...this.visibleKeys.keys()])
      if (!keeps(key)) this.remove(key, { by: null, cause: 'lost' }, stampNanos);
  }

  /** The server is up with these keys. An earlier key that is not among them has expired meanwhile or is lost. */
  started(
    storedKeys: readonly KeptKey[],
    stampNanos: number,
    ownerOf: (key: string, entry: Entry) => ProcessId | null,
  ): void {
    this.isUp = true;
    this.hidden.clear();
    const keys = new Map(storedKeys.map(({ key, entry }) => [key, entry]));
    for (const [key, { entry }] of [...this.visibleKeys]) {
      if (keys.has(key)) continue;
      this.remove(key, { by: null, cause: this.isPast(entry, stampNanos) ? 'expired' : 'lost' }, stampNanos);
    }
    this.hidden.clear();
    for (const [key, entry] of keys) {
      const before = this.visibleKeys.get(key)?.entry;
      if (before === undefined || !isSame(before, entry)) this.set(key, entry, ownerOf(key, entry), stampNanos);
    }
    this.arm();
  }

  /**
   * A clock that was set back makes keys reappear that a replica still has in memory: it waits for its master's order
   * to free them.
   * @returns the keys that a master has freed, and that do not come back.
   */
  clockChanged(stampNanos: number, { frees }: { readonly frees: boolean }): readonly string[] {
    const freed = frees ? [...this.hidden.keys()] : [];
    if (frees) this.hidden.clear();
    for (const [key, { entry, owner }] of [...this.hidden])
      if (!this.isPast(entry, stampNanos)) this.set(key, entry, owner, stampNanos);
    this.expirePast();
    return freed;
  }

  private isPast(entry: Entry, stampNanos: number): boolean {
    return isPast(entry, this.wallMs(stampNanos));
  }

  private expirePast(): void {
    const now = nanosNow();
    if (this.isUp) {
      for (const [key, { entry }] of [...this.visibleKeys])
        if (this.isPast(entry, now)) this.remove(key, { by: null, cause: 'expired' }, now);
    }
    this.arm();
  }

  /** A key is still there in the millisecond of its expiry. One timer is set at a time, for the earliest key. */
  private arm(): void {
    this.cancelExpiry();
    this.cancelExpiry = () => {};
    if (!this.isUp) return;
    let first = Number.POSITIVE_INFINITY;
    for (const { entry } of this.visibleKeys.values())
      if (entry.expireAtMs !== -1 && entry.expireAtMs < first) first = entry.expireAtMs;
    if (first === Number.POSITIVE_INFINITY) return;
    const now = nanosNow();
    const wall = this.wallMs(now);
    const rate = Math.max(0.01, ((this.wallMs(now + ratedNanos) - wall) * nanosPerMs) / ratedNanos);
    const wait = Math.max(lookAgainNanos, ((first + 1 - wall) * nanosPerMs) / rate);
    this.cancelExpiry = this.network.scheduler.at(now + wait, () => this.expirePast());
  }
}

const named = (key: string, entry: Entry): string => `${key}\n${valueText(entry)}`;

/** The server reports an expiry to the millisecond. Our own estimate is about as exact. */
const expirySlackMs = 2;

function isSame(a: Entry, b: Entry): boolean {
  const isWithoutExpiry = a.expireAtMs === -1 || b.expireAtMs === -1;
  const isNear = isWithoutExpiry
    ? a.expireAtMs === b.expireAtMs
    : Math.abs(a.expireAtMs - b.expireAtMs) <= expirySlackMs;
  return isNear && valueText(a) === valueText(b);
}
