/**
 * How fast a search is at the moment, and whether that is known well enough to say how long it will still take. A
 * wild guess is worse than no time at all.
 */
/** The rate is measured over this many past ms. */
const looksBack = 5_000;
/** The fewest samples in a rate. A job may take a minute, and workers may finish together or one by one. */
const looksLeast = 10;
/** No time is shown before this many ms: an engine that has just begun is slow. A shorter search needs no time. */
const knownAfter = 5_000;
/** No time is shown before this many runs. */
const runsLeast = 10;

interface Seen {
  readonly at: number;
  readonly runs: number;
}

export class Pace {
  /** The sample when the search, or its workers, began. */
  private from: Seen;
  private samples: Seen[];

  /** @param at in ms */
  constructor(at: number) {
    this.from = { at, runs: 0 };
    this.samples = [this.from];
  }

  /** From now on other workers do the runs, so earlier samples do not count. */
  restart(now: Seen): void {
    this.from = now;
    this.samples = [now];
  }

  /** Adds a sample. Samples come in the order of time. */
  note(now: Seen): void {
    this.samples.push(now);
    const first = this.samples.findIndex(({ at }) => at >= now.at - looksBack);
    this.samples.splice(0, Math.max(0, Math.min(first, this.samples.length - looksLeast)));
  }

  /** Runs per second. */
  get rate(): number {
    const [first, last] = [this.samples[0] ?? this.from, this.samples.at(-1) ?? this.from];
    return ((last.runs - first.runs) * 1000) / Math.max(1, last.at - first.at);
  }

  /** How long this many runs will take, in ms. Null: not known yet. */
  msLeft(runs: number): number | null {
    const { from, rate } = this;
    const last = this.samples.at(-1) ?? from;
    if (last.at - from.at < knownAfter || last.runs - from.runs < runsLeast || rate === 0) return null;
    return (runs / rate) * 1000;
  }
}
