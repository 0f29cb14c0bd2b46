/**
 * Code that is no program, entered by one, on promises. As in the simulation, it is entered between two waits of any program
 * and runs until all of it waits; what it has asked for begins then, in the order in which it asked.
 */
import type { Door, Mono, Now, Program, Random } from '../model/effect';

/** The host of that code. */
export interface ForeignHost {
  /** Does something soon, in a task of Node's own. */
  readonly soon: (act: () => void) => void;
  /** Lets the code that was entered run until all of it waits. */
  readonly rest: () => void;
  /** Does something while that code stands still: it may be amid a line. */
  readonly aside: <R>(act: () => R) => R;
  /** That code has ended its process. Need not return. */
  readonly exit: () => void;
  /** What begins when somebody asks the process to stop. Null: that ends it. */
  readonly heed: (stops: (() => void) | null) => void;
}

/** The services of the driver for that code. */
export interface ForeignDriver {
  readonly read: (effect: Now | Mono | Random) => number;
  /** Makes a task. Returns what starts it, and what ends it. */
  readonly prepare: (program: Program<unknown>) => { readonly begin: () => void; readonly end: () => void };
}

export class ForeignCode {
  private asked: (() => void)[] = [];

  constructor(
    private readonly host: ForeignHost,
    private readonly driver: ForeignDriver,
  ) {}

  /** @param isWanted whether the program still waits there. `settle` is called at most once. */
  enter<R>(what: (door: Door<R>) => void, isWanted: () => boolean, settle: (result: R) => void): void {
    const { host } = this;
    host.soon(() => {
      if (!isWanted()) return;
      what(this.door(settle));
      host.rest();
      const { asked } = this;
      this.asked = [];
      for (const begin of asked) begin();
    });
  }

  private door<R>(settle: (result: R) => void): Door<R> {
    const { host, driver } = this;
    let isSettled = false;
    return {
      read: (effect) => host.aside(() => driver.read(effect)),
      start: (program) => {
        const { begin, end } = driver.prepare(program);
        this.asked.push(begin);
        return end;
      },
      settle: (result) => {
        if (isSettled) return;
        isSettled = true;
        this.asked.push(() => settle(result));
      },
      // The events of a live run are counted at its end.
      events: () => 0,
      heed: (stops) => this.asked.push(() => host.heed(stops && (() => driver.prepare(stops()).begin()))),
      exit: () => this.asked.push(host.exit),
    };
  }
}

/** Part of a host on which such code runs. The driver itself knows nothing of it, since the library drives none. */
export const foreignBy = (host: ForeignHost): { readonly foreign: (driver: ForeignDriver) => ForeignCode } => ({
  foreign: (driver) => new ForeignCode(host, driver),
});
