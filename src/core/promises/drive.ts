/**
 * The second interpreter of effects: it runs programs on promises. The first is the simulator's. As there, a program
 * runs without interruption between two waits, and a forked program runs before its parent goes on.
 */
import {
  type Cancel,
  deferred,
  type Effect,
  type Fork,
  type GuestCode,
  type Join,
  type Open,
  type Program,
  type QuickAnswers,
  setFastPath,
  type Take,
} from '../model/effects/effect';
import { connectionClosed, isGrantTo, type Reply } from '../model/effects/request';
import type { Host, SendingHost } from './host';
import { drivenInbox, Inboxes } from './inboxes';
import { CallGroup, DrivenTask, Pending } from './task';

export interface StartedProgram<R> {
  readonly task: DrivenTask;
  /**
   * What the program returned. For a cancelled program it is undefined, as soon as its `finally` has run. Rejects
   * with what the program threw.
   */
  readonly result: Promise<R | undefined>;
}

/**
 * Runs a program to its end. Tasks that it forked may outlive it.
 *
 * @returns what the program returned; rejects with what the program, or a task that it forked, threw.
 */
export const drive = <R>(program: Program<R>, host: Host | SendingHost): Promise<R> =>
  new Driver(host).start(program).result as Promise<R>;

/** All programs of one process. Tasks of one driver can join and cancel each other. */
export class Driver implements QuickAnswers {
  private inboxes: Inboxes | null = null;
  private tasks = 0;
  private running: DrivenTask | null = null;
  /** The answer to an effect that needed no waiting. */
  private immediate: unknown = undefined;

  constructor(private readonly host: Host | SendingHost) {}

  /** Runs a program to its first wait, and continues it when its answers come. */
  start<R>(program: Program<R>): StartedProgram<R> {
    const task = this.prepare(program);
    const result = new Promise<unknown>((resolve, reject) => {
      task.outcome = { resolve, reject };
    });
    this.run(task, undefined);
    return { task, result: result as Promise<R | undefined> };
  }

  /**
   * Runs the `finally` of a task and performs its effects. A second cancel changes nothing: the task finishes its
   * cleanup.
   */
  cancel(task: DrivenTask): void {
    if (task.done || task.cancelled) return;
    // Code that the program itself called cannot end it: the program first goes on to its next wait.
    if (this.running === task) return queueMicrotask(() => this.cancel(task));
    task.cancelled = true;
    forgetWait(task);
    this.goOn(task, 'return', undefined);
  }

  /**
   * Ends a task where it is, with the tasks that are tied to it. Their programs run no further, not even a `finally`.
   */
  kill(task: DrivenTask): void {
    if (task.done) return;
    forgetWait(task);
    task.done = true;
    for (const tied of task.tied) this.kill(tied);
  }

  /** Answers an effect that needs no waiting, before it has climbed through the generators. */
  answerAtOnce(effect: Effect): unknown {
    const answer = this.answerNow(effect, this.running);
    // The host's code may have killed the task. Then the effect is handed up, and the task stops here.
    return this.running?.done ? deferred : answer;
  }

  protected answerNow(effect: Effect, task: DrivenTask | null): unknown {
    const { host } = this;
    switch (effect.kind) {
      case 'now':
        return host.now();
      case 'mono':
        return host.mono();
      case 'random':
        return host.random(effect.what.name, effect.what.below);
      case 'step':
        return host.step(effect.what, task?.id ?? -1);
      case 'mark':
        return host.mark(effect.what);
      default:
        return deferred;
    }
  }

  protected run(task: DrivenTask, answer: unknown): void {
    this.goOn(task, 'next', answer);
  }

  /** Lets a program run until it waits or has ended. */
  private goOn(task: DrivenTask, first: 'next' | 'return', answer: unknown): void {
    try {
      let result = this.advance(task, first, answer);
      for (;;) {
        if (task.done) return;
        if (result.done) return this.end(task, result.value);
        if (!this.perform(task, result.value) || !mayGoOn(task)) return;
        result = this.advance(task, 'next', this.immediate);
      }
    } catch (problem) {
      this.fail(task, problem);
    }
  }

