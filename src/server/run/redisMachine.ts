/** A real Redis server, node or replica: its faults are its own process', and the proxy hears of them in the right order. */
import type { ProcessId } from '../../model/scenario';
import type { Role } from '../../model/trace';
import { nanosNow } from '../nanos';
import type { ClockChange } from '../process/contract';
import type { RedisServer } from '../redis/contract';
import { LiveMachine } from './liveMachine';
import type { Stage } from './stage';

/** How long a replica has for taking over all data of its master. */
const syncWithinMs = 10_000;

export class RedisMachine extends LiveMachine {
  /** Told when it is up again, before anybody talks to it: a master that was replaced follows its successor. */
  onStart: (server: RedisMachine) => Promise<void> = async () => {};

  constructor(
    stage: Stage,
    id: ProcessId,
    role: Role,
    readonly server: RedisServer,
  ) {
    super(stage, id, role);
    void server.died.then((death) => stage.parts.died(id, role, death));
  }

  /** Takes over the data of its new master; what it had then goes. */
  followAt(port: number): void {
    this.stage.perform(async () => {
      await this.server.follow(port);
      await this.takeOver();
    });
  }

  protected override async halt(suspended: boolean): Promise<void> {
    if (suspended) this.stage.emulate({ kind: 'suspend-stops' });
    await this.server.pause();
  }

  protected override resume(): void {
    this.server.resume();
  }

  protected override async end(power: boolean): Promise<void> {
    this.stage.proxy.serverCrashed(this.id, { keeps: power ? await this.losePower() : await this.kill() });
  }

  /** Both answer whether what is left knows of a key. */
  private async losePower(): Promise<(key: string) => boolean> {
    const { known, knows } = await this.server.losePower();
    if (known === 'estimated') this.stage.emulate({ kind: 'disk-estimated' });
    return knows;
  }

  private async kill(): Promise<(key: string) => boolean> {
    await this.server.crash();
    const { persistence } = this.stage.scenario.settings.nodes;
    return () => persistence !== 'none';
  }

  protected override async begin(): Promise<{ readonly kept: number; readonly startedNanos: number }> {
    const { proxy } = this.stage;
    const { kept } = await this.server.start();
    const startedNanos = nanosNow();
    const count = proxy.serverStarted(this.id, kept);
    proxy.setDark(this.id, false);
    return { kept: count, startedNanos };
  }

  protected override started(): void {
    this.stage.perform(() => this.onStart(this));
  }

  /** A follower has what its master has, once it is in sync. */
  async takeOver(): Promise<void> {
    if (!(await this.server.synced(syncWithinMs)) || !this.alive || this.stage.isOver) return;
    this.stage.proxy.serverStarted(this.id, await this.server.readKeys());
  }

  protected override async moveClock(change: ClockChange, stampNanos: number): Promise<void> {
    const how = await this.server.changeClock(change, stampNanos);
    if (how === 'shifted-expiry') this.stage.emulate({ kind: 'expiry-shifted' });
    this.stage.proxy.clockChanged(this.id);
  }
}
