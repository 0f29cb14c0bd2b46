/**
 * One Redis node as the locks see it: it sends scripts by their digest, and knows how long the node takes to answer.
 */
import type { Request, Script } from '../core/model/request';
import type { LockClient, Prepared, RedisCommand, Taker } from './client';
import { type CommandEncoder, inFull } from './commandEncoder';
import { Pending } from './pending';
import { RoundTrips } from './roundTrips';

/** How long a connection may take to open before its node counts as failed, in ms. */
const openingMax = 3000;

/**
 * The least time for which a node with many unanswered commands may be silent, in ms, however fast it is. `graceMax`
 * is the most, however slow it is.
 */
const graceMin = 50;
const graceMax = 1000;

/** With more commands than this in progress, the next ones go out together. A single command is faster by itself. */
const fewMax = 2;

const hanging = (): Error =>
  new Error('It has left so many commands unanswered that no more are sent to it until it answers');

export class LockNode {
  /** The scripts that were sent to this node. As long as it remembers them, their digests are enough. */
  private readonly known = new Set<Script>();
  readonly roundTrips = new RoundTrips();
  private readonly pending = new Pending(() =>
    this.isOpening(performance.now()) ? openingMax : this.roundTrips.timeoutMs(graceMin, graceMax),
  );
  /** Since when its connection was seen not to be open, in ms. Null: it is open. */
  private openingSinceMs: number | null = null;

  constructor(
    readonly client: LockClient,
    private readonly encoder: CommandEncoder,
    /** Its name in messages: its address, or its number. */
    readonly name: string,
  ) {}

  /**
   * Whether a command sent now waits for a connection. False if the connection has taken so long that the node counts
   * as down.
   */
  isOpening(nowMs: number): boolean {
    if (this.client.isOpening?.() !== true) {
      this.openingSinceMs = null;
      return false;
    }
    this.openingSinceMs ??= nowMs;
    return nowMs - this.openingSinceMs < openingMax;
  }

  /** Prepares a request for sending. The taker is notified later, with the number of the place. */
  prepare(request: Request, taker: Taker, index: number): Prepared {
    const { script } = request;
    const isKnown = script === undefined || this.known.has(script.script);
    return this.ready(isKnown ? this.encoder.commandOf(request) : this.inFull(request), taker, index);
  }

  /**
   * Records that the node has answered.
   *
   * @param sentMs when it was asked. Null if that says nothing about the node's distance.
   */
  answered(sentMs: number | null): void {
    const nowMs = performance.now();
    this.pending.answered(nowMs);
    if (sentMs !== null) this.roundTrips.heard(nowMs - sentMs);
  }

  /** Records that the client gave up a command. */
  rejected(error: Error): void {
    this.pending.rejected(error);
  }

  /** Sends the full script, after the node said that it does not know the digest. */
  sendInFull(request: Request, taker: Taker, index: number): void {
    this.ready(this.inFull(request), taker, index).send();
  }

  /** Records that the node does not know the script. */
  forget({ script }: Request): void {
    if (script !== undefined) this.known.delete(script.script);
  }

  /** The command with the full script. The node keeps the script from then on. */
  private inFull(request: Request): RedisCommand {
    if (request.script !== undefined) this.known.add(request.script.script);
    return inFull(request);
  }

  private ready(command: RedisCommand, taker: Taker, index: number): Prepared {
    const { client } = this;
    if (!this.pending.add()) return { send: () => queueMicrotask(() => taker.fail(index, hanging())) };
    if (this.pending.count > fewMax) client.gather?.();
    if (client.prepare !== undefined) return client.prepare(command, taker, index);
    // A client may throw at once, which counts as a rejection.
    const request = async (): Promise<unknown> => client.request(command);
    const send = (): void => {
      request().then(
        (value) => taker.succeed(index, value),
        (thrown) => taker.fail(index, thrown),
      );
    };
    return { send };
  }
}
