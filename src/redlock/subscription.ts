/** What is published on a channel, in order, for one taker at a time; over a connection of its own. */
import type { Subscription } from '../drive/host';
import { connectionClosed, ok, type Reply, timedOut } from '../model/request';
import { type Micros, toMs } from '../model/time';
import type { LockClient, OwnConnection } from './client';

/** A subscription that could not be had, or not in time, is closed from the start. */
export async function subscribeTo(
  client: LockClient | undefined,
  channel: string,
  timeout: Micros | null,
): Promise<Subscription> {
  const subscription = new ChannelSubscription();
  const opened = subscription.begin(client, channel).catch(() => subscription.end());
  const timer = timeout === null ? null : setTimeout(() => subscription.end(), Math.ceil(toMs(timeout)));
  await Promise.race([opened, subscription.ended]);
  if (timer !== null) clearTimeout(timer);
  return subscription;
}

class ChannelSubscription implements Subscription {
  readonly ended: Promise<void>;
  private readonly messages: Reply[] = [];
  private taker: ((reply: Reply) => void) | null = null;
  private connection: OwnConnection | null = null;
  private isOver = false;
  private tellEnd: () => void = () => {};

  constructor() {
    this.ended = new Promise((resolve) => {
      this.tellEnd = resolve;
    });
  }

  async begin(client: LockClient | undefined, channel: string): Promise<void> {
    if (client?.connectAgain === undefined) throw new Error('This client cannot open a second connection.');
    const connection = await client.connectAgain();
    if (this.isOver) return connection.close();
    this.connection = connection;
    await connection.subscribe(
      channel,
      (message) => this.deliver(ok(message)),
      () => this.end(),
    );
  }

  readonly next = (timeout: Micros | null, signal: AbortSignal): Promise<Reply> => {
    const first = this.messages.shift();
    if (first) return Promise.resolve(first);
    if (this.isOver) return Promise.resolve(connectionClosed);
    return new Promise((resolve) => {
      const settle = (reply: Reply): void => {
        this.taker = null;
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(reply);
      };
      const giveUp = (): void => settle(timedOut);
      const timer = timeout === null ? undefined : setTimeout(giveUp, Math.ceil(toMs(timeout)));
      signal.addEventListener('abort', giveUp);
      this.taker = settle;
    });
  };

  readonly close = (): void => this.end();

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.connection?.close();
    this.tellEnd();
    this.taker?.(connectionClosed);
  }

  private deliver(reply: Reply): void {
    if (this.taker) this.taker(reply);
    else this.messages.push(reply);
  }
}
