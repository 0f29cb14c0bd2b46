/**
 * Guest code: code that is not a program over effects, and that a program enters. It is entered between two queued
 * events, and runs until all of it waits. Then what it asked for begins, in the order in which it asked.
 */
import type { Door, GuestCode, Mono, Now, Program, Random } from '../model/effect';
import type { ProgramHost } from './programHost';
import type { RunningTask } from './task';
import type { World } from './world';

export class GuestQueue {
  private readonly codes: GuestCodeDriver[] = [];
  private asked: (() => void)[] = [];

  add(code: GuestCodeDriver): void {
    this.codes.push(code);
  }

  /** Called by the entered code. */
  ask(begin: () => void): void {
    this.asked.push(begin);
  }

  /** Enters the code that has waited longest. Returns whether any code was waiting. */
  enterNext(rest: () => void): boolean {
    const code = this.codes.shift();
    if (code === undefined) return false;
    if (code.enter()) {
      rest();
      const { asked } = this;
      this.asked = [];
      for (const begin of asked) begin();
    }
    return true;
  }
}

export class GuestCodeDriver implements Door<never> {
  private isSettled = false;

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
    if (task.done || !this.isOfThisLife) return false;
    if (host.paused) {
      host.putOff(task, effect);
      return false;
    }
    effect.what(this);
    return true;
  }

  readonly read = (effect: Now | Mono | Random): number => {
    if (effect.kind !== 'random') this.host.anchors?.read();
    return Number(this.host.answerAtOnce(effect));
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

  readonly heed = (stops: (() => Program) | null): void => {
    const { host } = this;
    // A paused process begins with this when it resumes.
    host.heeds = stops && (() => host.answer(host.create(stops(), null), undefined));
  };

  readonly events = (): number => this.world.trace.count;

  readonly exit = (): void => {
    const { host } = this;
    this.world.guestCode.ask(() => {
      if (this.isOfThisLife) host.crash(-1, false);
    });
  };

  private get isOfThisLife(): boolean {
    return this.host.alive && this.host.incarnation === this.task.incarnation;
  }
}
