/**
 * The sentinels of a run and their effects: the steps that they publish, the servers that they make masters or
 * replicas, and the clients that they send to a new master. Decides nothing itself.
 */
import { masterOf, type ProcessId, roleOf } from '../../../core/model/scenario/processId';
import { isSentinelEvent } from '../../../core/model/trace/sentinelEvents';
import { nanosNow } from '../nanos';
import type { FleetOptions, SentinelServer, ServerFront } from '../redis/contract';
import { ClientMachine } from './clientMachine';
import { redirectClients } from './follow';
import type { Plan } from './plan';
import { RedisMachine } from './redisMachine';
import type { RunContext } from './runContext';
import { SentinelMachine } from './sentinelMachine';
import type { Topology } from './topology';

export class Sentinels {
  private readonly machines: SentinelMachine[] = [];
  /** The process behind each port at which sentinels know it. */
  private readonly fronts = new Map<number, ProcessId>();
  private topology: Topology | null = null;
  /** The number of the promotion that made each server a master. */
  private readonly promotions = new Map<ProcessId, number>();
  private promotionCount = 0;
  /** The latest promotion that each client knows, for each node. A message about an earlier one comes too late. */
  private readonly latestPromotions = new Map<string, number>();

  constructor(private readonly context: RunContext) {}

  /** The sentinels that the fleet starts; empty if the scenario has no sentinels. */
  options({ processes, scenario }: Plan): Pick<FleetOptions, 'sentinels'> {
    const ids = processes.filter(({ role }) => role === 'sentinel').map(({ id }) => id);
    if (ids.length === 0) return {};
    const openFront = async (front: ServerFront): Promise<number> => {
      const port = await this.context.proxy.openFront(front);
      this.fronts.set(port, front.process);
      return port;
    };
    return { sentinels: { ids, settings: scenario.settings.sentinels ?? {}, openFront } };
  }

  async add(servers: ReadonlyMap<ProcessId, SentinelServer>): Promise<void> {
    for (const [id, server] of servers) {
      const machine = new SentinelMachine(this.context, id, server);
      machine.onEvent = (...event) => this.take(machine, ...event);
      this.machines.push(machine);
      this.context.machines.set(id, machine);
    }
    await Promise.all(this.machines.map((machine) => machine.listen()));
  }

  begin(topology: Topology): void {
    this.topology = topology;
  }

  close(): void {
    for (const machine of this.machines) machine.leave();
  }

  /** A replica that starts again copies its master's data, and a former master waits for an order. */
  async rejoin({ id }: RedisMachine): Promise<void> {
    if (this.topology?.masterNow(id) != null) await this.redis(id)?.takeOver();
  }

  get any(): boolean {
    return this.machines.length > 0;
  }

  /**
   * A server follows the one at this port from now on, or is a master (null). `lost`: how many writes of its former
   * master were still on their way.
   */
  followed(id: ProcessId, port: number | null, lost: number): void {
    const { context, topology } = this;
    const machine = this.redis(id);
    const master = port === null ? null : this.fronts.get(port);
    if (topology === null || machine === undefined || master === undefined) return;
    machine.server.noteMaster(port);
    const before = topology.masterNow(id);
    if (before === master) return;
    // Its former master no longer reaches it.
    if (before !== null) context.proxy.hold(before, id).discard();
    topology.follows(id, master);
    if (master !== null) return context.perform(() => machine.takeOver());
    this.promotions.set(id, ++this.promotionCount);
    context.proxy.serverPromoted(id);
    context.report('promoted', id, { peer: before ?? id, lost }, nanosNow());
  }

  private take(machine: SentinelMachine, event: string, words: readonly string[], stampNanos: number): void {
    const { context } = this;
    const about = isSentinelEvent(event) ? this.aboutIn(machine.id, event, words) : null;
    if (about === null || this.topology === null || context.isOver) return;
    context.report('step', machine.id, { text: `${event} ${about}`, task: 0 }, stampNanos);
    if (event === '+switch-master') this.spread(machine.id, about);
  }

  /** The process that an event is about, from Redis' own words. */
  private aboutIn(me: ProcessId, event: string, words: readonly string[]): ProcessId | null {
    const [first = '', name = '', , port] = words;
    if (event === '+tilt' || event === '-tilt') return me;
    if (event === '+vote-for-leader') return this.named(first);
    if (event === '+switch-master') return this.fronts.get(Number(words[4])) ?? null;
    return first === 'sentinel' ? this.named(name) : (this.fronts.get(Number(port)) ?? null);
  }

  private named(name: string): ProcessId | null {
    return this.machines.find(({ server }) => server.name === name)?.id ?? null;
  }

  /** The sentinel notifies all clients, like real clients that subscribe to it. */
  private spread(sentinel: ProcessId, newMaster: ProcessId): void {
    const { context } = this;
    const promotion = this.promotions.get(newMaster);
    if (promotion === undefined) return;
    for (const { id } of [...context.machines.values()].filter((machine) => machine instanceof ClientMachine))
      context.proxy.deliver(sentinel, id, () => this.learn(id, newMaster, promotion));
  }

  private learn(client: ProcessId, newMaster: ProcessId, promotion: number): void {
    const { context } = this;
    const node = roleOf(newMaster) === 'replica' ? masterOf(newMaster) : newMaster;
    const name = `${client} ${node}`;
    const [master, machine] = [this.redis(node), this.redis(newMaster)];
    if (context.isOver || master === undefined || machine === undefined) return;
    if (promotion <= (this.latestPromotions.get(name) ?? 0)) return;
    this.latestPromotions.set(name, promotion);
    context.perform(() => redirectClients(context, client, { master, newMaster: machine }));
  }

  private redis(id: ProcessId): RedisMachine | undefined {
    const machine = this.context.machines.get(id);
    return machine instanceof RedisMachine ? machine : undefined;
  }
}
