/**
 * Work that can be cancelled: it is going, then it is done, stopped or failed. Knows no React; a view uses it through
 * `useJob`.
 */

export type JobState<Value, Progress = never> = { readonly progress: Progress | null } & (
  | { readonly state: 'idle' | 'going' | 'stopped'; readonly value: null; readonly error: null }
  | { readonly state: 'done'; readonly value: Value; readonly error: null }
  | { readonly state: 'failed'; readonly value: null; readonly error: Error }
);

/** It may ignore the signal: what it reports or answers after a cancel is dropped. */
export type Work<Value, Progress> = (signal: AbortSignal, report: (progress: Progress) => void) => Promise<Value>;

/** What the work depends on, compared by identity. Null: there is no question. */
export type Key = readonly unknown[] | null;

const going = { state: 'going', progress: null, value: null, error: null } as const;

export class Job<Value, Progress> {
  private now: JobState<Value, Progress> = going;
  private ending = new AbortController();
  private hear = (): void => {};

  /**
   * @param key the question that it answers
   * @param afterMs how long it waits before it starts, so that a question that changes at once costs nothing
   */
  constructor(
    private readonly key: Key,
    private readonly work: Work<Value, Progress>,
    private readonly afterMs: number,
  ) {}

  isFor(key: Key): boolean {
    if (this.key === null || key === null) return this.key === key;
    return this.key.length === key.length && this.key.every((part, at) => Object.is(part, key[at]));
  }

  readonly current = (): JobState<Value, Progress> => this.now;

  /** Notifies one view of each change. */
  readonly subscribe = (hear: () => void): (() => void) => {
    this.hear = hear;
    return () => {
      this.hear = () => {};
    };
  };

  /**
   * Starts, unless it is done or a person has stopped it.
   * @returns a function that cancels: the progress stays, and the next start begins from scratch
   */
  readonly start = (): (() => void) => {
    if (this.now.state === 'going' || this.now.state === 'failed') this.again();
    return () => this.ending.abort();
  };

  readonly stop = (): void => {
    this.ending.abort();
    if (this.now.state === 'going') this.set({ ...this.now, state: 'stopped' });
  };

  readonly again = (): void => {
    this.ending.abort();
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.set(going);
    if (this.afterMs === 0) void this.run(signal);
    else {
      const timer = setTimeout(() => void this.run(signal), this.afterMs);
      signal.addEventListener('abort', () => clearTimeout(timer));
    }
  };

  private async run(signal: AbortSignal): Promise<void> {
    const take = (state: JobState<Value, Progress>): void => {
      if (!signal.aborted && this.now.state === 'going') this.set(state);
    };
    try {
      const value = await this.work(signal, (progress) => take({ ...going, progress }));
      take({ state: 'done', progress: this.now.progress, value, error: null });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      take({ state: 'failed', progress: this.now.progress, value: null, error });
    }
  }

  private set(state: JobState<Value, Progress>): void {
    this.now = state;
    this.hear();
  }
}
