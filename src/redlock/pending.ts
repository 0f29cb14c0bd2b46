/**
 * The commands that were sent to a node and not answered yet. A node that hangs must not fill the memory. If 200
 * commands have waited for as long as answers usually take, the node counts as failed until it answers. From time to
 * time one command checks whether it does.
 */
const pendingMax = 200;

/** The time between two such checks, in ms. It doubles after each. */
const restMin = 1000;
const restMax = 60_000;

export class Pending {
  count = 0;
  private heardMs = Number.NEGATIVE_INFINITY;
  private isWatched = false;
  private isSilent = false;
  private tryAtMs = 0;
  private restMs = restMin;

  /** @param graceMs returns how long the node may be silent, in ms. */
  constructor(private readonly graceMs: () => number) {}

  /** Counts one more command. Returns false when it must not be sent. */
  add(): boolean {
    this.count++;
    if (this.isSilent) return this.isTry();
    if (this.count > pendingMax && !this.isWatched) this.watch();
    return true;
  }

  answered(nowMs: number): void {
    this.heardMs = nowMs;
    if (this.count > 0) this.count--;
    if (!this.isSilent) return;
    this.isSilent = false;
    // The count starts over, because a client may have lost answers for good.
    this.count = 0;
  }

  /** Records that the client gave up a command, or did not send it. */
  rejected({ message }: Error): void {
    // A client's own timeout ends the wait, but the command may still be answered.
    if (/timed out/i.test(message)) return;
    if (this.count > 0) this.count--;
    if (this.count <= pendingMax) this.isSilent = false;
  }

  /** Watches for silence. A waiting command alone proves nothing, because many may have been sent at once. */
  private watch(): void {
    this.isWatched = true;
    const sinceMs = performance.now();
    const look = (): void => {
      this.isWatched = false;
      if (this.heardMs >= sinceMs || this.count <= pendingMax) return;
      this.isSilent = true;
      this.restMs = restMin;
      this.tryAtMs = performance.now() + restMin;
    };
    // Reads what has arrived first: it may be this process that was busy.
    setTimeout(() => setImmediate(look), this.graceMs()).unref();
  }

  private isTry(): boolean {
    const nowMs = performance.now();
    if (nowMs < this.tryAtMs) return false;
    this.restMs = Math.min(restMax, 2 * this.restMs);
    this.tryAtMs = nowMs + this.restMs;
    return true;
  }
}
