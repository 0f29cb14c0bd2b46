/**
 * User code on promises: code that a program enters and that is not itself a program over effects. As in the
 * simulation, it is entered between two waits of any program and runs until all of it waits; then the effects that it
 * asked for begin, in that order.
 */
import type { GuestCode, GuestEntry, GuestIO } from '../model/effects/effect';
import { Driver } from './drive';
import type { Host } from './host';
import { type DrivenTask, Pending } from './task';

export interface GuestHost {
  /** Runs the function soon, in a task of Node's own. */
  readonly soon: (act: () => void) => void;
  /** Runs the entered code until all of it waits. */
  readonly rest: () => void;
  /** Runs the function while user code is stopped, perhaps in the middle of a line. */
  readonly aside: <R>(act: () => R) => R;
  /** User code has ended its process. Need not return. */
  readonly exit: () => void;
  /** Sets what begins when somebody asks the process to stop. Null: that request ends the process. */
  readonly onStopRequest: (stops: (() => void) | null) => void;
  readonly lifeOf: GuestIO['incarnationOf'];
}

/** The driver of programs that enter user code. It is a separate class because the library runs no user code. */
export class GuestCodeDriver extends Driver {
  private requests: (() => void)[] = [];

  constructor(
    host: Host,
    private readonly guest: GuestHost,
  ) {
    super(host);
  }

  protected override enter(task: DrivenTask, { what }: GuestCode<never>): boolean {
    const { guest } = this;
    const pending = new Pending();
    task.waiting = pending;
    const isWaiting = (): boolean => task.waiting === pending;
    guest.soon(() => {
      if (!isWaiting()) return;
      what(
        this.entryFor((result) => {
          if (isWaiting()) this.answer(task, result);
        }),
      );
      guest.rest();
      const { requests } = this;
      this.requests = [];
      for (const begin of requests) begin();
    });
    return false;
  }

  /** @param settle is called at most once. */
  private entryFor(settle: (result: unknown) => void): GuestEntry<unknown> {
    const { guest } = this;
    let isSettled = false;
    return {
      read: (effect) => guest.aside(() => Number(this.answerNow(effect, null))),
      start: (program) => {
        const task = this.prepare(program);
        this.requests.push(() => this.launch(task));
        return () => this.kill(task);
      },
      settle: (result) => {
        if (isSettled) return;
        isSettled = true;
        this.requests.push(() => settle(result));
      },
      // The events of a live run are counted only at its end.
      events: () => 0,
      goesOn: () => true,
      incarnationOf: guest.lifeOf,
      onStopRequest: (stops) =>
        this.requests.push(() => guest.onStopRequest(stops && (() => this.launch(this.prepare(stops()))))),
      exit: () => this.requests.push(guest.exit),
    };
  }

  private launch(task: DrivenTask): void {
    if (!task.done) this.run(task, undefined);
  }
}