  /** Runs a program to its next effect that is not answered at once, or to its end. */
  private advance(task: DrivenTask, by: 'next' | 'return', answer: unknown): IteratorResult<Effect, unknown> {
    this.running = task;
    try {
      if (this.host.beforeEffect === undefined) setFastPath(this);
      return by === 'next' ? task.program.next(answer) : task.program.return(answer);
    } finally {
      setFastPath(null);
      this.running = null;
    }
  }

  protected answer(task: DrivenTask, answer: unknown): void {
    task.waiting = null;
    if (!task.done) this.run(task, answer);
  }

  private end(task: DrivenTask, result: unknown): void {
    task.done = true;
    task.result = task.cancelled ? undefined : result;
    if (task.outcome !== null) {
      this.host.ended?.();
      task.outcome.resolve(task.result);
    }
    const { joiners } = task;
    task.joiners = [];
    for (const joiner of joiners) this.answer(joiner, task.result);
  }

  /**
   * A program threw, so an invariant is broken. The error goes to the caller that started the task or its ancestor.
   * If nobody waits for that task, the error is thrown globally.
   */
  private fail(task: DrivenTask, problem: unknown): void {
    this.kill(task);
    const { root } = task;
    if (root.outcome === null || (root !== task && root.done)) {
      queueMicrotask(() => {
        throw problem;
      });
      return;
    }
    this.kill(root);
    this.host.ended?.();
    root.outcome.reject(problem);
  }

  /**
   * Performs an effect. Returns true if it is answered at once (the answer is in `immediate`), false if the task
   * waits.
   */
  private perform(task: DrivenTask, effect: Effect): boolean {
    this.host.beforeEffect?.();
    if (task.done) return false;
    switch (effect.kind) {
      case 'now':
      case 'mono':
      case 'random':
      case 'step':
      case 'mark':
        this.immediate = this.answerNow(effect, task);
        return true;
      case 'fork':
        return this.fork(task, effect);
      case 'cancel':
        return this.cancelAsAsked(effect);
      case 'join':
        return this.join(task, effect);
      case 'sleep':
        return this.sleep(task, Math.max(0, effect.what));
      case 'call':
        return this.begin(new CallGroup(task, [effect.what], null, true, this));
      case 'all':
        return this.begin(new CallGroup(task, effect.what, null, false, this));
      case 'quorum':
        return this.begin(new CallGroup(task, effect.what.calls, effect.what, false, this));
      case 'open':
        return this.open(task, effect);
      case 'listen':
        this.immediate = this.allInboxes().from(effect.what.to, effect.what.topic);
        return true;
      case 'take':
        return this.take(task, effect);
      case 'foreign':
        return this.enter(task, effect);
      default:
        throw new Error(`No such effect: ${JSON.stringify(effect satisfies never)}.`);
    }
  }

  protected prepare(program: Program<unknown>): DrivenTask {
    return new DrivenTask(this.tasks++, program, null);
  }

  private fork(parent: DrivenTask, { what: { program, tied } }: Fork<unknown>): boolean {
    const task = new DrivenTask(this.tasks++, program, parent.root);
    if (tied) parent.tied = [...parent.tied, task];
    this.run(task, undefined);
    this.immediate = task;
    return true;
  }

  private cancelAsAsked({ what }: Cancel): boolean {
    this.cancel(drivenTask(what));
    this.immediate = undefined;
    return true;
  }

  /** Enters user code. The library runs no user code, so only a subclass can do it (`guestCode.ts`). */
  protected enter(_task: DrivenTask, _effect: GuestCode<never>): boolean {
    throw new Error('Code that is no program does not run here.');
  }

  private join(task: DrivenTask, { what }: Join<unknown>): boolean {
    const joined = drivenTask(what);
    this.immediate = joined.result;
    if (joined.done) return true;
    joined.joiners = [...joined.joiners, task];
    task.waiting = joined;
    return false;
  }

