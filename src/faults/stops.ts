/**
 * The faults that keep one process from running, for both interpreters of orders. The process goes on when none is
 * left, and a crash ends them all.
 */
export class Stops {
  /** For each fault, whether its machine sleeps. */
  private readonly faults = new Map<number, boolean>();

  get any(): boolean {
    return this.faults.size > 0;
  }

  /** Whether any of them puts the machine to sleep. */
  get asleep(): boolean {
    return [...this.faults.values()].includes(true);
  }

  begin(fault: number, asleep: boolean): void {
    this.faults.set(fault, asleep);
  }

  /** Ends one fault's stop. Returns false when a crash has ended it already. */
  end(fault: number): boolean {
    return this.faults.delete(fault);
  }

  /** Ends all stops. Returns the faults that were on. */
  endAll(): readonly number[] {
    const on = [...this.faults.keys()];
    this.faults.clear();
    return on;
  }
}
