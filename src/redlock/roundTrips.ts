/** How long a node takes to answer, and how long to wait for it. Both use mean and deviation, as in TCP (RFC 6298). */

/** How long to wait for a node about which nothing is known, in ms. */
const unknownMs = 1000;

export class RoundTrips {
  /** The time of the latest answer, in ms. Null: there was none yet. */
  lastMs: number | null = null;
  private mean = 0;
  private deviation = 0;

  add(ms: number): void {
    if (this.lastMs === null) {
      this.mean = ms;
      this.deviation = ms / 2;
    } else {
      this.deviation += (Math.abs(this.mean - ms) - this.deviation) / 4;
      this.mean += (ms - this.mean) / 8;
    }
    this.lastMs = ms;
  }

  /** The time in ms that few answers exceed. 0: there was no answer yet. */
  get usualMs(): number {
    return this.mean + 4 * this.deviation;
  }

  /**
   * How long to wait for the node, in ms.
   *
   * @param floor the least, however fast the node is.
   * @param ceiling the most, however slow it is.
   */
  timeoutMs(floor: number, ceiling: number): number {
    const expected = this.lastMs === null ? unknownMs : Math.max(this.mean + 1, this.usualMs);
    return Math.min(ceiling, Math.max(floor, expected));
  }
}
