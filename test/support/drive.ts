/**
 * Drives a program by hand: a table answers every effect, and every request is recorded for the test. This is a world
 * of one process. It has clocks and a duration for each reply, but no network and no other process, so a failure
 * cannot be the simulator's fault. A forked program waits until a test runs it or another program joins it.
 */
import {
  type Call,
  type Declaration,
  type Effect,
  isDecided,
  type Program,
  type Quorum,
  type QuorumReplies,
  type Task,
} from '../../src/core/model/effects/effect';
import { type Reply, requestText, timedOut } from '../../src/core/model/effects/request';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import { fromMs, localInstant, type Micros, type Ms, toMs, wallEpoch } from '../../src/core/model/values/time';

/** A reply and its duration. One that takes longer than the timeout becomes a timeout. */
export interface Answer {
  readonly reply: Reply;
  readonly afterMs: Ms;
}

export interface Table {
  readonly answer: (call: Call) => Answer;
  /**
   * Called when the step is reached for the nth time, from 1, for example to pause the process or to set its clock
   * back.
   */
  readonly atStep?: (label: string, nth: number, world: DrivenWorld) => void;
  /** The next message of an inbox; null cancels the waiting program, and no other program runs meanwhile. */
  readonly take?: (nth: number, world: DrivenWorld) => Reply | null;
  /** The result of each draw, as a share of its range; the middle by default. */
  readonly draw?: (name: string) => number;
}

export interface Sent {
  readonly to: ProcessId;
  readonly command: string;
  readonly text: string;
  readonly timeoutMs: Ms | null;
  readonly reconnect: boolean | 'first';
  /** When it was sent, in true time since the world began. */
  readonly atMs: Ms;
  /** The reply that the program got; null if the quorum was decided before the program got it. */
  readonly reply: Reply | null;
}

const effectCountMax = 100_000;

export class DrivenWorld {
  readonly sent: Sent[] = [];
  readonly steps: string[] = [];
  readonly marks: Declaration[] = [];
  readonly sleepsMs: Ms[] = [];
  readonly forked: Program<unknown>[] = [];
  readonly cancelled: number[] = [];
  private micros: Micros = 0;
  private wallAhead: Micros = 0;
  private monoBehind: Micros = 0;
  private holds = 0;
  private taken = 0;

  constructor(private readonly table: Table) {}

  get atMs(): Ms {
    return toMs(this.micros);
  }

  /** Lets time pass without the program noticing: a pause of the process. */
  pass(ms: Ms): void {
    this.micros += fromMs(ms);
  }

  setWallClock(byMs: Ms): void {
    this.wallAhead += fromMs(byMs);
  }

  /** Lets time pass while the monotonic clock does not advance. */
  suspend(ms: Ms): void {
    this.pass(ms);
    this.monoBehind += fromMs(ms);
  }

  /** Runs a program to its end, and returns its result. */
  run<R>(program: Program<R>): R {
    let answer: unknown;
    for (let count = 0; count < effectCountMax; count++) {
      const { done, value } = program.next(answer);
      if (done) return value;
      answer = this.perform(value);
    }
    throw new Error(`The program had not ended after ${effectCountMax} effects.`);
  }

  /** Runs a program until it has declared something for the nth time. */
  runUntilMark(program: Program<unknown>, mark: Declaration['mark'], nth = 1): void {
    let answer: unknown;
    for (let count = 0; count < effectCountMax; count++) {
      const { done, value } = program.next(answer);
      if (done) throw new Error(`The program ended before "${mark}".`);
      answer = this.perform(value);
      if (this.marks.filter((declared) => declared.mark === mark).length === nth) return;
    }
    throw new Error(`"${mark}" was not declared within ${effectCountMax} effects.`);
  }

