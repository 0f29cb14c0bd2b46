/**
 * One Redis node as the locks see it: it sends scripts by their digest, or a command in their place, and knows how long
 * the node takes to answer.
 */
import type { Request, Script } from '../core/model/effects/request';
import type { LockClient, Prepared, RedisCommand, Taker } from './client';
import { type CommandEncoder, inFull } from './commandEncoder';
import { type Compares, comparesBy, isComparing, question, refusesCommand } from './comparing';
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
  private readonly digests = new Set<Script>();
  readonly roundTrips = new RoundTrips();
  private readonly pending = new Pending(() =>
    this.isOpening(performance.now()) ? openingMax : this.roundTrips.timeoutMs(graceMin, graceMax),
  );
  /** Since when its connection was seen not to be open, in ms. Null: it is open. */
  private openingSinceMs: number | null = null;
  private compares: Compares = 'script';
  private isAsked = false;

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

  /** Why it has no connection, in words. Null: it has one, or it is not known. */
  unconnected(): string | null {
    const { client } = this;
    if (client.isOpening?.() !== true) return null;
    const { code } = Object(client.lastError?.());
    return `${code === 'ECONNREFUSED' ? 'connection refused' : 'no connection'}, reconnecting`;
  }

  /** Prepares a request for sending. The taker is notified later, with the number of the place. */
  prepare(request: Request, taker: Taker, index: number): Prepared {
    const { script } = request;
    if (!this.isAsked && (script === undefined || isComparing(request))) this.ask();
    const isShort = script === undefined || this.digests.has(script.script) || this.sendsCommand(request);
    return this.ready(isShort ? this.short(request) : this.inFull(request), taker, index);
  }

  /**
   * Asks once how the server compares, without waiting: until there is an answer, the script is used. A client that
   * puts something before keys, or chooses a server by them, has to know a command to find its key.
   */
  private ask(): void {
    const { client } = this;
    this.isAsked = true;
    if (client.isCluster || (client.keyPrefix ?? '') !== '') return;
    // A microtask later, so that the request itself goes first.
    Promise.resolve()
      .then(() => client.request(question))
      .then(
        (answer) => {
          this.compares = comparesBy(answer);
        },
        () => {},
      );
  }

  /**
   * Records that the node has answered.
   *
   * @param sentMs when it was asked. Null if that says nothing about the node's distance.
   */
  answered(sentMs: number | null): void {
    const nowMs = performance.now();
    this.pending.answered(nowMs);
    if (sentMs !== null) this.roundTrips.add(nowMs - sentMs);
  }

  /** Records that the client gave up a command. */
  rejected(error: Error): void {
    this.pending.rejected(error);
  }

  /** Whether an error says that a request has to be sent again in full. */
  wantsInFull(request: Request, message: string): boolean {
    if (message.startsWith('NOSCRIPT')) return true;
    if (!isComparing(request) || !refusesCommand(message)) return false;
    // Another server answers, such as an older replica that was promoted, or the user has fewer rights.
    this.compares = 'script';
    return true;
  }

  /** Sends a script in full, or the command that replaces it. */
  sendInFull(request: Request, taker: Taker, index: number): void {
    const prepared = this.ready(this.sendsCommand(request) ? this.short(request) : this.inFull(request), taker, index);
    sendSafely(prepared, taker, index);
  }

  private sendsCommand(request: Request): boolean {
    return this.compares !== 'script' && isComparing(request);
  }

  private short(request: Request): RedisCommand {
    return this.encoder.commandOf(request, this.compares);
  }

  /** Records that the node does not know the script. */
  forget({ script }: Request): void {
    if (script !== undefined) this.digests.delete(script.script);
  }

  /** The command with the full script. The node keeps the script from then on. */
  private inFull(request: Request): RedisCommand {
    if (request.script !== undefined) this.digests.add(request.script.script);
    return inFull(request);
  }

  private ready(command: RedisCommand, taker: Taker, index: number): Prepared {
    const { client } = this;
    if (!this.pending.add()) return { send: () => queueMicrotask(() => taker.fail(index, hanging())) };
    if (this.pending.count > fewMax) client.gather?.();
    // A client may throw at once, which counts as a rejection.
    try {
      if (client.prepare !== undefined) return client.prepare(command, taker, index);
    } catch (thrown) {
      return { send: () => taker.fail(index, thrown) };
    }
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

/** If a client throws while it sends, its node has failed. */
export function sendSafely(prepared: Prepared, taker: Taker, index: number): void {
  try {
    prepared.send();
  } catch (thrown) {
    taker.fail(index, thrown);
  }
}
