/**
 * How quick a search is at the moment, and whether that is known well enough to say how long it will still take. A wild guess is worse
 * than none.
 */
/** The rate is that of so many ms. */
const looksBack = 5_000;
/** It goes by so many looks at least. A job may take a minute, and workers end theirs at once or one by one. */
const looksLeast = 10;
/** No time is said before so many ms have passed: an engine that has just begun is slow. A search that is shorter needs none. */
const knownAfter = 5_000;
/** No time is said before so many runs. */
const runsLeast = 10;

interface Seen {
  readonly at: number;
  readonly runs: number;
}

export class Pace {
  /** Since the search began, or the workers did. */
  private from: Seen;
  private seen: Seen[];

  /** @param at in ms */
  constructor(at: number) {
    this.from = { at, runs: 0 };
    this.seen = [this.from];
  }

  /** From here on others do the runs, so what they were like before says nothing. */
  restart(now: Seen): void {
    this.from = now;
    this.seen = [now];
  }

  /** Looked at in the order of time. */
  note(now: Seen): void {
    this.seen.push(now);
    const first = this.seen.findIndex(({ at }) => at >= now.at - looksBack);
    this.seen.splice(0, Math.max(0, Math.min(first, this.seen.length - looksLeast)));
  }

  /** Runs a second. */
  get rate(): number {
    const [first, last] = [this.seen[0] ?? this.from, this.seen.at(-1) ?? this.from];
    return ((last.runs - first.runs) * 1000) / Math.max(1, last.at - first.at);
  }

  /** How long so many runs will take, in ms. Null: nobody knows yet. */
  left(runs: number): number | null {
    const { from, rate } = this;
    const last = this.seen.at(-1) ?? from;
    if (last.at - from.at < knownAfter || last.runs - from.runs < runsLeast || rate === 0) return null;
    return (runs / rate) * 1000;
  }
}
