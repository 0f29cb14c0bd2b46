// One case on real servers behind the fault proxy. Its clients run on promises in this process, with the host of a
// live client. Its faults are injected by the same code as in a live run.

import { faultPrograms } from '../../src/core/faults';
import { everyScript as scripts } from '../../src/core/locks/everyScript';
import type { Program } from '../../src/core/model/effects/effect';
import type { Fault } from '../../src/core/model/scenario/fault';
import { kindOf } from '../../src/core/model/scenario/faultKind';
import type { Role } from '../../src/core/model/scenario/processId';
import { nodeId, type ProcessId, replicaId } from '../../src/core/model/scenario/processId';
import { defaultSettings, type NodeSettings, type Scenario } from '../../src/core/model/scenario/scenario';
import { type TraceHeader, traceVersion } from '../../src/core/model/trace/trace';
import { instant } from '../../src/core/model/values/time';
import { Driver } from '../../src/core/promises/drive';
import type { Host } from '../../src/core/promises/host';
import { everyCommand } from '../../src/core/sim/redis/everyCommand';
import { nanosNow } from '../../src/live/server/nanos';
import { LiveAnchors } from '../../src/live/server/process/anchors';
import { Connections } from '../../src/live/server/process/connections';
import { LiveClock } from '../../src/live/server/process/liveClock';
import { makeHost } from '../../src/live/server/process/liveHost';
import { recorder } from '../../src/live/server/process/recorder';
import type { FaultProxy, Target } from '../../src/live/server/proxy/contract';
import { openProxy } from '../../src/live/server/proxy/proxy';
import type { Fleet } from '../../src/live/server/redis/contract';
import { EventLog } from '../../src/live/server/run/eventLog';
import { follow } from '../../src/live/server/run/follow';
import { Idle } from '../../src/live/server/run/idle';
import { InjectionRunner, type RedirectClients } from '../../src/live/server/run/injectionRunner';
import { Injections } from '../../src/live/server/run/injections';
import { Lateness } from '../../src/live/server/run/lateness';
import { RedisMachine } from '../../src/live/server/run/redisMachine';
import { RunContext } from '../../src/live/server/run/runContext';
import { Topology } from '../../src/live/server/run/topology';
import { trueClock } from '../../src/live/server/wallClock';
import { cameFrom } from './rows';
import type { SharedServers } from './servers';
import type { Came, ConformanceCase } from './stage';

const roleOf = (id: ProcessId): Role =>
  id.startsWith('replica') ? 'replica' : id.startsWith('client') ? 'client' : 'node';

export const runLiveCase =
  (servers: SharedServers) =>
  async (one: ConformanceCase): Promise<Came> => {
    const live = new LiveCase(one, servers);
    try {
      await live.open();
      return await live.run();
    } finally {
      await live.close();
    }
  };

