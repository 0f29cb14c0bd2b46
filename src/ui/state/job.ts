/** Work that can be cancelled: it is going, then it is done, stopped or failed. Knows no React; a view has it by `useJob`. */

export type Progress<Value, Told = never> = { readonly told: Told | null } & (
  | { readonly state: 'idle' | 'going' | 'stopped'; readonly value: null; readonly error: null }
  | { readonly state: 'done'; readonly value: Value; readonly error: null }
  | { readonly state: 'failed'; readonly value: null; readonly error: Error }
);

/** Need not heed the signal: what it tells or answers after a cancel is ignored. */
export type Work<Value, Told> = (signal: AbortSignal, tell: (told: Told) => void) => Promise<Value>;

/** What the work depends on, compared by identity. Null: nothing is asked. */
export type Key = readonly unknown[] | null;

const going = { state: 'going', told: null, value: null, error: null } as const;

export class Job<Value, Told> {
  private now: Progress<Value, Told> = going;
  private ending = new AbortController();
  private hear = (): void => {};

  /**
   * @param key the question that it answers
   * @param afterMs how long it waits before it begins, so that a question that changes at once costs nothing
   */
  constructor(
    private readonly key: Key,
    private readonly work: Work<Value, Told>,
    private readonly afterMs: number,
  ) {}

  isFor(key: Key): boolean {
    if (this.key === null || key === null) return this.key === key;
    return this.key.length === key.length && this.key.every((part, at) => Object.is(part, key[at]));
  }

  readonly progress = (): Progress<Value, Told> => this.now;

  /** One view hears of each change. */
  readonly subscribe = (hear: () => void): (() => void) => {
    this.hear = hear;
    return () => {
      this.hear = () => {};
    };
  };

  /**
   * Begins, unless it is done or somebody has stopped it.
   * @returns how to cancel: what was told stays, and the next start begins anew
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
    const take = (progress: Progress<Value, Told>): void => {
      if (!signal.aborted && this.now.state === 'going') this.set(progress);
    };
    try {
      const value = await this.work(signal, (told) => take({ ...going, told }));
      take({ state: 'done', told: this.now.told, value, error: null });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      take({ state: 'failed', told: this.now.told, value: null, error });
    }
  }

  private set(progress: Progress<Value, Told>): void {
    this.now = progress;
    this.hear();
  }
}
