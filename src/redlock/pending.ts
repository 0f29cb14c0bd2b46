/**
 * What was sent to a node and is not answered yet. A node that hangs must not fill the memory: after a few hundred commands,
 * and as long as answers usually take, it counts as failed until it answers. Now and then one command tries whether it does.
 */
const pendingMax = 200;

/** Between two such tries, in ms: twice as long after each. */
const restMin = 1000;
const restMax = 60_000;

export class Pending {
  count = 0;
  private heardMs = Number.NEGATIVE_INFINITY;
  private isWatched = false;
  private isSilent = false;
  private tryAtMs = 0;
  private restMs = restMin;

  /** @param graceMs how long it may be silent. */
  constructor(private readonly graceMs: () => number) {}

  /** One more. False: it is not to be sent. */
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
    // A client may have lost answers for good.
    this.count = 0;
  }

  /** The client has given it up, or it was not sent. */
  rejected({ message }: Error): void {
    // A client's own timeout leaves the command where it is.
    if (/timed out/i.test(message)) return;
    if (this.count > 0) this.count--;
    if (this.count <= pendingMax) this.isSilent = false;
  }

  /** Many may have been sent at once: it is silent when nothing comes for a while. */
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
    // What has come in is read first: it may be this process that was busy.
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
