/** Lets a limited number of runs go on at once. The others wait in line and learn their place. Knows no run. */

export interface Turn {
  /** Called when the run's turn comes. When it resolves, the next run is let in. It must not reject. */
  readonly begin: () => Promise<void>;
  /** Called whenever the run's place in the line changes; the first place is 1. */
  readonly place: (place: number) => void;
}

export class RunQueue {
  private waiting: Turn[] = [];
  private readonly under = new Set<Promise<void>>();

  constructor(
    private readonly runsMax: number,
    private readonly waitingMax: number,
  ) {}

  /** Returns false when the line is too long. */
  enter(turn: Turn): boolean {
    if (this.under.size >= this.runsMax && this.waiting.length >= this.waitingMax) return false;
    this.waiting.push(turn);
    this.admit();
    const place = this.waiting.indexOf(turn) + 1;
    if (place > 0) turn.place(place);
    return true;
  }

  /** Leaves the line. Returns false if the run's turn had already come. */
  leave(turn: Turn): boolean {
    const place = this.waiting.indexOf(turn);
    if (place < 0) return false;
    this.waiting.splice(place, 1);
    this.announceFrom(place);
    return true;
  }

  /** Resolves when no run is left. */
  async idle(): Promise<void> {
    while (this.under.size > 0) await Promise.all(this.under);
  }

  private admit(): void {
    let admitted = false;
    while (this.under.size < this.runsMax) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      admitted = true;
      const run = next.begin().finally(() => {
        this.under.delete(run);
        this.admit();
      });
      this.under.add(run);
    }
    if (admitted) this.announceFrom(0);
  }

  private announceFrom(from: number): void {
    this.waiting.slice(from).forEach((turn, i) => {
      turn.place(from + i + 1);
    });
  }
}
