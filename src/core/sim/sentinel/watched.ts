/** One server as one sentinel sees it: its last answers and its silence. Times are readings of the sentinel's monotonic clock. */
import type { ProcessId } from '../../model/scenario';
import { fromMs, type Micros } from '../../model/time';
import type { ServerState } from './sentinelMessage';

/** The interval of a sentinel's pings to each server. It is shorter where `down-after` is (SENTINEL_PING_PERIOD). */
export const pingEvery = fromMs(1000);

/** How long a sentinel trusts a server's last answer. */
const freshFor = 5 * pingEvery;

export class Watched {
  lastPingAt = Number.NEGATIVE_INFINITY;
  /** When the first ping without an answer was sent, or the last answer came before a connection was closed. Null: all is answered. */
  silentSince: number | null = null;
  /** Subjectively, for this sentinel (+sdown). */
  isDown = false;
  /** What it said last; null: nothing since the sentinel began or took another for the master. */
  state: ServerState | null = null;
  /** Since when it has followed whom it follows, for this sentinel. */
  followsSince: number;
  /** When it was told of its new master in this failover. */
  toldAt: number | null = null;
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

  asked(now: number): void {
    this.lastPingAt = now;
    this.silentSince ??= now;
  }

  /** Its connection was closed, which is as good as no answer since the last one. */
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
