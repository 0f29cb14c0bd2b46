/** One life of a client in the realm: the answers it waits for, and what its code was given. */

import type { Begun, GuestRequestKind, Host } from '../../own/host';
import { isOwnLine, lineOf, thrownOf } from './errors';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Called for each message that arrives without a request. */
  readonly push: ((value: unknown) => void) | undefined;
  /** The line of the reader's code that asked. */
  readonly line: number;
}

export const signals: Readonly<Record<string, number>> = { SIGTERM: 15, SIGINT: 2 };

interface Signalled {
  readonly signal: string;
  readonly hear: (...inputs: unknown[]) => unknown;
  readonly isOnce: boolean;
}

/** How many lines of one life reach the world outside. */
const loggedMost = 1000;

export class GuestIncarnation {
  /** What acquire returned, by number. */
  readonly held = new Map<number, unknown>();
  /** The numbers of those that another task of this process acquired. */
  readonly heldByOther = new Set<number>();
  /** The listeners that the code passed to `process.on('unhandledRejection')`. */
  readonly hearers: ((error: unknown) => unknown)[] = [];
  /** The listeners that the code passed to `process.on` for a signal that asks it to stop. */
  private signalled: readonly Signalled[] = [];
  /** The number of the ask for such signals. 0: no listener. */
  private signals = 0;
  /** It was asked to stop, so it may end its process. */
  private isAsked = false;
  private readonly waiting = new Map<number, Waiting>();
  private requestCount = 0;
  /** The line whose request was answered last. */
  answered = 0;
  private logged = 0;
  private unread = 0;

  constructor(
    readonly host: Host,
    readonly begun: Begun,
  ) {}

  /** Asks the world. `answer` settles the promise. */
  ask(
    kind: GuestRequestKind,
    text: string,
    push?: (value: unknown) => void,
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    const [id, line] = [++this.requestCount, this.line()];
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, push, line });
    });
    // Outside the promise, which would turn an error that ends the run into a rejection.
    this.host.ask(id, kind, text, line);
    return { id, answer };
  }

  /** The same with callbacks. Without `reject`, a failure counts as an answer. */
  askBack(
    kind: GuestRequestKind,
    text: string,
    resolve: (value: unknown) => void,
    reject: (error: Error) => void = resolve,
    push?: (value: unknown) => void,
  ): number {
    const [id, line] = [++this.requestCount, this.line()];
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
    // A subscription keeps its entry, since more messages come.
    if (!ok || waiting.push === undefined) this.waiting.delete(id);
    this.answered = waiting.line;
    if (ok) waiting.resolve(value);
    else waiting.reject(new Error(String(value)));
  }

  push(id: number, value: unknown): void {
    this.waiting.get(id)?.push?.(value);
  }

  /** Nobody catches what a callback throws or rejects with. */
  callBack(run: () => unknown): void {
    try {
      const returned = run();
      if (returned instanceof Promise) returned.catch((error) => this.uncaught(error));
    } catch (error) {
      this.uncaught(error);
    }
  }

  /** Ends the process, unless its code listens for uncaught errors. @returns whether it goes on */
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

  /** @param hear undefined: every listener */
  unhearSignal(signal: unknown, hear: unknown): void {
    this.signalled = this.signalled.filter((one) => one.signal !== signal || (hear !== undefined && one.hear !== hear));
    if (this.signalled.length > 0 || this.signals === 0) return;
    this.drop(this.signals);
    this.signals = 0;
  }

  /** SIGTERM, which `docker stop` sends. It stops code that only listens to SIGINT. */
  private stop(): void {
    this.isAsked = true;
    const signal = this.signalled.some((one) => one.signal === 'SIGTERM') ? 'SIGTERM' : 'SIGINT';
    for (const one of this.signalled.filter((one) => one.signal === signal)) {
      if (one.isOnce) this.unhearSignal(signal, one.hear);
      this.callBack(() => one.hear(signal, signals[signal]));
    }
  }

  /** The code ends its process. It may do so if it was asked to stop. */
  leave(how: string): void {
    if (this.isAsked) this.host.report('left', '', 0);
    else this.exit(new Error(how));
  }

  exit(error: unknown): void {
    const thrown = thrownOf(error);
    this.host.report('exit', JSON.stringify(thrown), thrown.line);
  }

  /**
   * A line of the log. The rest of a long log is only counted, since sending each line over the border takes seconds.
   */
  log(text: () => string): void {
    if (++this.logged > loggedMost) this.unread++;
    else this.host.report('log', text(), 0);
  }

  reportUnread(): void {
    if (this.unread > 0) this.host.report('unread', String(this.unread), 0);
    this.unread = 0;
  }

  /** The line of the reader's code, or the line that called a library whose request was answered last. 0: unknown. */
  line(): number {
    return this.begun.lines ? lineOf(new Error().stack) || this.answered : 0;
  }

  /** Something that is not simulated: it is reported with its line, and the error is returned to be thrown. */
  refuse(what: string): Error {
    const error = new Error(what);
    const line = lineOf(error.stack);
    this.host.report('refused', what, isOwnLine(line) ? line : 0);
    return error;
  }
}

/** The message for a client of several masters. */
export const noCluster =
  'Redis Cluster is not simulated. Give the lock one client of Redis: new Redis() of ioredis, or createClient() of redis.';

let living: GuestIncarnation | null = null;

/** The life whose code runs. Everything that runs between two entries belongs to one client. Null: no client. */
export const setCurrentProcess = (life: GuestIncarnation | null): void => {
  living = life;
};

export const currentProcess = (): GuestIncarnation | null => living;

export function current(): GuestIncarnation {
  if (living === null) throw new Error('No client runs.');
  return living;
}
