/**
 * User code that is not a program over effects, and that a program enters. It is entered between two queued events,
 * and runs until all of it waits. Then its requests begin, in the order in which it made them.
 */
import {
  type GuestCode,
  type GuestEntry,
  type Mono,
  type Now,
  type Program,
  type Random,
  step,
} from '../model/effects/effect';
import type { ProcessId } from '../model/scenario/processId';
import type { ProgramHost } from './programHost';
import type { RunningTask } from './task';
import type { World } from './world';

export class GuestQueue {
  private readonly codes: GuestCodeDriver[] = [];
  private requests: (() => void)[] = [];

  add(code: GuestCodeDriver): void {
    this.codes.push(code);
  }

  /** Called by the entered code. */
  ask(begin: () => void): void {
    this.requests.push(begin);
  }

  /** Enters the code that has waited longest. Returns whether any code was waiting. */
  enterNext(rest: () => void): boolean {
    const code = this.codes.shift();
    if (code === undefined) return false;
    if (code.enter()) {
      rest();
      const { requests } = this;
      this.requests = [];
      if (code.isStopped) code.putOff();
      else for (const begin of requests) begin();
      code.rested();
    }
    return true;
  }
}

/** What anchors count for a place in the middle of user code. */
export const midTurn = step('in the middle');

export class GuestCodeDriver implements GuestEntry<never> {
  private isSettled = false;
  /** A fault stopped its process in the middle. */
  isStopped = false;

  constructor(
    private readonly host: ProgramHost,
    private readonly task: RunningTask,
    private readonly effect: GuestCode<never>,
    private readonly world: World,
  ) {}

  /**
   * Returns whether it was entered. A process that has been stopped meanwhile enters it later, and one that has ended
   * never does.
   */
  enter(): boolean {
    const { host, task, effect } = this;
    if (task.done || !this.isCurrentIncarnation) return false;
    if (host.paused) {
      this.putOff();
      return false;
    }
    host.anchors?.entered(task);
    effect.what(this);
    return true;
  }

  rested(): void {
    this.host.anchors?.rested();
  }

  /** The code is entered when its process resumes. */
  putOff(): void {
    const { host, task, effect } = this;
    if (this.isCurrentIncarnation && !task.done) host.putOff(task, effect);
  }

  readonly goesOn = (): boolean => {
    const { host, task } = this;
    const { anchors } = host;
    anchors?.read();
    if (anchors?.beforeEffect(midTurn, task) && anchors.isSpent) host.anchors = null;
    this.isStopped = task.done || !host.runs(task.incarnation);
    return !this.isStopped;
  };

  readonly read = (effect: Now | Mono | Random): number => {
    if (effect.kind !== 'random') this.host.anchors?.read();
    return Number(this.host.answerAtOnce(effect));
  };

  readonly incarnationOf = (process: ProcessId): number | null => {
    // No event shows the answer, as with a clock.
    this.host.anchors?.read();
    const machine = this.world.find(process);
    return machine?.alive ? machine.incarnation : null;
  };

  readonly start = (program: Program<unknown>): (() => void) => {
    const { host } = this;
    const task = host.create(program, null);
    this.world.guestCode.ask(() => {
      if (!task.done) host.answer(task, undefined);
    });
    return () => host.kill(task);
  };

  readonly settle = (result: unknown): void => {
    if (this.isSettled) return;
    this.isSettled = true;
    const { host, task } = this;
    this.world.guestCode.ask(() => {
      if (!task.done) host.answer(task, result);
    });
  };

  readonly onStopRequest = (stops: (() => Program) | null): void => {
    const { host } = this;
    // A paused process begins with this when it resumes.
    host.stopHandler = stops && (() => host.answer(host.create(stops(), null), undefined));
  };

  readonly events = (): number => this.world.trace.count;

  readonly exit = (): void => {
    const { host } = this;
    this.world.guestCode.ask(() => {
      if (this.isCurrentIncarnation) host.crash(-1, false);
    });
  };

  private get isCurrentIncarnation(): boolean {
    return this.host.alive && this.host.incarnation === this.task.incarnation;
  }
}
