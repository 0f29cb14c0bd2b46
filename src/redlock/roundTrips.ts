/** How long a node takes to answer, and how long it is waited for: as TCP does, by mean and deviation (RFC 6298). */

/** What is waited for a node of which nothing is known, in ms. */
const unknownMs = 1000;

export class RoundTrips {
  /** The latest, in ms; null: none yet. */
  lastMs: number | null = null;
  private mean = 0;
  private deviation = 0;

  heard(ms: number): void {
    if (this.lastMs === null) {
      this.mean = ms;
      this.deviation = ms / 2;
    } else {
      this.deviation += (Math.abs(this.mean - ms) - this.deviation) / 4;
      this.mean += (ms - this.mean) / 8;
    }
    this.lastMs = ms;
  }

  /** Few answers take longer; 0: there was none yet. */
  get usualMs(): number {
    return this.mean + 4 * this.deviation;
  }

  /** @param floor however quick it is. @param ceiling however slow it is. */
  timeoutMs(floor: number, ceiling: number): number {
    const expected = this.lastMs === null ? unknownMs : Math.max(this.mean + 1, this.usualMs);
    return Math.min(ceiling, Math.max(floor, expected));
  }
}
