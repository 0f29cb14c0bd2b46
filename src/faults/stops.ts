/** The faults that keep one process from running, for whoever carries out orders. It goes on when none is left; a crash ends them all. */
export class Stops {
  /** Each with whether its machine sleeps. */
  private readonly faults = new Map<number, boolean>();

  get any(): boolean {
    return this.faults.size > 0;
  }

  /** Whether the machine sleeps by any of them. */
  get asleep(): boolean {
    return [...this.faults.values()].includes(true);
  }

  begin(fault: number, asleep: boolean): void {
    this.faults.set(fault, asleep);
  }

  /** False: a crash has ended it. */
  end(fault: number): boolean {
    return this.faults.delete(fault);
  }

  /** Which were on. */
  endAll(): readonly number[] {
    const on = [...this.faults.keys()];
    this.faults.clear();
    return on;
  }
}
