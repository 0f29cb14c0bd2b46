/**
 * The faults that stop one process, for both interpreters of orders. The process goes on after the last of them has
 * ended. A crash ends them all.
 */
import type { StoppedClocks } from './order';

export class Stops {
  /** The clocks that each fault has stopped. */
  private readonly faults = new Map<number, StoppedClocks>();

  get isStopped(): boolean {
    return this.faults.size > 0;
  }

  /** Whether the monotonic clock is stopped. */
  get isMonoStopped(): boolean {
    return [...this.faults.values()].some((still) => still !== 'none');
  }

  get isWallStopped(): boolean {
    return [...this.faults.values()].includes('both');
  }

  begin(fault: number, stoppedClocks: StoppedClocks): void {
    this.faults.set(fault, stoppedClocks);
  }

  /** Ends one fault's stop. Returns false when a crash has ended it already. */
  end(fault: number): boolean {
    return this.faults.delete(fault);
  }

  /** Ends all stops. Returns their faults. */
  endAll(): readonly number[] {
    const on = [...this.faults.keys()];
    this.faults.clear();
    return on;
  }
}