  private perform(effect: Effect): unknown {
    switch (effect.kind) {
      case 'now':
        return localInstant(wallEpoch + this.micros + this.wallAhead);
      case 'mono':
        return localInstant(this.micros - this.monoBehind);
      case 'random':
        return Math.min(
          effect.what.below - 1,
          Math.floor((this.table.draw?.(effect.what.name) ?? 0.5) * effect.what.below),
        );
      case 'sleep':
        if (!Number.isInteger(effect.what) || effect.what < 0) throw new Error(`A sleep of ${effect.what} µs.`);
        this.sleepsMs.push(toMs(effect.what));
        this.micros += effect.what;
        return undefined;
      case 'call':
        return this.send([effect.what]).replies[0];
      case 'all':
        return this.send(effect.what).replies;
      case 'quorum':
        return this.send(effect.what.calls, effect.what);
      case 'fork':
        return { id: this.forked.push(effect.what.program) - 1 } satisfies Task;
      case 'join':
        return this.runJoined(at(this.forked, effect.what.id));
      case 'listen':
        return { id: 0 };
      case 'take':
        return this.takeNext();
      case 'cancel':
        return void this.cancelled.push(effect.what.id);
      case 'step': {
        this.steps.push(effect.what);
        const nth = this.steps.filter((label) => label === effect.what).length;
        return this.table.atStep?.(effect.what, nth, this);
      }
      case 'mark':
        this.marks.push(effect.what);
        return effect.what.mark === 'acquiring' ? ++this.holds : this.holds;
      default:
        throw new Error(`No program here asks for "${effect.kind}".`);
    }
  }

  /** Runs it to its end, or until it is canceled; then it returns nothing. */
  private runJoined(program: Program<unknown>): unknown {
    let answer: unknown;
    for (let count = 0; count < effectCountMax; count++) {
      const { done, value } = program.next(answer);
      if (done) return value;
      answer = this.perform(value);
      if (answer === null && value.kind === 'take') return program.return(undefined).value;
    }
    throw new Error(`The program had not ended after ${effectCountMax} effects.`);
  }

  private takeNext(): Reply | null {
    if (!this.table.take) throw new Error('The table has no message to take.');
    return this.table.take(++this.taken, this);
  }

  /** Sends all calls at once. Time passes until all have their reply, or a quorum is decided. */
  private send(calls: readonly Call[], quorum: Quorum['what'] | null = null): QuorumReplies {
    const sentAt = this.micros;
    const answers = calls.map((call) => this.inTime(call));
    const inOrder = answers.map((_, i) => i).sort((a, b) => at(answers, a).afterMs - at(answers, b).afterMs);
    const replies: (Reply | null)[] = calls.map(() => null);
    let granted = 0;
    let open = calls.length;
    for (const i of inOrder) {
      if (quorum !== null && isDecided(quorum, { granted, open, replies })) break;
      const { reply, afterMs } = at(answers, i);
      replies[i] = reply;
      open--;
      if (quorum?.grants(reply)) granted++;
      this.micros = Math.max(this.micros, sentAt + fromMs(afterMs));
    }
    calls.forEach((call, i) => {
      this.sent.push({
        to: call.to,
        command: call.request.command,
        text: requestText(call.request),
        timeoutMs: call.timeout === null ? null : toMs(call.timeout),
        reconnect: call.reconnect,
        atMs: toMs(sentAt),
        reply: replies[i] ?? null,
      });
    });
    return { replies, granted };
  }

  private inTime(call: Call): Answer {
    const answer = this.table.answer(call);
    if (call.timeout === null || fromMs(answer.afterMs) <= call.timeout) return answer;
    return { reply: timedOut, afterMs: toMs(call.timeout) };
  }
}

/** An answer that never comes. */
export const silence: Answer = { reply: timedOut, afterMs: Number.MAX_SAFE_INTEGER / 1000 };

function at<T>(list: readonly T[], index: number): T {
  if (!(index in list)) throw new Error(`There is no ${index} in a list of ${list.length}.`);
  return list[index] as T;
}
