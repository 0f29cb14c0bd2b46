/**
 * Guest code on promises: code that is not a program over effects, and that a program enters. As in the simulation,
 * it is entered between two waits of any program and runs until all of it waits; then what it asked for begins, in
 * the order in which it asked.
 */
import type { Asking, Door, Mono, Now, Program, Random } from '../model/effect';

export interface GuestHost {
  /** Runs the function soon, in a task of Node's own. */
  readonly soon: (act: () => void) => void;
  /** Lets the entered code run until all of it waits. */
  readonly rest: () => void;
  /** Runs the function while guest code stands still, which may be in the middle of a line. */
  readonly aside: <R>(act: () => R) => R;
  /** Guest code has ended its process. Need not return. */
  readonly exit: () => void;
  /** Sets what begins when somebody asks the process to stop. Null: that request ends the process. */
  readonly heed: (stops: (() => void) | null) => void;
  readonly lifeOf: Asking['lifeOf'];
}

/** What the driver offers guest code. */
export interface GuestDriver {
  readonly read: (effect: Now | Mono | Random) => number;
  /** Makes a task. Returns the functions that start and end it. */
  readonly prepare: (program: Program<unknown>) => { readonly begin: () => void; readonly end: () => void };
}

export class GuestCodeDriver {
  private asked: (() => void)[] = [];

  constructor(
    private readonly host: GuestHost,
    private readonly driver: GuestDriver,
  ) {}

  /** @param isWanted whether the program still waits for the result. `settle` is called at most once. */
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
      // The events of a live run are counted only at its end.
      events: () => 0,
      goesOn: () => true,
      lifeOf: host.lifeOf,
      heed: (stops) => this.asked.push(() => host.heed(stops && (() => driver.prepare(stops()).begin()))),
      exit: () => this.asked.push(host.exit),
    };
  }
}

/** The part of a host that runs guest code. The driver does not import it, because the library runs no guest code. */
export const guestCodeDriver = (host: GuestHost): { readonly guestCode: (driver: GuestDriver) => GuestCodeDriver } => ({
  guestCode: (driver) => new GuestCodeDriver(host, driver),
});
