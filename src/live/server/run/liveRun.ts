/**
 * One run on real processes, from the first start to the last end. Connects servers, proxy, clients, storage and
 * faults; each of them works in its own file.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { everyScript as scripts } from '../../../core/locks/everyScript';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import type { Trace, TraceHeader } from '../../../core/model/trace/trace';
import { eventCountMax } from '../../../core/sim/simulate';
import { LateWatch, lateNanosMin } from '../lateWatch';
import { microsBetween, nanosNow, nanosPerMs } from '../nanos';
import type { Database, Ports } from '../process/contract';
import { removeDatabase } from '../process/schema';
import type { ProcessExit } from '../processExit';
import type { FaultProxy, Target } from '../proxy/contract';
import { openProxy } from '../proxy/proxy';
import type { Fleet, RedisServer } from '../redis/contract';
import { anchorsInOrder } from './anchors';
import { ClientMachine } from './clientMachine';
import { type DatabaseWatch, watchDatabase } from './databaseWatch';
import { EventLog, horizonNanos } from './eventLog';
import { type EndedProcess, exitRank, type Failure, mistake, RunFailed, unexpectedExit } from './failure';
import { fleetOptions, serversOf, targetsOf } from './fleet';
import { redirectClients, rejoin } from './follow';
import { needsFsyncSecond, primeFsyncSecond } from './fsyncSecond';
import { Idle } from './idle';
import { Injections } from './injections';
import { Lateness, LatenessPublisher } from './lateness';
import { hasClockFault, headerOf, keepAliveOf, type Plan, startsOf } from './plan';
import { RedisMachine } from './redisMachine';
import type { LiveReport, RunOptions } from './reports';
import { RunContext } from './runContext';
import type { RunDependencies } from './runDependencies';
import { Sentinels } from './sentinels';
import { simulateOutcome } from './simulatedOutcome';
import { StorageMachine } from './storageMachine';
import { Topology } from './topology';
import { preparing } from './words';

type Ended = TraceHeader['ended'];

/** How often rows go out and the run checks whether it is over. */
const tickMs = 20;

const isServer = (role: Role): boolean => role === 'node' || role === 'replica';

type MutablePorts = { -readonly [P in keyof Ports]: Ports[P] };

export class LiveRun {
  private readonly log: EventLog;
  private readonly idle = new Idle();
  private readonly lateness = new Lateness();
  private readonly latenessPublisher = new LatenessPublisher(this.lateness);
  private readonly lateWatch = new LateWatch((fromNanos, toNanos) => this.lateness.add('carrier', fromNanos, toNanos));
  private readonly context: RunContext;
  private readonly sentinels: Sentinels;
  private readonly proxy: FaultProxy;
  private readonly folder: string;
  private readonly clients: ClientMachine[] = [];
  private readonly storages: StorageMachine[] = [];
  private readonly databases: Database[] = [];
  private readonly watches: DatabaseWatch[] = [];
  private readonly ports = new Map<ProcessId, MutablePorts>();
  private fleet: Fleet | null;
  /** Servers that come up after the run was given up are closed too. */
  private fleetPromise: Promise<Fleet> | null;
  private injections: Injections | null = null;
  /** Why the run failed, and how this reason ranks among others. */
  private worstFailure: { readonly failure: Failure; readonly weight: number } | null = null;
  private isClosing = false;
  private resolveEnd: (ended: Ended) => void = () => {};

