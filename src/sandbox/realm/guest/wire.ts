/**
 * The connection of a stand-in for ioredis 6 or node-redis 6: answers come in the order of the commands, and a lost
 * connection is opened again, with what each library then does with its commands.
 */
import { fraction } from './chance';
import type { Emitter } from './emitter';
import type { GuestIncarnation } from './guestIncarnation';

export type Manner = 'ioredis' | 'node-redis';
export type Sent = (string | number)[];

/** What the code passed to the constructor. */
export type Options = Readonly<Record<string, unknown>>;

interface Item {
  readonly commands: readonly Sent[];
  readonly transaction: boolean;
  /** Null: it is a command. */
  readonly channel: string | null;
  /** Its place in a pipeline. */
  readonly index: number;
  readonly line: number;
  readonly resolve: (answers: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Hands out its answer, once it is there. */
  done: (() => void) | null;
}

const lostText = 'Connection is closed.';
const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const fullText = 'The queue is full';

/** By how many commands node-redis greets a server. 0: those that it sends may fail. */
function greetingLength({ RESP, disableClientInfo, database, url, socket, maintNotifications }: Options): number {
  if (RESP === 2) return 0;
  const asksToBeWarned = (Boolean(url) || Boolean(Object(socket).host)) && maintNotifications !== 'disabled';
  return 1 + (disableClientInfo === true ? 0 : 2) + (database ? 1 : 0) + (asksToBeWarned ? 1 : 0);
}

/** The delay of both libraries before they try again. Their first number and their longest delay differ. */
const delayed = (power: number, most: number): number => Math.min(2 ** power * 50, most) + Math.floor(fraction() * 200);

/** The nodes to which a life has been connected: it has its first connections from the start. */
const reached = new WeakMap<GuestIncarnation, Set<number>>();

export class Wire {
  phase: 'idle' | 'opening' | 'ready' | 'end' = 'idle';
  /** Commands that have no answer. */
  private pendingItems: Item[] = [];
  /** Commands that ioredis will send again. */
  private again: Item[] = [];
  private waiting: Item[] = [];
  private readonly channels = new Map<string, (text: unknown) => void>();
  private connection = 0;
  private tries = 0;

  constructor(
    private readonly life: GuestIncarnation,
    private readonly emitter: Emitter,
    private readonly about: { readonly node: number; readonly manner: Manner; readonly options: Options },
    private readonly number: () => number,
  ) {
    if (this.isIoredis && about.options['lazyConnect'] !== true) this.open();
  }

  send(commands: readonly Sent[], transaction: boolean): Promise<unknown[]> {
    if (transaction || commands.length === 1) return this.add({ commands, transaction });
    const all = commands.map((command, index) => this.add({ commands: [command], index }).then(([answer]) => answer));
    if (!this.isIoredis) return Promise.all(all);
    // ioredis answers a pipeline in any case, with an error for each lost command.
    return Promise.all(all.map((one) => one.catch((error: Error) => ({ error: error.message }))));
  }

  async subscribe(channel: string, hear: (text: unknown) => void): Promise<void> {
    this.channels.set(channel, hear);
    try {
      await this.add({ channel });
    } catch (error) {
      this.channels.delete(channel);
      throw error;
    }
  }

  unsubscribe(channels: readonly string[]): void {
    for (const channel of channels) this.channels.delete(channel);
  }

