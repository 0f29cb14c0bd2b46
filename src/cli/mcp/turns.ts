/** Lets a few callers work at once; the others wait in the order in which they came. */
export class CallTurns {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** How many wait. */
  get length(): number {
    return this.waiting.length;
  }

  /** @param signal a caller that gives up while it waits leaves at once, and `work` is not called */
  async of<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.turn(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.working--;
      this.waiting.shift()?.();
    }
  }

  private async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.working < this.most) {
      this.working++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        this.working++;
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      this.waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