  private sleep(task: DrivenTask, micros: number): boolean {
    return this.waitFor(
      task,
      (signal) => this.host.sleep(micros, signal),
      () => {},
    );
  }

  /**
   * Lets a task wait for one thing.
   *
   * @param arrived turns the result into the answer, if the task still waits for it.
   */
  private waitFor<T>(
    task: DrivenTask,
    ask: (signal: AbortSignal) => Promise<T>,
    arrived: (thing: T, isWaiting: boolean) => unknown,
  ): boolean {
    const pending = new Pending();
    task.waiting = pending;
    void ask(pending.controller.signal).then((thing) => {
      const isWaiting = task.waiting === pending;
      const answer = arrived(thing, isWaiting);
      if (isWaiting) this.answer(task, answer);
    });
    return false;
  }

  /** Sends every call, in order. The task goes on when the group is decided. */
  private begin(group: CallGroup): boolean {
    const { task, calls } = group;
    // A group can be decided before it is sent: it has no calls, its quorum needs none, or its quorum needs more than
    // there are. Its calls are sent anyway.
    group.decided = group.isSettled;
    if (!group.decided) task.waiting = group;
    const { host } = this;
    if ('sendAll' in host) host.sendAll(calls, group);
    else
      calls.forEach((call, index) => {
        void host.call(call, group).then((reply) => group.take(index, reply));
      });
    if (group.decided) this.immediate = group.answer;
    return group.decided;
  }

  /** Takes the reply to one call of a group. */
  settle(group: CallGroup, index: number, reply: Reply): void {
    const call = group.calls[index];
    if (!call) return;
    if (group.decided) return this.host.traceReply?.(call, reply, 'late');
    const granted = group.quorum === null ? isGrantTo(call.request, reply) : group.quorum.grants(reply);
    this.host.traceReply?.(call, reply, granted ? 'granted' : 'refused');
    group.replies[index] = reply;
    group.open--;
    if (granted) group.granted++;
    if (!group.isSettled) return;
    group.decided = true;
    this.answer(group.task, group.answer);
  }

  private allInboxes(): Inboxes {
    this.inboxes ??= new Inboxes(this.host);
    return this.inboxes;
  }

  /** Opens an inbox. A failed subscription gives a closed inbox, and the first `take` reports it. */
  private open(task: DrivenTask, { what: { to, topic, timeout } }: Open): boolean {
    return this.waitFor(
      task,
      () => this.host.open(to, topic, timeout),
      (subscription, isWaiting) =>
        isWaiting ? this.allInboxes().opened(to, topic, subscription) : subscription?.close(),
    );
  }

  private take(task: DrivenTask, { what }: Take): boolean {
    const inbox = drivenInbox(what.inbox);
    const waiting = inbox.left.shift();
    if (waiting || inbox.closed) {
      this.immediate = waiting ?? connectionClosed;
      return true;
    }
    return this.waitFor(
      task,
      (signal) => inbox.subscription.next(what.timeout, signal),
      (reply, isWaiting) => {
        if (reply.kind === 'closed') this.allInboxes().close(inbox);
        else if (!isWaiting && reply.kind === 'ok') inbox.left.push(reply);
        return reply;
      },
    );
  }
}

/**
 * False if the effect made its own task wait, or ended it. A child, for example, can cancel the parent that is
 * starting it.
 */
const mayGoOn = (task: DrivenTask): boolean => !task.done && task.waiting === null;

/** Stops a task's wait. Its answer still comes and is ignored. */
function forgetWait(task: DrivenTask): void {
  const { waiting } = task;
  task.waiting = null;
  if (waiting instanceof Pending) waiting.controller.abort();
  if (waiting instanceof CallGroup) waiting.decided = true;
  if (waiting instanceof DrivenTask) waiting.joiners = waiting.joiners.filter((joiner) => joiner !== task);
}

function drivenTask(task: object): DrivenTask {
  if (task instanceof DrivenTask) return task;
  throw new Error('The task was not forked by a program that runs here.');
}