  /** Resolves once the connection is open. */
  connect(): Promise<void> {
    if (this.phase === 'end') [this.phase, this.tries] = ['idle', 0];
    this.open();
    if (this.phase === 'ready') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.emitter.once('ready', () => resolve());
      this.emitter.once('end', () => reject(new Error(lostText)));
    });
  }

  /** Ends the connection once all its commands are answered. */
  async quit(): Promise<string> {
    const last = [...this.again, ...this.waiting, ...this.pendingItems].at(-1);
    if (last === undefined) this.end(new Error(lostText));
    else await this.send([['PING']], false).finally(() => this.end(new Error(lostText)));
    return 'OK';
  }

  /** Ends the connection now. */
  end(why: Error = new Error(this.isIoredis ? lostText : 'Disconnects client')): void {
    if (this.phase === 'end') return;
    const items = this.close();
    this.phase = 'end';
    this.rejectAll([...items, ...this.again, ...this.waiting], why);
    this.emitter.emit('end');
  }

  private get isIoredis(): boolean {
    return this.about.manner === 'ioredis';
  }

  private add(request: Partial<Item>): Promise<unknown[]> {
    const why = this.refusal();
    if (why !== null) return Promise.reject(new Error(why));
    return new Promise((resolve, reject) => {
      const stop = this.timed(reject);
      const item: Item = {
        ...{ commands: [], transaction: false, channel: null, index: 0, line: this.life.line(), done: null },
        ...request,
        resolve: (answers) => {
          stop();
          resolve(answers as unknown[]);
        },
        reject: (error) => {
          stop();
          reject(error);
        },
      };
      if (this.phase === 'ready') this.write(item);
      else this.waiting.push(item);
      this.open();
    });
  }

  /** The code stops waiting, but its command stays in the queue. @returns ends the timer */
  private timed(reject: (error: Error) => void): () => void {
    const ms = this.about.options['commandTimeout'];
    if (!this.isIoredis || typeof ms !== 'number') return () => {};
    const timer = this.life.askBack('sleep', String(ms), () => reject(new Error('Command timed out')));
    return () => this.life.drop(timer);
  }

  /** Why a command is not even queued. */
  private refusal(): string | null {
    const { isIoredis, about, phase } = this;
    const { enableOfflineQueue, disableOfflineQueue } = about.options;
    if (phase === 'end') return isIoredis ? lostText : 'The client is closed';
    if (phase === 'opening' && isIoredis && enableOfflineQueue === false)
      return "Stream isn't writeable and enableOfflineQueue options is false";
    if (phase === 'opening' && !isIoredis && disableOfflineQueue === true) return 'The client is offline';
    return !isIoredis && this.placesLeft < 1 ? fullText : null;
  }

  /** In the queue of node-redis. */
  private get placesLeft(): number {
    const most = Number(this.about.options['commandsQueueMaxLength'] || Infinity);
    return most - this.waiting.length - this.pendingItems.length;
  }

  /** The first connection to a server is there. A later one takes a round trip, and may be refused. */
  private open(): void {
    if (this.phase !== 'idle') return;
    this.phase = 'opening';
    const nodes = reached.get(this.life) ?? new Set();
    reached.set(this.life, nodes);
    if (nodes.has(this.about.node)) return this.knock();
    nodes.add(this.about.node);
    this.connection = this.number();
    this.opened();
  }

  private knock(): void {
    if (this.phase !== 'opening') return;
    const connection = this.number();
    this.connection = connection;
    const unless = (then: () => void) => () => {
      if (this.phase === 'opening' && this.connection === connection) then();
    };
    const retry = this.isIoredis ? this.retry : () => this.retryNodeRedis(refused());
    this.call([['PING']], false, unless(this.opened), unless(retry));
  }

  private call(
    commands: readonly Sent[],
    transaction: boolean,
    then: (answers: unknown) => void,
    fail: (error: Error) => void,
  ): void {
    const { node } = this.about;
    const { connection } = this;
    this.life.askBack('call', JSON.stringify({ node, connection, commands, transaction, timeout: null }), then, fail);
  }

  private readonly opened = (): void => {
    if (!this.isIoredis && this.placesLeft < greetingLength(this.about.options)) return this.dropUngreeted();
    this.phase = 'ready';
    this.tries = 0;
    const { autoResendUnfulfilledCommands: resends, autoResubscribe } = this.about.options;
    const queued = [...(resends === false ? [] : this.again), ...this.waiting];
    const missing = [...this.channels.keys()].filter((channel) => !queued.some((item) => item.channel === channel));
    [this.again, this.waiting] = [[], []];
    if (autoResubscribe !== false) for (const channel of missing) this.add({ channel }).catch(() => {});
    for (const item of queued) this.write(item);
    void Promise.resolve().then(() => {
      this.emitter.emit('connect');
      this.emitter.emit('ready');
    });
  };

  /** node-redis has no place in its queue for its greeting: it sends what waits there, and drops the connection. */
  private dropUngreeted(): void {
    const nothing = (): void => {};
    for (const { commands, transaction, channel } of this.waiting)
      if (channel === null) this.call(commands, transaction, nothing, nothing);
    const error = new Error(fullText);
    this.retryNodeRedis(error);
    this.rejectAll(this.waiting, error);
  }

  private write(item: Item): void {
    const { life, connection } = this;
    this.pendingItems.push(item);
    const settle = (done: () => void): void => {
      if (connection !== this.connection || this.phase !== 'ready') return;
      item.done = done;
      while (this.pendingItems[0]?.done) this.pendingItems.shift()?.done?.();
    };
    const fail = (error: Error): void => {
      if (error.message !== lostText) settle(() => item.reject(error));
      else if (connection === this.connection && this.phase === 'ready') this.lose();
    };
    life.answered = item.line;
    const { commands, transaction, channel } = item;
    const then = (answers: unknown): void => settle(() => item.resolve(answers));
    if (channel === null) return this.call(commands, transaction, then, fail);
    const question = JSON.stringify({ node: this.about.node, channel, timeout: null });
    life.askBack('subscribe', question, then, fail, (text) => {
      if (connection === this.connection && this.phase === 'ready') this.channels.get(channel)?.(text);
    });
  }

  /** The server learns that nobody waits here for an item. @returns the commands that have no answer */
  private close(): Item[] {
    const { pendingItems } = this;
    this.pendingItems = [];
    const nothing = (): void => {};
    if (pendingItems.some(({ commands }) => /^B[LRZ]/.test(String(commands[0]?.[0]))))
      this.call([['QUIT']], false, nothing, nothing);
    return pendingItems;
  }

  private lose(): void {
    const items = this.close();
    this.phase = 'opening';
    if (!this.isIoredis) return this.loseNodeRedis(items, reset());
    // A pipeline of which some answers came is not sent again.
    let next = 0;
    for (const item of items) {
      if (item.index === 0) next = 0;
      if (item.index === next++) this.again.push(item);
      else item.reject(new Error('Command aborted due to connection close'));
    }
    this.emitter.emit('error', reset());
    this.retry();
  }

  private readonly retry = (): void => {
    const { retryStrategy = (times: number) => delayed(times - 1, 5000), maxRetriesPerRequest: most = 20 } =
      this.about.options;
    this.emitter.emit('close');
    const delay = typeof retryStrategy === 'function' ? retryStrategy(++this.tries) : null;
    if (typeof delay !== 'number') return this.end();
    this.emitter.emit('reconnecting', delay);
    this.life.askBack('sleep', String(Math.max(1, delay)), () => this.knock());
    if (typeof most !== 'number' || most < 0 || this.tries % (most + 1) !== 0) return;
    const text = `Reached the max retries per request limit (which is ${most}). Refer to "maxRetriesPerRequest" option for details.`;
    const error = Object.assign(new Error(text), { name: 'MaxRetriesPerRequestError' });
    this.rejectAll([...this.again, ...this.waiting], error);
  };

  private rejectAll(items: readonly Item[], error: Error): void {
    [this.again, this.waiting] = [[], []];
    for (const item of items) item.reject(error);
  }

  /** The first try comes at once. */
  private loseNodeRedis(items: readonly Item[], error: Error): void {
    const isOpen = typeof this.delay(0, error) === 'number';
    if (!isOpen) this.phase = 'end';
    this.failed(error);
    for (const item of items) item.reject(error);
    if (!isOpen) return;
    this.tries = 1;
    this.emitter.emit('reconnecting');
    this.knock();
  }

  private retryNodeRedis(error: Error): void {
    const delay = this.delay(this.tries++, error);
    if (typeof delay !== 'number') this.phase = 'end';
    this.failed(error);
    if (typeof delay !== 'number') return;
    this.life.askBack('sleep', String(Math.max(1, delay)), () => {
      this.emitter.emit('reconnecting');
      this.knock();
    });
  }

  /** Without a listener, an error ends the process. */
  private failed(error: Error): void {
    if (!this.emitter.emit('error', error)) this.life.uncaught(error);
    if (this.phase === 'end' || this.about.options['disableOfflineQueue'] === true) this.rejectAll(this.waiting, error);
  }

  /** Anything but a number: it gives up. */
  private delay(tries: number, cause: Error): unknown {
    const strategy = Object(this.about.options['socket'])['reconnectStrategy'];
    if (typeof strategy === 'number' || strategy === false) return strategy;
    try {
      const delay = typeof strategy === 'function' ? strategy(tries, cause) : undefined;
      if (typeof delay === 'number' || delay === false || delay instanceof Error) return delay;
    } catch {}
    return delayed(tries, 2000);
  }
}