  private constructor(
    private readonly plan: Plan,
    private readonly dependencies: RunDependencies,
    private readonly options: RunOptions,
    existing: Fleet | null,
  ) {
    const { scenario } = plan;
    this.fleet = existing;
    this.fleetPromise = existing === null ? null : Promise.resolve(existing);
    this.log = new EventLog(plan.processes.map(({ id }) => id));
    this.proxy = openProxy({
      scenario,
      keyPrefix: existing?.keyPrefix ?? '',
      report: (event) => this.context.add(event),
      scripts,
      commands: dependencies.parts.commands,
      ...(dependencies.own === undefined ? {} : { own: dependencies.own }),
      ...keepAliveOf(plan),
      wallMsAt: (server, stampNanos) => this.fleet?.servers.get(server)?.wallMsAt(stampNanos) ?? 0,
      onRequest: (request) => this.injections?.requested(request),
      onFollow: (...order) => this.sentinels.followed(...order),
      onServed: (server, handedNanos, answeredNanos) => {
        if (answeredNanos - handedNanos >= lateNanosMin)
          this.lateness.add(server, handedNanos, answeredNanos, { isCertain: true });
      },
      // Events inside a server are only inferred. The run goes on, and reports what it could not explain.
      onStandIn: (standIn) => this.context.emulate(standIn),
    });
    this.context = new RunContext({
      scenario,
      log: this.log,
      idle: this.idle,
      lateness: this.lateness,
      proxy: this.proxy,
      fail: (problem) => this.fail(problem),
      onExit: (id, role, death) =>
        this.onUnexpectedExit({ id, role, isExternal: existing !== null && isServer(role) }, death),
    });
    this.sentinels = new Sentinels(this.context);
    this.folder = dependencies.guard.makeFolder('run');
  }

  /** Existing servers define the prefix of each key, and have no replicas that must wait for a proxy. */
  static async open(plan: Plan, means: RunDependencies, options: RunOptions): Promise<LiveRun> {
    if (means.source.kind === 'own') return new LiveRun(plan, means, options, null);
    return new LiveRun(plan, means, options, await means.source.open(fleetOptions(plan, means, options)));
  }

  /** Starts everything that the run needs. Rejects when a part does not come up. */
  async prepare(): Promise<void> {
    const { plan } = this;
    const servers = serversOf(plan);
    this.publish({ type: 'preparing', what: preparing.servers(servers.length) });
    const opening = this.openFleet();
    this.fleetPromise = opening;
    // The programs start while the servers do.
    opening.catch(() => {});
    this.launchPrograms();
    const fleet = await opening;
    for (const { id, role } of servers) {
      const server = fleet.servers.get(id);
      if (server !== undefined) this.context.machines.set(id, new RedisMachine(this.context, id, role, server));
    }
    await this.sentinels.add(fleet.sentinels);
    this.publish({ type: 'preparing', what: preparing.programs(this.clients.length) });
    const ready = await Promise.all(this.storages.map((storage) => storage.prepare()));
    const targets: Target[] = [
      ...targetsOf(fleet, plan),
      ...this.storages.map(({ id, role, login }, i) => {
        return { process: id, role, host: '127.0.0.1', port: ready[i]?.port ?? 0, login };
      }),
    ];
    await this.openLinks(targets);
    await this.watchDatabases();
    await Promise.all(this.clients.map((client) => client.prepare()));
    this.throwIfOver();
  }

  /** Waits for the end of the run. Resolves with its trace when all rows are out; some processes may still exist. */
  async run(): Promise<Trace> {
    const { context, log, plan } = this;
    const over = new Promise<Ended>((resolve) => {
      this.resolveEnd = resolve;
    });
    await this.begin();
    const endNanos = context.epochNanos + plan.scenario.settings.duration * nanosPerMs;
    const ticks = setInterval(() => setImmediate(() => this.tick(endNanos)), tickMs);
    const ended = await over;
    clearInterval(ticks);
    const isAtEnd = ended === 'duration';
    log.closeAt(isAtEnd ? endNanos : nanosNow());
    context.finish();
    // Events that were stamped before may still be unread.
    await sleep(horizonNanos / nanosPerMs);
    log.settleAll();
    this.publishRows();
    const endedAt = ended === 'quiet' ? log.lastAt : log.timeAt(isAtEnd ? endNanos : nanosNow());
    if (this.worstFailure !== null)
      throw new RunFailed(this.worstFailure.failure, log.finish(this.header('failed', endedAt)));
    const header = { ...this.header(ended, endedAt), ...(await this.latenessHeader()) };
    this.publish({ type: 'ended', header });
    return log.finish(header);
  }

  /** Our own code broke, so the run fails. */
  fail(problem: string): void {
    this.failWith(mistake(problem), 0);
  }

