// The processes of a small live run without proxies: bare Redis servers, the storage with a database, and clients,
// with all their reports.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesOfScenario, storagesOf } from '../../../src/core/model/scenario/processes';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Scenario, type Settings } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { makeSecret } from '../../../src/live/server/login';
import { nanosNow, nanosPerMs } from '../../../src/live/server/nanos';
import { ClientProcess } from '../../../src/live/server/process/clientProcess';
import type { Anchor, Database, Note, Ports, Start, StartClient } from '../../../src/live/server/process/contract';
import type { Output } from '../../../src/live/server/process/report';
import type { OrderHandler } from '../../../src/live/server/process/runProcess';
import { startService } from '../../../src/live/server/process/serviceProcess';
import { startStorage } from '../../../src/live/server/process/storageProcess';
import { type Programs, runnablePrograms } from '../../../src/live/server/run/programs';
import { trueClock } from '../../../src/live/server/wallClock';
import { startRedisServers } from '../../support/redis';
import { type Listener, type LiveProcess, type Ready, startProcess } from './processStage';

export const scenarioOf = (
  parts: Partial<Omit<Scenario, 'settings'>> & { readonly settings?: Partial<Settings> },
): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  faults: {},
  ...parts,
  settings: { ...defaultSettings, ...parts.settings },
});

interface ClientMore {
  readonly anchors?: readonly Anchor[];
  readonly incarnation?: number;
  readonly holdsBefore?: number;
}

export class LiveStage {
  readonly events: LiveEvent[] = [];
  readonly notes: { readonly process: ProcessId; readonly note: Note }[] = [];
  /** All listeners share one password, because no proxy has to distinguish them. */
  readonly password = makeSecret();
  /** Ports of the Redis servers, the storage and the service. */
  ports: Ports = {};
  private readonly folder = mkdtempSync(join(tmpdir(), 'live-stage-'));
  private readonly processes: LiveProcess[] = [];
  private programs: Programs | null = null;
  private stopServers: () => Promise<void> = async () => {};
  private waiting: (() => void)[] = [];

  constructor(
    readonly scenario: Scenario,
    private readonly databaseOf: (file: string) => Database = (file) => ({ kind: 'libsql', file }),
    /** Whether the parts have processes of their own, or all run in this one, which starts faster. */
    private readonly parted = true,
  ) {}

  async startServers(): Promise<void> {
    if (this.parted) this.programs = await runnablePrograms();
    const all = processesOfScenario(this.scenario, parts);
    const nodes = all.filter((id) => id.startsWith('node'));
    const servers = await startRedisServers({ count: nodes.length });
    this.stopServers = servers.stop;
    for (const client of servers.clients) {
      await client.config('SET', 'requirepass', this.password);
      // They would report an error when a test shuts down their server.
      client.disconnect();
    }
    for (const [index, node] of nodes.entries()) this.found(node, servers.ports[index] ?? 0);
    const ids = storagesOf(this.scenario, parts);
    const storages = await Promise.all(ids.map((id) => this.startStorage(id, 'storage')));
    for (const id of ids)
      for (const storage of storages)
        storage.order({ type: 'route', addressee: id, process: id, port: this.ports[id] ?? 0 });
    if (all.includes('service')) await this.startStorage('service', 'service');
  }

  async startStorage(me: ProcessId, role: 'storage' | 'service', incarnation = 0): Promise<LiveProcess> {
    const database = this.databaseOf(join(this.folder, `${me}.db`));
    const { scenario, ports } = this;
    const process = this.start({
      ...{ type: 'start', role, me, incarnation, scenario, clock: trueClock, ports, database },
      ...{ password: this.password, ownPassword: this.password },
    });
    this.found(me, (await process.ready).port ?? 0);
    return process;
  }

  async startClient(me: ProcessId, more: ClientMore = {}) {
    const { incarnation = 0, anchors = [], holdsBefore = 0 } = more;
    const { scenario, ports } = this;
    const process = this.start({
      ...{ type: 'start', role: 'client', me, incarnation, scenario, clock: trueClock, ports },
      ...{ keyPrefix: 'test:', anchors, holdsBefore, password: this.password },
    });
    await process.ready;
    return process;
  }

  /** Starts all clients. The run begins a moment later. */
  async startClients(): Promise<readonly LiveProcess[]> {
    const ids = processesOfScenario(this.scenario, parts).filter((id) => id.startsWith('client'));
    const clients = await Promise.all(ids.map((id) => this.startClient(id)));
    const epochNanos = nanosNow() + 50 * nanosPerMs;
    for (const client of clients) client.order({ type: 'go', epochNanos });
    return clients;
  }

  /** Ends the first process of the storage by an order. */
  async stopStorage(): Promise<void> {
    const [storage] = this.processes;
    storage?.order({ type: 'stop' });
    await storage?.ended;
  }

  /** Resolves when a process has made such a report. */
  async heard(found: () => boolean): Promise<void> {
    while (!found()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  async done(client: ProcessId): Promise<void> {
    await this.heard(() => this.notes.some(({ process, note }) => process === client && note.note === 'done'));
  }

  /** Resolves when there has been no report for a while. */
  async settled(): Promise<void> {
    for (let count = -1; count !== this.events.length; ) {
      count = this.events.length;
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
  }

  of(...processes: readonly ProcessId[]): readonly LiveEvent[] {
    return this.events.filter(({ process }) => processes.includes(process));
  }

  async close(): Promise<void> {
    for (const process of this.processes) process.kill('SIGKILL');
    await Promise.all(this.processes.map(({ ended }) => ended));
    await this.stopServers();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private found(process: ProcessId, port: number): void {
    this.ports = { ...this.ports, [process]: port };
  }

  private start(start: Start): LiveProcess {
    const check = () => {
      for (const wake of this.waiting.splice(0)) wake();
    };
    const listener: Listener = {
      event: (event) => {
        this.events.push(event);
        check();
      },
      note: (note) => {
        this.notes.push({ process: start.me, note });
        check();
      },
      ended: check,
    };
    const process = this.programs ? startProcess(this.programs, start, listener) : runHere(start, listener);
    this.processes.push(process);
    return process;
  }
}

/** The same parts without processes of their own. */
function runHere(start: Start, listener: Listener): LiveProcess {
  let onReady: (note: Ready) => void = () => {};
  const ready = new Promise<Ready>((resolve) => {
    onReady = resolve;
  });
  const note = (received: Note) => (received.note === 'ready' ? onReady(received) : listener.note(received));
  const made = make(start, { event: listener.event, note });
  let onEnded: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve;
  });
  const kill = () => void made.then((part) => part.leave?.()).then(onEnded);
  return { pid: 0, ready, order: (order) => void made.then((part) => part.obey(order)), kill, ended };
}

async function make(start: Start, output: Output): Promise<OrderHandler> {
  if (start.role === 'storage') return startStorage(start, output);
  if (start.role === 'service') return startService(start, output);
  const client = new ClientProcess(start as StartClient, { output });
  await client.prepare();
  return client;
}
