/**
 * The granted locks, and what happened to them before their release or the end of their lease. It knows only what a
 * caller knows and what a server does, not how the locks work.
 */
import type { Lock } from '../../src/redlock/all';
import type { Deletion } from './deletions';

export interface Entry {
  readonly owner: string;
  readonly key: string;
  /** The current lock object. */
  lock: Lock;
  /** When its release began or its lease ended, in ms, as in `Date.now()`; null while it is held. */
  endedAtMs: number | null;
}

/** Servers and this process read the same clock, in different units. */
const marginMs = 5;

/** A release is complete after this time. */
const releaseMs = 3000;

export class Ledger {
  readonly found: string[] = [];
  private readonly byOwner = new Map<string, Entry>();
  private readonly held = new Set<Entry>();
  private readonly deletions: (Deletion & { readonly node: number })[] = [];
  private readonly gaps: { readonly node: number; readonly fromMs: number; readonly toMs: number }[] = [];
  heldMost = 0;

  get count(): number {
    return this.byOwner.size;
  }

  handOut(lock: Lock, key: string): Entry {
    const entry: Entry = { owner: lock.value, key, lock, endedAtMs: null };
    if (this.byOwner.has(entry.owner)) this.found.push(`${key}: the value of ${entry.owner} was given twice`);
    for (const other of this.held) {
      if (other.key === key && this.isHeld(other)) this.found.push(`${key}: two hold it`);
    }
    this.byOwner.set(entry.owner, entry);
    this.held.add(entry);
    this.heldMost = Math.max(this.heldMost, this.held.size);
    return entry;
  }

  end(entry: Entry): void {
    // 0 means that it was reported as lost; the test checks this claim.
    entry.endedAtMs = Math.min(Date.now(), entry.lock.expiration || Number.POSITIVE_INFINITY);
    this.held.delete(entry);
  }

  isHeld({ lock, endedAtMs }: Entry): boolean {
    return endedAtMs === null && Date.now() < lock.expiration;
  }

  /** Some of the held locks. */
  sample(count: number, random: () => number): readonly Entry[] {
    const all = [...this.held].filter((entry) => this.isHeld(entry));
    return Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(random() * all.length)] as Entry);
  }

  heard(node: number, deletion: Deletion): void {
    this.deletions.push({ ...deletion, node });
  }

  /** The node could not be observed during this time. */
  missed(node: number, fromMs: number, toMs: number): void {
    this.gaps.push({ node, fromMs, toMs });
  }

  /** Keys that were deleted on behalf of a lock before its end. Call it when all locks have ended. */
  deletedTooEarly(): readonly string[] {
    return this.deletions.flatMap(({ atMs, key, words, node }) => {
      const entries = [...new Set(words)].flatMap((word) => this.byOwner.get(word) ?? []);
      return entries
        .filter((entry) => entry.key === key && atMs < (entry.endedAtMs ?? Number.POSITIVE_INFINITY) - marginMs)
        .map((entry) => `${key} of ${entry.owner} by node ${node}, ${(entry.endedAtMs ?? 0) - atMs} ms before its end`);
    });
  }

  /** How many of its nodes deleted it on request, or may have done so while they could not be observed. */
  deletedInTime({ owner, key, endedAtMs }: Entry): number {
    const askedAtMs = endedAtMs ?? 0;
    const deaf = this.gaps.filter(({ fromMs, toMs }) => fromMs < askedAtMs + releaseMs && toMs > askedAtMs);
    const isIts = ({ atMs, key: deleted, words }: Deletion): boolean =>
      deleted === key && words.includes(owner) && atMs >= (endedAtMs ?? 0) - marginMs;
    return new Set([...this.deletions.filter(isIts), ...deaf].map(({ node }) => node)).size;
  }

  get deletionCount(): number {
    return this.deletions.length;
  }
}
