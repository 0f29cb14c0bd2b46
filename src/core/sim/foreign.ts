/**
 * Code that is no program, entered by one. It is entered between two queued events, and runs until all of it waits. What it has
 * asked for begins then, in the order in which it asked.
 */
import type { Door, Foreign, Mono, Now, Program, Random } from '../model/effect';
import type { ProgramHost } from './programHost';
import type { RunningTask } from './task';
import type { World } from './world';

export class ForeignQueue {
  private readonly codes: ForeignCode[] = [];
  private asked: (() => void)[] = [];

  add(code: ForeignCode): void {
    this.codes.push(code);
  }

  /** Called by the code that is entered. */
  ask(begin: () => void): void {
    this.asked.push(begin);
  }

  /** Enters what has waited longest. Returns whether there was anything. */
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

export class ForeignCode implements Door<never> {
  private isSettled = false;

  constructor(
    private readonly host: ProgramHost,
    private readonly task: RunningTask,
    private readonly effect: Foreign<never>,
    private readonly world: World,
  ) {}

  /** Returns whether it was entered. A process that was stopped meanwhile enters it later, and one that has ended never. */
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
    this.world.foreign.ask(() => {
      if (!task.done) host.answer(task, undefined);
    });
    return () => host.kill(task);
  };

  readonly settle = (result: unknown): void => {
    if (this.isSettled) return;
    this.isSettled = true;
    const { host, task } = this;
    this.world.foreign.ask(() => {
      if (!task.done) host.answer(task, result);
    });
  };

  readonly heed = (stops: (() => Program) | null): void => {
    const { host } = this;
    // A paused process begins with it when it goes on.
    host.heeds = stops && (() => host.answer(host.create(stops(), null), undefined));
  };

  readonly events = (): number => this.world.trace.count;

  readonly exit = (): void => {
    const { host } = this;
    this.world.foreign.ask(() => {
      if (this.isOfThisLife) host.crash(-1, false);
    });
  };

  private get isOfThisLife(): boolean {
    return this.host.alive && this.host.incarnation === this.task.incarnation;
  }
}
