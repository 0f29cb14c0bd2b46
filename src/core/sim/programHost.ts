/**
 * A process that runs programs over effects. It is one of the two interpreters of effects. Code takes no time, so a
 * process stops only where it waits or where a fault stops it, and resumes exactly there.
 */
import {
  type Cancel,
  deferred,
  type Effect,
  type Fork,
  type Join,
  type Open,
  type Program,
  type QuickAnswers,
  setFastPath,
  to,
} from '../model/effects/effect';
import { command, type Reply, timedOut as timedOutReply } from '../model/effects/request';
import { Declarations } from '../model/trace/declaration';
import { kindNumber } from '../model/trace/trace';
import { Draws } from '../model/values/random';
import type { Anchors } from './anchors';
import { Calls } from './calls';
import { GuestCodeDriver } from './guestCode';
import { Inboxes } from './inboxes';
import { Machine } from './machine';
import type { Closing, Message } from './message';
import { recorder } from './recorder';
import { CallGroup, InboxState, type Preempted, RunningTask, Timer } from './task';

const { step } = kindNumber;

export abstract class ProgramHost extends Machine implements QuickAnswers {
  /** Set when some fault waits for a step or an effect of this process. */
  anchors: Anchors | null = null;
  protected readonly calls = new Calls(this.world, this);
  protected readonly record = recorder({ world: this.world, process: this.index });
  private readonly preempted: Preempted[] = [];
  /** Code that an earlier pause put off and that has not resumed yet. It comes after the code in `preempted`. */
  private readonly preemptedBefore: Preempted[] = [];
  private timersLate: Timer[] = [];
  /** Kept only if a fault may change a clock under a timer. */
  private readonly timersArmed = new Set<Timer>();
  private readonly inboxes = new Inboxes(this.world, this);
  private readonly draws = new Draws(this.world.scenario.seed, this.id);
  private tasks = 0;
  private declared: Declarations | null = null;
  /** The task whose effects are answered at once. */
  private running: RunningTask | null = null;
  /** The answer to an effect that needed no waiting. */
  private immediate: unknown = undefined;

  /** Whether code may go on: false once a fault has stopped or ended the process in the middle of its code. */
  runs(incarnation: number): boolean {
    return this.alive && !this.paused && this.incarnation === incarnation;
  }

  /** Starts a program beside the others and runs it to its first wait. */
  protected spawn(program: Program<unknown>, finished: ((result: unknown) => void) | null = null): RunningTask {
    const task = this.create(program, finished);
    this.run(task, undefined);
    return task;
  }

  create(program: Program<unknown>, finished: ((result: unknown) => void) | null): RunningTask {
    return new RunningTask(this.tasks++, program, this.incarnation, finished);
  }

  /** Continues a task whose wait has ended. A task of an earlier life is ignored. */
  answer(task: RunningTask, answer: unknown): void {
    task.waiting = null;
    if (!this.alive || task.incarnation !== this.incarnation) return;
    if (this.paused) this.preempted.push({ kind: 'answer', task, answer });
    else this.run(task, answer);
  }

  /** A pause happened before the effect. */
  putOff(task: RunningTask, effect: Effect): void {
    this.preempted.push({ kind: 'effect', task, effect });
  }

  /** Puts off the rest of a group of calls that a pause has cut in two. */
  preempt(group: CallGroup): void {
    this.preempted.push({ kind: 'sending', group });
  }

  arm(micros: number, of: RunningTask | CallGroup): Timer {
    const { world } = this;
    const timer = new Timer(this, this.clock.mono(world.now) + micros, this.incarnation, of);
    world.queue.push(this.clock.whenMono(world.now, timer.dueMono), timer);
    if (world.clocksChange) this.timersArmed.add(timer);
    return timer;
  }

  disarm(timer: Timer | null): void {
    if (timer === null) return;
    timer.done = true;
    if (this.world.clocksChange) this.timersArmed.delete(timer);
  }

  timerDue(timer: Timer): void {
    if (timer.done || timer.incarnation !== this.incarnation) return;
    if (this.clock.mono(this.world.now) < timer.dueMono) return;
    this.disarm(timer);
    if (this.paused) this.timersLate.push(timer);
    else this.elapse(timer);
  }

  protected override take(message: Message): void {
    if (message.leg === 2) {
      message.taken();
      this.inboxes.push(message);
    } else this.calls.takeReply(message);
  }

  protected override takeClosing(closing: Closing): void {
    if (closing.message < 0) {
      this.inboxes.closeFrom(closing.from.index);
    }
    this.calls.takeClosing(closing);
  }

