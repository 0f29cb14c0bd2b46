/**
 * One server as one sentinel sees it: its last answers and its silence. Times are readings of the sentinel's monotonic
 * clock. Redis uses the wall clock for them; a jump of it leads to TILT here, too. A PONG carries the answer to INFO.
 */
import type { ProcessId } from '../../model/scenario/processId';
import { fromMs, type Micros } from '../../model/values/time';
import type { ServerState } from './sentinelMessage';

/** The interval of a sentinel's pings to each server. A shorter `down-after` shortens it (SENTINEL_PING_PERIOD). */
export const pingEvery = fromMs(1000);

/** How long a sentinel trusts a server's last answer. */
const freshFor = 5 * pingEvery;

export class Watched {
  lastPingAt = Number.NEGATIVE_INFINITY;
  /**
   * When the first unanswered ping was sent, or when the last answer came before a connection was closed. Null: every
   * ping is answered.
   */
  silentSince: number | null = null;
  /** Subjectively down, in this sentinel's view (+sdown). */
  isDown = false;
  /** What it reported last; null: nothing since the sentinel started or switched to another master. */
  state: ServerState | null = null;
  /** Since when it has followed its current master, in this sentinel's view. */
  followsSince: number;
  /** When it was ordered to follow its new master in this failover. */
  reportedAt: number | null = null;
  private lastPongAt: number;

  constructor(
    readonly id: ProcessId,
    now: number,
  ) {
    this.lastPongAt = now;
    this.followsSince = now;
  }

  answered(now: number, state: ServerState): void {
    if (this.state === null || this.state.follows !== state.follows) this.followsSince = now;
    this.state = state;
    this.lastPongAt = now;
    this.silentSince = null;
  }

  notePing(now: number): void {
    this.lastPingAt = now;
    this.silentSince ??= now;
  }

  /** Its connection was closed, which counts as no answer since the last one. */
  closed(): void {
    this.silentSince = Math.min(this.silentSince ?? Number.POSITIVE_INFINITY, this.lastPongAt);
  }

  isSilentFor(now: number, downAfter: Micros): boolean {
    return this.silentSince !== null && now - this.silentSince > downAfter;
  }

  isFresh(now: number): boolean {
    return this.state !== null && now - this.lastPongAt <= freshFor;
  }
}
