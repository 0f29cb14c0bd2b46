/** One life of a client in the realm: what it waits for, and what its code was given. */

import type { AskKind, Begun, Host } from '../../own/host';
import { isOwnLine, lineOf, thrownOf } from './errors';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Called for each message that comes by itself. */
  readonly push: ((value: unknown) => void) | undefined;
  /** Of the reader's code, from which it was asked. */
  readonly line: number;
}

export const signals: Readonly<Record<string, number>> = { SIGTERM: 15, SIGINT: 2 };

interface Signalled {
  readonly signal: string;
  readonly hear: (...given: unknown[]) => unknown;
  readonly isOnce: boolean;
}

/** How many lines of one life reach the world outside. */
const loggedMost = 1000;

export class Life {
  /** What acquires returned, by number. */
  readonly held = new Map<number, unknown>();
  /** The numbers of those that another task of this process has acquired. */
  readonly heldByOther = new Set<number>();
  /** What the code gave `process.on('unhandledRejection')`. */
  readonly hearers: ((error: unknown) => unknown)[] = [];
  /** What the code gave `process.on` for a signal that asks it to stop. */
  private signalled: readonly Signalled[] = [];
  /** The number of the ask for such signals. 0: nobody hears them. */
  private signals = 0;
  /** It was asked to stop, so it may end by itself. */
  private isAsked = false;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  /** The line that had asked for what goes on now. */
  answered = 0;
  private logged = 0;
  private unread = 0;

  constructor(
    readonly host: Host,
    readonly begun: Begun,
  ) {}

  /** Asks the world. The promise is settled by `answer`. */
  ask(
    kind: AskKind,
    text: string,
    push?: (value: unknown) => void,
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    const [id, line] = [++this.asked, this.line()];
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, push, line });
    });
    // Outside of the promise, where what ends the run would be a rejection.
    this.host.ask(id, kind, text, line);
    return { id, answer };
  }

  /** The same for who wants no promise. Without `reject`, a failure is an answer. */
  askBack(
    kind: AskKind,
    text: string,
    resolve: (value: unknown) => void,
    reject: (error: Error) => void = resolve,
    push?: (value: unknown) => void,
  ): number {
    const [id, line] = [++this.asked, this.line()];
    this.waiting.set(id, { resolve, reject, push, line });
    this.host.ask(id, kind, text, line);
    return id;
  }

  drop(id: number): void {
    if (this.waiting.delete(id)) this.host.drop(id);
  }

  answer(id: number, ok: boolean, value: unknown): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    // What came by subscription goes on coming.
    if (!ok || waiting.push === undefined) this.waiting.delete(id);
    this.answered = waiting.line;
    if (ok) waiting.resolve(value);
    else waiting.reject(new Error(String(value)));
  }

  push(id: number, value: unknown): void {
    this.waiting.get(id)?.push?.(value);
  }

  /** What a callback throws, or rejects with, nobody catches. */
  callBack(run: () => unknown): void {
    try {
      const returned = run();
      if (returned instanceof Promise) returned.catch((error) => this.uncaught(error));
    } catch (error) {
      this.uncaught(error);
    }
  }

  /** The process ends, unless its code hears of what nobody catches. @returns whether it goes on */
  uncaught(error: unknown): boolean {
    try {
      for (const hear of this.hearers) hear(error);
    } catch (another) {
      this.exit(another);
      return false;
    }
    if (this.hearers.length === 0) this.exit(error);
    return this.hearers.length > 0;
  }

  hearSignal(signalled: Signalled): void {
    this.signalled = [...this.signalled, signalled];
    if (this.signals === 0)
      this.signals = this.askBack(
        'signal',
        '',
        () => {},
        () => {},
        () => this.stop(),
      );
  }

  /** @param hear undefined: whatever hears it */
  unhearSignal(signal: unknown, hear: unknown): void {
    this.signalled = this.signalled.filter((one) => one.signal !== signal || (hear !== undefined && one.hear !== hear));
    if (this.signalled.length > 0 || this.signals === 0) return;
    this.drop(this.signals);
    this.signals = 0;
  }

  /** SIGTERM, which `docker stop` sends. Code that hears SIGINT alone is stopped by that. */
  private stop(): void {
    this.isAsked = true;
    const signal = this.signalled.some((one) => one.signal === 'SIGTERM') ? 'SIGTERM' : 'SIGINT';
    for (const one of this.signalled.filter((one) => one.signal === signal)) {
      if (one.isOnce) this.unhearSignal(signal, one.hear);
      this.callBack(() => one.hear(signal, signals[signal]));
    }
  }

  /** The code ends its process. One that was asked to stop may do so. */
  leave(how: string): void {
    if (this.isAsked) this.host.tell('left', '', 0);
    else this.exit(new Error(how));
  }

  exit(error: unknown): void {
    const thrown = thrownOf(error);
    this.host.tell('exit', JSON.stringify(thrown), thrown.line);
  }

  /** A line of the log. The rest of a long log is only counted, since to cross the border with each line takes seconds. */
  log(text: () => string): void {
    if (++this.logged > loggedMost) this.unread++;
    else this.host.tell('log', text(), 0);
  }

  tellUnread(): void {
    if (this.unread > 0) this.host.tell('unread', String(this.unread), 0);
    this.unread = 0;
  }

  /** Where the reader's code stands, or stood when a library that it calls asked for what goes on. 0: nobody asked. */
  line(): number {
    return this.begun.lines ? lineOf(new Error().stack) || this.answered : 0;
  }

  /** Something that is not simulated: told at its line, and thrown. */
  refuse(what: string): Error {
    const error = new Error(what);
    const line = lineOf(error.stack);
    this.host.tell('refused', what, isOwnLine(line) ? line : 0);
    return error;
  }
}

/** What is said of a client for several masters. */
export const noCluster =
  'Redis Cluster is not simulated. Give the lock one client of Redis: new Redis() of ioredis, or createClient() of redis.';

let living: Life | null = null;

/** Whose code runs. All that runs between two entries is one client's. Null: no client's. */
export const setLiving = (life: Life | null): void => {
  living = life;
};

export const livingNow = (): Life | null => living;

export function current(): Life {
  if (living === null) throw new Error('No client runs.');
  return living;
}