class LiveCase {
  private readonly scenario: Scenario;
  private readonly nodes: NodeSettings;
  private readonly reported: string[] = [];
  private readonly log: EventLog;
  private readonly clients: { readonly me: ProcessId; readonly connections: Connections }[] = [];
  private readonly problems: string[] = [];
  private readonly proxy: FaultProxy;
  private readonly stage: RunContext;
  private fleet: Fleet | null = null;
  private topology: Topology | null = null;
  /** Resolves when the current fault has ended. */
  private injected: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly one: ConformanceCase,
    private readonly servers: SharedServers,
  ) {
    this.nodes = { ...defaultSettings.nodes, count: 1, ...one.nodes };
    this.scenario = scenarioFor(one, this.nodes);
    const fail = (problem: string): void => void this.problems.push(problem);
    this.proxy = openProxy({
      scenario: this.scenario,
      report: (event) => this.stage.add(event),
      scripts,
      commands: everyCommand,
      keyPrefix: this.keyPrefix,
      wallMsAt: (id, stampNanos) => this.fleet?.servers.get(id)?.wallMsAt(stampNanos) ?? 0,
      onStandIn: ({ kind }, words) => kind !== 'unexplained' && fail(`${kind}: ${words}`),
    });
    this.log = new EventLog(this.everybody);
    const died = (id: ProcessId): void => fail(`${id} ended by itself`);
    const parts = { scenario: this.scenario, log: this.log, idle: new Idle(), lateness: new Lateness() };
    this.stage = new RunContext({ ...parts, proxy: this.proxy, fail, onExit: died });
  }

  async open(): Promise<void> {
    const { stage, proxy, one } = this;
    // A replica behind a proxy, and a changed clock, outlive a case.
    if (this.isLasting) await this.servers.replace(this.nodes);
    this.fleet = await this.servers.take(this.nodes, this.processes);
    for (const server of this.fleet.servers.values())
      stage.machines.set(server.id, new RedisMachine(stage, server.id, roleOf(server.id), server));
    this.topology = new Topology(stage);
    await this.startBeforeReplicas(this.topology);
    for (const [index] of one.clients.entries()) {
      const me: ProcessId = `client${index + 1}`;
      const links = [...this.targets()].map(async (to) => [to.process, await proxy.open(me, to)] as const);
      const ports = Object.fromEntries(await Promise.all(links));
      const { password } = proxy;
      this.clients.push({
        me,
        connections: new Connections({ prefix: `${me}/0`, ports, keyPrefix: this.keyPrefix, password }),
      });
    }
    await Promise.all(this.clients.map(({ connections }) => connections.warmUp(() => true)));
  }

  async run(): Promise<Came> {
    const { stage, proxy, one, clients } = this;
    stage.epochNanos = nanosNow();
    stage.parts.log.begin(stage.epochNanos);
    proxy.begin(stage.epochNanos);
    const injections = this.newInjections();
    this.faults.forEach((fault, number) => {
      if (!('when' in fault) || fault.when.kind === 'time') injections.arm(fault, number);
    });
    await injections.begin();
    const drivers = clients.map(({ me, connections }, index) => {
      const program = one.clients[index]?.((what) => this.reported.push(what), me) as Program;
      return new Driver(this.hostOf(me, connections)).start(program).result;
    });
    await Promise.all(drivers);
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
    return cameFrom(one, this.log.finish(this.header), this.reported);
  }

  async close(): Promise<void> {
    this.stage.finish();
    for (const { connections } of this.clients) connections.close();
    await this.injected.catch(() => {});
    await this.proxy.close();
    if (this.isLasting) await this.servers.replace(this.nodes);
  }

  private get processes(): readonly ProcessId[] {
    const { count, replicas } = this.nodes;
    return Array.from({ length: count }, (_, i) => i).flatMap((i) => [
      nodeId(i),
      ...Array.from({ length: replicas }, (_, nth) => replicaId(i, nth + 1)),
    ]);
  }

  private get everybody(): readonly ProcessId[] {
    return [...this.processes, ...this.one.clients.map((_, index): ProcessId => `client${index + 1}`)];
  }

  private get header(): TraceHeader {
    return {
      ...{ version: traceVersion, engine: '', origin: 'live', scenario: this.scenario, ended: 'quiet', emulated: [] },
      ...{ endedAt: instant(0), lockEntry: 'stock', quorum: 1, missed: this.stage.missed },
      processes: this.everybody.map((id) => ({ id, role: roleOf(id), uncertainty: 0 })),
    };
  }

  private get faults(): readonly Fault[] {
    return Object.values(this.one.faults ?? {});
  }

  /** Events of all keys, unless a fault asks a server of its own for its keys by name. */
  private get keyPrefix(): string {
    return this.faults.length === 0 ? 'case:' : '';
  }

  private get isLasting(): boolean {
    return (
      this.nodes.replicas > 0 || this.faults.some((fault) => fault.kind.startsWith('clock') || 'wallClock' in fault)
    );
  }

  private *targets(): Generator<Target> {
    for (const { id, host, port, login } of this.fleet?.servers.values() ?? [])
      yield { process: id, role: roleOf(id), host, port, login };
  }

  /** The connection of a replica to its master leads through the proxy, so that it can be cut. */
  private async startBeforeReplicas(topology: Topology): Promise<void> {
    const { stage } = this;
    for (const machine of stage.machines.values()) {
      const master = topology.followedBy(machine.id);
      const found = master === null ? null : stage.get(master);
      if (!(machine instanceof RedisMachine) || !(found instanceof RedisMachine)) continue;
      await follow(stage, machine, found);
      // The order to follow has been given. The test ignores the time until it takes effect.
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (!(await machine.server.synced(15_000))) throw new Error(`${machine.id} is not in sync.`);
    }
  }

  /** The host of a client's process. Before a sleep it also waits until a fault in its code has ended. */
  private hostOf(me: ProcessId, connections: Connections): Host {
    const clock = new LiveClock(trueClock);
    const waiting = this.faults.flatMap((fault, id) =>
      'when' in fault && fault.when.kind === 'step' && fault.when.process === me ? [{ ...fault.when, id }] : [],
    );
    const anchors = new LiveAnchors(
      waiting.map(({ id, step, nth }) => ({ id, kind: 'step', step, nth, inject: { kind: 'tell' } })),
      ({ id }) => this.inject(id),
    );
    const holds = { before: 0, index: Number(me.slice('client'.length)) - 1, processCount: this.clients.length };
    const { scenario } = this;
    const note = recorder({ me, report: (event) => this.stage.add(event) });
    const host = makeHost({ me, incarnation: 0, scenario, clock, connections, record: note, anchors, holds });
    return {
      ...host,
      sleep: async (micros, signal) => {
        await this.injected;
        await host.sleep(micros, signal);
      },
    };
  }

  /** Injects immediately. Faults of the same step follow one another, in their order. */
  private inject(number: number): void {
    const fault = this.faults[number];
    if (fault === undefined) return;
    const { stage: context, topology, redirectClients, everybody } = this;
    if (topology === null) throw new Error('The servers are not there yet.');
    const program = kindOf(fault, faultPrograms).inject(fault, everybody);
    this.injected = this.injected.then(() =>
      new InjectionRunner({ context, topology, redirectClients }, number, program, {}).advance(),
    );
  }

  private readonly redirectClients: RedirectClients = async (client, master, heir) => {
    const connections = this.clients.find(({ me }) => me === client)?.connections;
    const { host, port } = heir.server;
    const link = await this.proxy.open(client, { process: heir.id, role: heir.role, host, port });
    connections?.route(master.id, heir.id, link);
  };

  private newInjections(): Injections {
    const { stage: context, topology, redirectClients } = this;
    if (topology === null) throw new Error('The servers are not there yet.');
    return new Injections({ context, topology, programs: faultPrograms, processes: this.everybody, redirectClients });
  }
}

const scenarioFor = (one: ConformanceCase, nodes: NodeSettings): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, clients: one.clients.length, nodes, latency: 2, duration: 60_000, ...one.settings },
  faults: one.faults ?? {},
});
