/** One Redis node as the locks see it: scripts by their digest, and how long it takes to answer. */
import type { Request, Script } from '../model/request';
import type { LockClient, Prepared, RedisCommand, Taker } from './client';
import { Pending } from './pending';
import { RoundTrips } from './roundTrips';
import { inFull, type Wording } from './wording';

/** So long a connection may take until its node counts as one that does not answer, in ms. */
const openingMax = 3000;

/** A node that has left many commands unanswered may be silent so long, in ms, however quick it is, and however slow. */
const graceMin = 50;
const graceMax = 1000;

/** Where more than this are under way, the next go out together: one alone is quicker by itself. */
const fewMax = 2;

const hanging = (): Error =>
  new Error('It has left so many commands unanswered that it is sent no more until it answers');

export class LockNode {
  /** Scripts that this node was given: as long as it remembers them, their digests are enough. */
  private readonly known = new Set<Script>();
  readonly roundTrips = new RoundTrips();
  private readonly pending = new Pending(() =>
    this.isOpening(performance.now()) ? openingMax : this.roundTrips.timeoutMs(graceMin, graceMax),
  );
  /** Since when its connection was not open, as far as anybody has looked; null: it is open. */
  private openingSinceMs: number | null = null;

  constructor(
    readonly client: LockClient,
    private readonly wording: Wording,
    /** What people call it: where it is, or which one it is. */
    readonly name: string,
  ) {}

  /** Whether what is sent now waits for a connection, which has not taken so long that the node is down. */
  isOpening(nowMs: number): boolean {
    if (this.client.isOpening?.() !== true) {
      this.openingSinceMs = null;
      return false;
    }
    this.openingSinceMs ??= nowMs;
    return nowMs - this.openingSinceMs < openingMax;
  }

  /** Ready to be sent. The taker hears of it later, under the number of the place. */
  prepare(request: Request, taker: Taker, place: number): Prepared {
    const { script } = request;
    const isKnown = script === undefined || this.known.has(script.script);
    return this.ready(isKnown ? this.wording.commandOf(request) : this.inFull(request), taker, place);
  }

  /** It has answered. @param sentMs when it was asked; null: that tells nothing of its distance. */
  answered(sentMs: number | null): void {
    const nowMs = performance.now();
    this.pending.answered(nowMs);
    if (sentMs !== null) this.roundTrips.heard(nowMs - sentMs);
  }

  /** The client has given up what was sent to it. */
  rejected(error: Error): void {
    this.pending.rejected(error);
  }

  /** With the script itself, once the node has said that it does not know it. */
  sendInFull(request: Request, taker: Taker, place: number): void {
    this.ready(this.inFull(request), taker, place).send();
  }

  /** The node has said that it does not know it. */
  forget({ script }: Request): void {
    if (script !== undefined) this.known.delete(script.script);
  }

  /** The node keeps the script from then on. */
  private inFull(request: Request): RedisCommand {
    if (request.script !== undefined) this.known.add(request.script.script);
    return inFull(request);
  }

  private ready(command: RedisCommand, taker: Taker, place: number): Prepared {
    const { client } = this;
    if (!this.pending.add()) return { send: () => queueMicrotask(() => taker.fail(place, hanging())) };
    if (this.pending.count > fewMax) client.gather?.();
    if (client.prepare !== undefined) return client.prepare(command, taker, place);
    // A client may throw at once, which is as good as a rejection.
    const request = async (): Promise<unknown> => client.request(command);
    const send = (): void => {
      request().then(
        (value) => taker.succeed(place, value),
        (thrown) => taker.fail(place, thrown),
      );
    };
    return { send };
  }
}
