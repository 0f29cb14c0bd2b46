/**
 * One operation on a lock: the world in which its program runs, with real clocks and the user's clients. It waits for
 * each reply no longer than the timeout of its call. The reply then counts as a vote of its try.
 */

import type { Call, Declaration } from '../core/model/effects/effect';
import type { ProcessId } from '../core/model/scenario/processId';
import { type LocalInstant, localInstant, type Micros, toMs } from '../core/model/values/time';
import type { ReplyReceiver, SendingHost, Subscription } from '../core/promises/host';
import type { ExecutionResult, ExecutionStats } from './attempt';
import { timerMax } from './checks';
import { sendSafely } from './lockNode';
import type { NodeGroup } from './nodeGroup';
import { ownersMax } from './programs';
import type { RetryDelay } from './retryDelay';
import { Round } from './round';

/** How many tries of an operation are remembered: the latest ones. An operation that may try forever must not grow. */
const triesKeptMax = 100;

export interface About {
  readonly resourceCount: number;
  readonly triesMax: number;
  /**
   * The shortest wait for a node, in ms, but never longer than its call says. Null: exactly as long as the call says.
   */
  readonly floorMs: number | null;
  /** How long a waiter waits without a notification. */
  readonly retryDelay: RetryDelay;
  /** The try whose grant this operation gives back. */
  readonly granted?: Round | null;
  /** Called with the time for which an extended lock is valid. */
  readonly extended?: (validFor: Micros) => void;
}

/** Sends in some context. */
export type Within = (send: () => void) => void;

/** A release returns it, so fields that lead to a client are private at runtime as well: they are never printed. */
export class Operation implements SendingHost, ExecutionResult {
  readonly #group: NodeGroup;
  readonly #about: About;
  /** The name of the step that the next round belongs to. */
  #label: string | null = null;
  #asked: Round | null = null;
  /** How many tries there were. */
  tried = 0;
  /** How commands are sent. Null: directly. */
  within: Within | null = null;
  #tries: Round[] = [];
  /** The latest rounds that asked for locks and were not given back yet. */
  #taken: readonly Round[];
  #promised: readonly Promise<ExecutionStats>[] = [];
  #subscriptions: readonly Subscription[] = [];

  constructor(group: NodeGroup, about: About) {
    this.#group = group;
    this.#about = about;
    this.#taken = about.granted ? [about.granted] : [];
  }

  ended(): void {
    for (const subscription of this.#subscriptions) subscription.close();
    this.#subscriptions = [];
  }

  get latest(): Round | null {
    return this.#tries.at(-1) ?? null;
  }

  /** The latest round that is no try: it counts a token, or looks. */
  get lookRound(): Round | null {
    return this.#asked;
  }

  /** How many nodes said no, in the latest attempt or the one before. */
  get against(): number {
    return Math.max(0, ...this.#tries.slice(-2).map(({ against }) => against));
  }

  /** One promise for each attempt. A program that tries forever keeps at least the latest hundred. */
  get attempts(): readonly Promise<ExecutionStats>[] {
    if (this.#promised.length !== this.#tries.length) this.#promised = this.#tries.map(({ stats }) => stats);
    return this.#promised;
  }

  now(): LocalInstant {
    return localInstant(Date.now() * 1000);
  }

  mono(): LocalInstant {
    return localInstant(Math.round(performance.now() * 1000));
  }

  random(_: string, below: number): number {
    return Math.floor(Math.random() * below);
  }

  step(label: string): void {
    this.#label = label;
  }

  mark(declaration: Declaration): number {
    if (declaration.mark === 'extended') this.#about.extended?.(declaration.validFor);
    return 0;
  }

  /**
   * Sleeps at most as long as a timer can. That is safe: a program that waits for the end of a lease checks again,
   * and one that extends a lease is only early.
   */
  sleep(micros: Micros, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(timerMax, Math.ceil(toMs(micros))));
      signal.addEventListener('abort', end);
    });
  }

  /** Prepares everything before the first byte goes out, because code between two writes of a socket is slow. */
  sendAll(calls: readonly Call[], asking: ReplyReceiver): void {
    if (calls.length === 0) return;
    const group = this.#group;
    // A counter's answer is one number, whatever the count of resources.
    const resourceCount = this.#label === null ? 1 : this.#about.resourceCount;
    const round = new Round(calls, asking, group, resourceCount);
    round.wait(this.#about.floorMs);
    this.begin(round);
    const ready = calls.map(({ to, request }, index) => group.nodeOf(to, index).prepare(request, round, index));
    const send = (): void => {
      ready.forEach((prepared, index) => {
        sendSafely(prepared, round, index);
      });
    };
    if (this.within === null) send();
    else this.within(send);
  }

  /** Classifies a round: it is a try, whose votes are kept, or it gives tries back. */
  private begin(round: Round): void {
    const label = this.#label;
    this.#label = null;
    if (label === null) {
      this.#asked = round;
      return;
    }
    if (label === 'give-back' || label === 'release') {
      round.takesBack(this.#taken);
      this.#taken = [];
    }
    if (label !== 'give-back') this.keep(round);
    if (label === 'ask') this.#taken = [...this.#taken.slice(1 - ownersMax), round];
  }

  open(_: ProcessId, topic: string): Promise<Subscription> {
    const subscription = this.#group.listen(topic, this.#about.retryDelay);
    this.#subscriptions = [...this.#subscriptions, subscription];
    return Promise.resolve(subscription);
  }

  private keep(round: Round): void {
    this.tried++;
    this.#tries.push(round);
    const { triesMax } = this.#about;
    const keptMax = Number.isFinite(triesMax) ? triesMax : triesKeptMax;
    if (this.#tries.length > 2 * keptMax) this.#tries = this.#tries.slice(-keptMax);
  }
}
