// Handwritten traces: a few lines describe the events, so that a judge can be tested without a simulator.

import type { ProcessId } from '../../src/core/model/scenario/processId';
import { clientId, nodeId } from '../../src/core/model/scenario/processId';
import type { Scenario, Settings } from '../../src/core/model/scenario/scenario';
import { defaultSettings } from '../../src/core/model/scenario/scenario';
import { kindNumber, type Trace, type TraceHeader, type TraceKind, traceKinds } from '../../src/core/model/trace/trace';
import { TraceWriter } from '../../src/core/model/trace/traceWriter';
import { fromMs, instant } from '../../src/core/model/values/time';

type Columns = Readonly<Record<string, number | string>>;

interface Options {
  readonly settings?: Partial<Settings>;
  readonly header?: Partial<TraceHeader>;
  readonly faults?: Scenario['faults'];
  readonly nodeCount?: number;
}

/** Times are in milliseconds. Columns, processes and texts are given by name. */
export class HandWritten {
  private readonly writer = new TraceWriter();
  private readonly header: TraceHeader;
  private lastMs = 0;
  private version = 0;

  constructor({ settings, header, faults, nodeCount = 5 }: Options) {
    const nodes = { ...defaultSettings.nodes, count: nodeCount };
    const merged: Settings = { ...defaultSettings, nodes, ...settings };
    const clients = Array.from({ length: merged.clients }, (_, i) => clientId(i + 1));
    const lockNodes = Array.from({ length: nodeCount }, (_, i) => nodeId(i));
    this.header = {
      version: 1,
      engine: 'by hand',
      origin: 'simulated',
      scenario: {
        version: 2,
        seed: 1,
        lock: { id: 'redlock' },
        storage: { id: 'unchecked' },
        settings: merged,
        faults: faults ?? {},
      },
      ended: 'duration',
      endedAt: instant(0),
      processes: [
        ...clients.map((id) => ({ id, role: 'client' as const, uncertainty: 0 })),
        ...lockNodes.map((id) => ({ id, role: 'node' as const, uncertainty: 0 })),
        { id: 'storage' as const, role: 'storage' as const, uncertainty: 0 },
      ],
      lockEntry: 'stock',
      quorum: Math.floor(nodeCount / 2) + 1,
      emulated: [],
      missed: {},
      ...header,
    };
  }

  /** Appends one event and returns its number. */
  add(ms: number, kind: TraceKind, process: ProcessId, columns: Columns = {}): number {
    const names: readonly string[] = traceKinds[kind];
    for (const name of Object.keys(columns))
      if (!names.includes(name)) throw new Error(`${kind} has no column ${name}`);
    const numbers = names.map((name) => this.number(name, columns[name]));
    this.lastMs = Math.max(this.lastMs, ms);
    return this.writer.write(fromMs(ms), kindNumber[kind], this.index(process), ...numbers);
  }

  /** A client gets the lock on some nodes within 20 ms: SET at once, `acquired` after 20 ms. */
  grant(
    ms: number,
    client: ProcessId,
    hold: number,
    { nodes = 'ABCDE', ttl = 2000, token = -1 }: { nodes?: string; ttl?: number; token?: number } = {},
  ): number {
    this.add(ms, 'acquiring', client, { hold });
    for (const node of nodes) this.set(ms + 10, client, node, ttl);
    const validFor = ttl < 0 ? -1 : fromMs(ttl - 20);
    return this.add(ms + 20, 'acquired', client, { hold, validFor, token });
  }

  set(ms: number, client: ProcessId, node: string, ttl: number, value = `of ${client}`): number {
    const expiresIn = ttl < 0 ? -1 : fromMs(ttl);
    return this.add(ms, 'entrySet', `node${node}` as ProcessId, { peer: client, entry: 'stock', value, expiresIn });
  }

  /** `cause`: 0 deleted, 1 expired, 2 lost. */
  gone(ms: number, nodes: string, cause: 0 | 1 | 2, by?: ProcessId): void {
    for (const node of nodes)
      this.add(ms, 'entryGone', `node${node}` as ProcessId, { peer: by ?? -1, entry: 'stock', cause });
  }

  /** Calls release, frees the nodes, and finishes: 20 ms in all. */
  release(ms: number, client: ProcessId, hold: number, nodes = 'ABCDE'): void {
    this.add(ms, 'releasing', client, { hold });
    this.gone(ms + 10, nodes, 0, client);
    this.add(ms + 20, 'released', client, { hold, reason: 0 });
  }

  read(ms: number, client: ProcessId, value = 41 + this.version): number {
    return this.add(ms, 'read', 'storage', { peer: client, version: this.version, token: -1, value });
  }

  /** An accepted write. The version grows by one. */
  write(ms: number, client: ProcessId, columns: { basedOn: number; value: number; token?: number }): number {
    this.version += 1;
    return this.add(ms, 'wrote', 'storage', { peer: client, version: this.version, token: -1, ...columns });
  }

  finished(ms: number, client: ProcessId, ok: 0 | 1, round = 1): number {
    return this.add(ms, 'finished', client, { round, ok });
  }

  trace(endedMs = this.lastMs): Trace {
    return this.writer.finish({ ...this.header, endedAt: instant(fromMs(endedMs)) });
  }

  private index(id: ProcessId): number {
    const index = this.header.processes.findIndex((process) => process.id === id);
    if (index < 0) throw new Error(`no process ${id}`);
    return index;
  }

  private number(name: string, value: number | string | undefined): number {
    if (value === undefined) return -1;
    if (typeof value === 'number') return value;
    return name === 'peer' ? this.index(value as ProcessId) : this.writer.text(value);
  }
}

export const traceOf = (options: Options = {}): HandWritten => new HandWritten(options);