  /** A process ended without an order, so the run fails. */
  private onUnexpectedExit(who: EndedProcess, death: ProcessExit): void {
    const { context } = this;
    // A death after the run does not matter. If several processes end together, the gravest death counts.
    if (context.isOver && this.worstFailure === null) return;
    const at = context.epochNanos === 0 ? null : microsBetween(context.epochNanos, nanosNow());
    this.failWith(unexpectedExit(who, death, at), exitRank(who));
  }

  private failWith(failure: Failure, weight: number): void {
    if (this.isClosing) return;
    if (this.worstFailure === null || weight > this.worstFailure.weight) this.worstFailure = { failure, weight };
    this.resolveEnd('stopped');
  }

  /** Ends and removes everything. Safe at any time, even while parts are still starting. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.lateWatch.end();
    this.context.finish();
    this.resolveEnd('stopped');
    const programs = [...this.clients, ...this.storages];
    this.sentinels.close();
    // Each close runs to its end, even if others fail.
    await Promise.allSettled([
      this.proxy.close(),
      this.fleetPromise?.then((fleet) => fleet.close()),
      ...programs.map((program) => program.close()),
      ...this.watches.map((watch) => watch.stop()),
    ]);
    await Promise.all(this.databases.map((database) => this.remove(database)));
    this.dependencies.guard.removeFolder(this.folder);
  }

  private async remove(database: Database): Promise<void> {
    try {
      await removeDatabase(database);
      if (database.kind === 'postgres') this.dependencies.guard.forgetSchema(database.url, database.schema);
    } catch {
      // The server does not answer. The guard tries again when this process ends.
    }
  }

  private async openFleet(): Promise<Fleet> {
    const { plan, dependencies: means, options, proxy } = this;
    const masterLink = (link: Parameters<FaultProxy['openMasterLink']>[0]): Promise<number> =>
      proxy.openMasterLink(link);
    const watched = { masterLink, ...this.sentinels.options(plan) };
    this.fleet ??= await means.source.open({ ...fleetOptions(plan, means, options), ...watched });
    return this.fleet;
  }

  private async watchDatabases(): Promise<void> {
    const urls = this.databases.flatMap((database) => (database.kind === 'postgres' ? [database.url] : []));
    const who: EndedProcess = { id: 'database', role: 'database', isExternal: true };
    for (const url of new Set(urls))
      this.watches.push(await watchDatabase(url, (death) => this.onUnexpectedExit(who, death)));
  }

  private launchPrograms(): void {
    const { plan, context, folder } = this;
    const { guard, databases, programs } = this.dependencies;
    for (const { id, role } of plan.processes) {
      const clockFile = hasClockFault(plan, id) ? join(folder, `${id}.clock`) : null;
      const shared = { id, guard, clockFile, sparesMax: startsOf(plan, id) };
      const ports: MutablePorts = {};
      this.ports.set(id, ports);
      if (role === 'client') {
        const anchors = anchorsInOrder(plan.anchors, id);
        const onAnchor: ConstructorParameters<typeof ClientMachine>[1]['onAnchor'] = (client, number, stampNanos) =>
          this.injections?.reached(client, number, stampNanos);
        // The prefix is known when the servers are there.
        const keyPrefix = (): string => this.fleet?.keyPrefix ?? '';
        const client = new ClientMachine(context, {
          ...shared,
          program: programs.client,
          ports,
          keyPrefix,
          anchors,
          onAnchor,
          ...(this.dependencies.own === undefined ? {} : { own: this.dependencies.own.bundle }),
        });
        this.clients.push(client);
        context.machines.set(id, client);
      } else if (role === 'storage' || role === 'service') {
        const database = databases.databaseOf(id, folder);
        if (database.kind === 'postgres') guard.watchSchema(database.url, database.schema);
        this.databases.push(database);
        const storage = new StorageMachine(context, { ...shared, role, program: programs.storage, ports, database });
        this.storages.push(storage);
        context.machines.set(id, storage);
      }
    }
  }

  /** Opens a proxy port from every program to every server. */
  private async openLinks(targets: readonly Target[]): Promise<void> {
    for (const target of targets) {
      for (const program of [...this.clients, ...this.storages]) {
        if (program.id === target.process || (program.role !== 'client' && target.role !== 'storage')) continue;
        this.throwIfOver();
        const port = await this.proxy.open(program.id, target);
        const ports = this.ports.get(program.id);
        if (ports !== undefined) ports[target.process] = port;
        if (program instanceof StorageMachine) program.connectTo(target.process, port);
      }
    }
  }