  protected override wake(): void {
    const { incarnation } = this;
    this.preemptedBefore.unshift(...this.preempted.splice(0));
    while (this.runs(incarnation)) {
      const next = this.preemptedBefore.shift();
      if (next === undefined) break;
      if (next.kind === 'sending') this.calls.send(next.group);
      else if (next.kind === 'answer') this.run(next.task, next.answer);
      else if (this.carryOut(next.task, next.effect)) this.goOn(next.task);
    }
    const messagesFirst = this.world.scenario.settings.own?.[this.id]?.wakesTo === 'messages';
    if (messagesFirst) super.wake();
    while (this.runs(incarnation)) {
      const timer = this.timersLate.shift();
      if (timer === undefined) break;
      if (!this.isForgotten(timer)) this.elapse(timer);
    }
    if (this.runs(incarnation)) super.wake();
  }

  protected override lose(): void {
    this.preempted.length = 0;
    this.preemptedBefore.length = 0;
    this.timersLate = [];
    this.timersArmed.clear();
    this.inboxes.forget();
    this.calls.forget();
  }

  protected override rearm(): void {
    const { now, queue } = this.world;
    for (const timer of this.timersArmed) queue.push(this.clock.whenMono(now, timer.dueMono), timer);
  }

  override isConnectedTo(other: Machine): boolean {
    return this.calls.isConnectedTo(other) || this.inboxes.hears(other.index);
  }

  /** Whether something else has answered the wait of this timer. */
  private isForgotten(timer: Timer): boolean {
    if (!(timer.of instanceof RunningTask)) return false;
    const { waiting } = timer.of;
    return waiting !== timer && !(waiting instanceof InboxState && waiting.timer === timer);
  }

  private elapse(timer: Timer): void {
    if (timer.of instanceof CallGroup) return this.calls.timeOut(timer.of, timer);
    const task = timer.of;
    if (task.waiting instanceof InboxState) {
      task.waiting.taker = null;
      this.answer(task, timedOutReply);
    } else this.answer(task, undefined);
  }

  protected run(task: RunningTask, answer: unknown): void {
    let next = answer;
    for (;;) {
      const result = this.advance(task, next);
      if (result.done) return this.end(task, result.value);
      if (!this.perform(task, result.value) || !this.mayGoOn(task)) return;
      next = this.immediate;
    }
  }

  /** Continues a task whose effect was answered at once, if nothing has stopped it. */
  private goOn(task: RunningTask): void {
    if (this.mayGoOn(task)) this.run(task, this.immediate);
  }

  /**
   * False if the effect has paused or ended its own process, or has cancelled its own task. A pause puts off the
   * rest.
   */
  private mayGoOn(task: RunningTask): boolean {
    if (task.done || task.waiting !== null) return false;
    if (this.runs(task.incarnation)) return true;
    if (this.alive && task.incarnation === this.incarnation)
      this.preempted.push({ kind: 'answer', task, answer: this.immediate });
    return false;
  }

  private end(task: RunningTask, result: unknown): void {
    task.done = true;
    task.result = result;
    if (!task.cancelled) task.finished?.(result);
    if (task.joiners.length > 0) for (const joiner of task.joiners.splice(0)) this.answer(joiner, result);
  }

  /** Runs a program to its next effect that is not answered at once, or to its end. */
  private advance(task: RunningTask, answer: unknown): IteratorResult<Effect, unknown> {
    // A fault may wait for any effect or step. Then each of them is handed up, so that the code can be stopped there.
    if (this.anchors !== null) return task.program.next(answer);
    this.running = task;
    try {
      setFastPath(this);
      return task.program.next(answer);
    } finally {
      setFastPath(null);
    }
  }

  /** Answers an effect at once if it neither stops a process nor starts one. */
  answerAtOnce(effect: Effect): unknown {
    const { world } = this;
    switch (effect.kind) {
      case 'now':
        return this.clock.wall(world.now);
      case 'mono':
        return this.clock.mono(world.now);
      case 'random':
        return this.draws.draw(effect.what.name, effect.what.below);
      case 'step':
        this.recordStep(effect.what, this.running?.id ?? -1);
        return undefined;
      case 'mark':
        return this.declarations.declare(effect.what);
      default:
        return deferred;
    }
  }

  /**
   * Performs an effect. Returns true if it is answered at once (the answer is in `immediate`), false if the task
   * waits or is put off.
   */
  private perform(task: RunningTask, effect: Effect): boolean {
    const { anchors, incarnation } = this;
    const isInjected = anchors?.beforeEffect(effect, task);
    if (isInjected && anchors?.isSpent) this.anchors = null;
    // Its thread alone may have ended. Then the task goes no further.
    if (isInjected && task.done) return false;
    if (isInjected && !this.runs(incarnation)) {
      if (this.alive && this.incarnation === incarnation) this.putOff(task, effect);
      return false;
    }
    return this.carryOut(task, effect);
  }

