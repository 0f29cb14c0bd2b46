/** A real sentinel. What it publishes becomes steps of the trace. Knows no client and no failover. */
import { Redis } from 'ioredis';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { answerable } from '../errorScope';
import { nanosNow } from '../nanos';
import type { SentinelServer } from '../redis/contract';
import { LiveMachine } from './liveMachine';
import type { RunContext } from './runContext';

export class SentinelMachine extends LiveMachine {
  /** Called with each event that it publishes, the event's words, and the stamp. */
  onEvent: (event: string, words: readonly string[], stampNanos: number) => void = () => {};
  private ear: Redis | null = null;
  /** When it was stopped. What it published last may be read later. */
  private stoppedNanos = Number.POSITIVE_INFINITY;

  constructor(
    context: RunContext,
    id: ProcessId,
    readonly server: SentinelServer,
  ) {
    super(context, id, 'sentinel');
    void server.exited.then((death) => context.parts.onExit(id, 'sentinel', death));
  }

  /** From now on, receives all that it publishes. */
  async listen(): Promise<void> {
    const settings = { lazyConnect: true, enableReadyCheck: false, maxRetriesPerRequest: 0, retryStrategy: () => null };
    const ear = new Redis(this.server.url, settings);
    this.ear = ear;
    // A sentinel that ends without an order is noticed by its exit.
    ear.on('error', () => {});
    ear.on(
      'pmessage',
      answerable((_: string, event: string, message: string) =>
        this.onEvent(event, message.split(' '), Math.min(nanosNow(), this.stoppedNanos)),
      ),
    );
    await ear.connect();
    await ear.psubscribe('*');
  }

  /** Receives nothing more. */
  leave(): void {
    this.ear?.disconnect();
  }

  protected override async halt(): Promise<void> {
    this.stoppedNanos = nanosNow();
    await this.server.pause();
  }

  protected override resume(): void {
    this.stoppedNanos = Number.POSITIVE_INFINITY;
    this.server.resume();
  }

  protected override async end(): Promise<void> {
    await this.server.crash();
    this.leave();
  }

  protected override async startProcess(): Promise<{ readonly kept: number; readonly startedNanos: number }> {
    await this.server.start();
    const startedNanos = nanosNow();
    this.stoppedNanos = Number.POSITIVE_INFINITY;
    this.context.proxy.setPoweredOff(this.id, false);
    await this.listen();
    return { kept: -1, startedNanos };
  }

  protected override moveClock(): Promise<void> {
    return Promise.reject(new Error(`The clock of ${this.id} cannot be moved.`));
  }
}