  private async begin(): Promise<void> {
    const { context, log, proxy } = this;
    const topology = new Topology(context);
    this.sentinels.begin(topology);
    this.injections = new Injections({
      context,
      topology,
      programs: this.plan.programs,
      processes: this.plan.processes.map(({ id }) => id),
      redirectClients: (client, master, newMaster) => redirectClients(context, client, { master, newMaster }),
    });
    for (const machine of context.machines.values())
      if (machine instanceof RedisMachine)
        machine.onStart = (started) =>
          this.sentinels.any ? this.sentinels.rejoin(started) : rejoin(context, topology, started);
    if (this.fleet !== null && needsFsyncSecond(this.plan)) {
      context.emulate({ kind: 'others-write' });
      await primeFsyncSecond(this.masters(this.fleet));
    }
    context.epochNanos = nanosNow();
    this.lateWatch.begin();
    log.begin(context.epochNanos);
    proxy.begin(context.epochNanos);
    for (const machine of context.machines.values()) machine.clock.begin(context.epochNanos);
    this.publish({ type: 'began', scenario: this.plan.scenario, header: this.header('stopped', 0) });
    for (const { fault, number } of this.plan.faults) this.injections.arm(fault, number);
    // These faults take effect before any process acts.
    await this.injections.begin();
    for (const storage of this.storages) if (storage.alive) storage.go();
    for (const client of this.clients) if (client.alive && client.incarnation === 0) client.go();
    this.options.signal?.addEventListener('abort', () => this.resolveEnd('stopped'));
    if (this.options.signal?.aborted) this.resolveEnd('stopped');
  }

  /** Without the replicas, which take writes only from their masters. */
  private masters({ servers }: Fleet): readonly RedisServer[] {
    return [...servers].flatMap(([id, server]) => (this.context.get(id).role === 'node' ? [server] : []));
  }

  private tick(endNanos: number): void {
    const { log, context } = this;
    if (context.isOver) return;
    const now = nanosNow();
    // A busy machine learns late what happened inside a server.
    log.settle(Math.min(now - horizonNanos, this.proxy.knownUntil()));
    this.publishRows();
    if (now >= endNanos) this.resolveEnd('duration');
    else if (log.rowCount >= eventCountMax) this.resolveEnd('bound');
    else if (context.isIdle && this.clients.every(({ isThrough }) => isThrough) && this.idle.isQuiet(now))
      this.resolveEnd('quiet');
  }

  /** When the run was late; if it was, also how the scenario ends without lateness. */
  private async latenessHeader(): Promise<Pick<TraceHeader, 'late' | 'simulated'>> {
    const { plan, dependencies: means, context } = this;
    const late = this.lateness.spans(context.epochNanos, nanosNow());
    if (late.length === 0) return {};
    const simulated = await simulateOutcome(plan.scenario, means);
    return { late, ...(simulated === null ? {} : { simulated }) };
  }

  private publishRows(): void {
    const batch = this.log.take();
    const late = this.latenessPublisher.take(this.context.epochNanos, nanosNow());
    if (batch.rows.length > 0 || late !== null)
      this.publish({ type: 'rows', ...batch, ...(late === null ? {} : { late }) });
  }

  private header(ended: Ended, endedAt: number): TraceHeader {
    const { plan, context, dependencies: means } = this;
    return headerOf(plan, {
      engine: `Redis ${means.source.version}`,
      ended,
      endedAt,
      emulated: context.emulated,
      missed: { ...plan.missed, ...context.missed },
    });
  }

  /** A run that is being closed sends no more reports; its caller reports the failure. */
  private publish(news: LiveReport): void {
    if (!this.isClosing) this.options.onReport?.(news);
  }

  private throwIfOver(): void {
    if (this.worstFailure !== null) throw new RunFailed(this.worstFailure.failure, null);
    if (this.context.isOver && this.context.epochNanos === 0) throw new Error('Stopped.');
  }
}
