/** A real Redis node or replica. Faults hit its own process, and the proxy is notified in the right order. */

import { command } from '../../../core/model/effects/request';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import { nanosNow } from '../nanos';
import type { ClockChange } from '../process/contract';
import type { RedisServer } from '../redis/contract';
import { LiveMachine } from './liveMachine';
import type { RunContext } from './runContext';

/** How long a replica may take to copy all data of its master. */
const syncWithinMs = 10_000;

export class RedisMachine extends LiveMachine {
  /** Called when it is up again, before anybody connects: a replaced master then follows its successor. */
  onStart: (server: RedisMachine) => Promise<void> = async () => {};

  constructor(
    context: RunContext,
    id: ProcessId,
    role: Role,
    readonly server: RedisServer,
  ) {
    super(context, id, role);
    void server.exited.then((death) => context.parts.onExit(id, role, death));
  }

  /** Copies the data of its new master, and drops its own. */
  followAt(port: number): void {
    this.context.perform(async () => {
      await this.server.follow(port);
      await this.takeOver();
    });
  }

  protected override async halt(suspended: boolean): Promise<void> {
    if (suspended) this.context.emulate({ kind: 'suspend-stops' });
    await this.server.pause();
  }

  protected override resume(): void {
    this.server.resume();
  }

  protected override async end(power: boolean): Promise<void> {
    this.context.proxy.serverCrashed(this.id, { keeps: power ? await this.losePower() : await this.kill() });
  }

  /** Both return whether the remaining log knows a key. */
  private async losePower(): Promise<(key: string) => boolean> {
    const { known, knows } = await this.server.losePower();
    if (known === 'estimated') this.context.emulate({ kind: 'disk-estimated' });
    return knows;
  }

  private async kill(): Promise<(key: string) => boolean> {
    await this.server.crash();
    const { persistence } = this.context.scenario.settings.nodes;
    return () => persistence !== 'none';
  }

  protected override async startProcess(): Promise<{ readonly kept: number; readonly startedNanos: number }> {
    const { proxy } = this.context;
    const { kept } = await this.server.start();
    const startedNanos = nanosNow();
    const count = proxy.serverStarted(this.id, kept);
    proxy.setPoweredOff(this.id, false);
    return { kept: count, startedNanos };
  }

  protected override onStarted(): void {
    this.context.perform(() => this.onStart(this));
  }

  /** A follower has its master's keys once it is in sync. */
  async takeOver(): Promise<void> {
    if (!(await this.server.synced(syncWithinMs)) || !this.alive || this.context.isOver) return;
    this.context.proxy.serverStarted(this.id, await this.server.readKeys());
  }

  /** Whether it runs and has this key (null: any key). Does not check whether it is a replica. */
  couldRemove(key: string | null): Promise<boolean> {
    return this.enqueue(async () => {
      if (!this.alive || this.paused) return false;
      return (await this.server.readKeys()).some((storedKey) => key === null || storedKey.key === key);
    });
  }

  /** Removes a key (null: all keys). Resolves with the stamp of the answer; null if the server does not run. */
  remove(key: string | null, { evicts }: { readonly evicts: boolean }): Promise<number | null> {
    return this.enqueue(async () => {
      if (!this.alive || this.paused) return null;
      const { context, id, server } = this;
      const answered = context.proxy.strangerAsks(id, key === null ? command('FLUSHALL') : command('DEL', key));
      const { how, answer } = await server.removeKeys(key);
      answered(answer);
      if (evicts) context.emulate({ kind: 'eviction-by-del' });
      if (how === 'own-alone') context.emulate({ kind: 'flush-by-del' });
      return nanosNow();
    });
  }

  protected override async moveClock(change: ClockChange, stampNanos: number): Promise<void> {
    const how = await this.server.changeClock(change, stampNanos);
    if (how === 'shifted-expiry') this.context.emulate({ kind: 'expiry-shifted' });
    this.context.proxy.clockChanged(this.id);
  }
}