  private carryOut(task: RunningTask, effect: Effect): boolean {
    const { anchors, world } = this;
    switch (effect.kind) {
      case 'now':
        this.immediate = this.clock.wall(world.now);
        return true;
      case 'mono':
        this.immediate = this.clock.mono(world.now);
        return true;
      case 'random':
        this.immediate = this.draws.draw(effect.what.name, effect.what.below);
        return true;
      case 'step':
        this.immediate = undefined;
        this.recordStep(effect.what, task.id);
        anchors?.atStep(effect.what);
        return true;
      case 'mark':
        this.immediate = this.declarations.declare(effect.what);
        return true;
      case 'fork':
        return this.fork(task, effect);
      case 'cancel':
        return this.cancel(effect);
      case 'join':
        return this.join(task, effect);
      case 'sleep':
        task.waiting = this.arm(Math.max(0, effect.what), task);
        return false;
      case 'call':
        this.calls.begin(new CallGroup(task, [effect.what], null, true));
        return false;
      case 'all':
        this.calls.begin(new CallGroup(task, effect.what, null, false));
        return false;
      case 'quorum':
        this.calls.begin(new CallGroup(task, effect.what.calls, effect.what, false));
        return false;
      case 'open':
        this.openInbox(task, effect);
        return false;
      case 'listen':
        this.immediate = this.inboxes.from(effect.what.to, effect.what.topic);
        return true;
      case 'take':
        this.immediate = this.inboxes.take(task, effect.what);
        return this.immediate !== null;
      case 'foreign':
        world.guestCode.add(new GuestCodeDriver(this, task, effect, world));
        return false;
      default:
        throw new Error(`No such effect: ${JSON.stringify(effect satisfies never)}.`);
    }
  }

  /** Writes by column number instead of by name, because most records of a process are its steps. */
  private recordStep(label: string, task: number): void {
    const { trace, now } = this.world;
    trace.write(now, step, this.index, trace.text(label), task);
  }

  private get declarations(): Declarations {
    // Made late, when all processes exist and are counted.
    this.declared ??= new Declarations(this.record, {
      before: 0,
      index: this.index,
      processCount: this.world.machines.length,
    });
    return this.declared;
  }

  private fork(parent: RunningTask, { what: { program, tied } }: Fork<unknown>): boolean {
    const task = this.create(program, null);
    if (tied) parent.tied.push(task);
    this.run(task, undefined);
    this.immediate = task;
    return true;
  }

  /** Ends a task where it is, and the tasks tied to it. Their programs run no further, not even a `finally`. */
  kill(task: RunningTask): void {
    if (task.done) return;
    this.forgetWait(task);
    task.done = true;
    for (const tied of task.tied) this.kill(tied);
  }

  private cancel(effect: Cancel): boolean {
    const task = effect.what as RunningTask;
    // A second cancel changes nothing: the task finishes its cleanup.
    if (!task.done && !task.cancelled) {
      task.cancelled = true;
      this.forgetWait(task);
      const result = task.program.return(undefined);
      if (result.done) this.end(task, undefined);
      else if (this.perform(task, result.value)) this.goOn(task);
    }
    this.immediate = undefined;
    return true;
  }

  private forgetWait(task: RunningTask): void {
    if (task.waiting instanceof Timer) this.disarm(task.waiting);
    if (task.waiting instanceof CallGroup) task.waiting.decided = true;
    if (task.waiting instanceof RunningTask) task.waiting.joiners.splice(task.waiting.joiners.indexOf(task), 1);
    if (task.waiting instanceof InboxState) {
      task.waiting.taker = null;
      this.disarm(task.waiting.timer);
    }
    task.waiting = null;
    for (const putOff of [this.preempted, this.preemptedBefore]) {
      const index = putOff.findIndex((p) => (p.kind === 'sending' ? p.group.task : p.task) === task);
      if (index >= 0) putOff.splice(index, 1);
    }
  }

  private join(task: RunningTask, effect: Join<unknown>): boolean {
    const joined = effect.what as RunningTask;
    if (joined.done) {
      this.immediate = joined.result;
      return true;
    }
    joined.joiners.push(task);
    task.waiting = joined;
    return false;
  }

  /** A subscription is a request like any other. Its inbox opens with the server's answer. */
  private openInbox(task: RunningTask, effect: Open): void {
    const inbox = this.inboxes.from(effect.what.to, effect.what.topic);
    const { to: server, topic, timeout, lossCloses } = effect.what;
    const subscribe = to(server, command('SUBSCRIBE', topic), { timeout, lossCloses });
    const opened = (reply: Reply): InboxState => {
      // Messages left over from an earlier subscription do not count for this one.
      inbox.messages.length = 0;
      if (reply.kind !== 'ok') this.inboxes.close(inbox);
      return inbox;
    };
    this.calls.begin(new CallGroup(task, [subscribe], null, true, opened));
  }
}
