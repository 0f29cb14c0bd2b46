/**
 * The connections of one live process. Each call has a connection to itself until its answer comes, and one more is
 * kept in reserve. Knows the port of each process, and which process has replaced another.
 */

import { everyScript as scripts } from '../../../core/locks/everyScript';
import type { Request } from '../../../core/model/effects/request';
import { pageName } from '../../../core/model/links/pageNames';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Ports } from './contract';
import { ProcessConnection } from './processConnection';

/** Connections that are opened before a run begins. */
const warmCount = 2;

/** A connection is kept while its answer is outstanding. Beyond this many to one process, the oldest is given up. */
const waitingMax = 100;

interface Peer {
  readonly port: number;
  /** Free connections; the most recently used is last. */
  readonly idle: ProcessConnection[];
  readonly used: Set<ProcessConnection>;
  /** Older than the latest session of a database, so that no request of that session may travel on them. */
  readonly retired: WeakSet<ProcessConnection>;
  /** The connection that carried the latest request. */
  last: ProcessConnection | null;
}

/** A connection that now belongs to one call. */
export interface Taken {
  readonly connection: ProcessConnection;
  /** Called when the answer has come. */
  readonly giveBack: () => void;
}

export class Connections {
  private readonly peers = new Map<ProcessId, Peer>();
  private readonly routes = new Map<ProcessId, ProcessId>();
  private count = 0;
  private isClosed = false;

  constructor(
    private readonly options: {
      readonly prefix: string;
      readonly ports: Ports;
      readonly keyPrefix: string;
      /** Sent first on each connection. */
      readonly password: string;
    },
  ) {
    for (const [process, port] of Object.entries(options.ports) as [ProcessId, number][]) this.addPeer(process, port);
  }

  /** The process that now answers for this one. */
  resolve(addressee: ProcessId): ProcessId {
    return this.routes.get(addressee) ?? addressee;
  }

  route(addressee: ProcessId, process: ProcessId, port: number): void {
    if (this.peers.get(process)?.port !== port) this.addPeer(process, port);
    if (addressee !== process) this.routes.set(addressee, process);
  }

  /**
   * Opens connections to every process, and loads the scripts where they may run. Resolves when all are ready or
   * refused.
   */
  async warmUp(loadsScripts: (process: ProcessId) => boolean): Promise<void> {
    const opened = [...this.peers].flatMap(([process, peer]) =>
      Array.from({ length: warmCount }, (_, nth) => this.warm(peer, nth === 0 && loadsScripts(process))),
    );
    await Promise.all(opened);
  }

  /** @param request WAIT asks about writes of its own connection, so it goes out on the latest one. */
  take(process: ProcessId, request: Request): Taken {
    const peer = this.peerOf(process);
    if (request.command === 'CONNECT') retireAll(peer);
    const wanted = request.command === 'WAIT' && peer.last !== null ? peer.idle.indexOf(peer.last) : -1;
    const connection = (wanted >= 0 ? peer.idle.splice(wanted, 1)[0] : peer.idle.pop()) ?? this.open(peer);
    peer.last = connection;
    peer.used.add(connection);
    if (peer.used.size > waitingMax) peer.used.values().next().value?.close();
    if (peer.idle.length === 0) void this.warm(peer, false);
    return { connection, giveBack: () => this.giveBack(peer, connection) };
  }

  /** Closes every connection to a process. Later requests travel on new ones. */
  drop(process: ProcessId): void {
    const peer = this.peerOf(process);
    for (const connection of [...peer.used, ...peer.idle.splice(0)]) connection.close();
  }

  close(): void {
    this.isClosed = true;
    for (const process of this.peers.keys()) this.drop(process);
  }

  private peerOf(process: ProcessId): Peer {
    const peer = this.peers.get(process);
    if (!peer) throw new Error(`${this.options.prefix} was told no port of ${pageName(process).en}.`);
    return peer;
  }

  private addPeer(process: ProcessId, port: number): void {
    this.peers.set(process, { port, idle: [], used: new Set(), retired: new WeakSet(), last: null });
  }

  private async warm(peer: Peer, loadsScripts: boolean): Promise<void> {
    const connection = this.open(peer);
    peer.used.add(connection);
    if ((await connection.ready) && loadsScripts) await Promise.all(scripts.map((one) => connection.loadScript(one)));
    this.giveBack(peer, connection);
  }

  private open(peer: Peer): ProcessConnection {
    const name = `${this.options.prefix}.${++this.count}`;
    const connection = new ProcessConnection({
      name,
      port: peer.port,
      password: this.options.password,
      keyPrefix: this.options.keyPrefix,
    });
    connection.onClosed(() => {
      peer.used.delete(connection);
      const idle = peer.idle.indexOf(connection);
      if (idle >= 0) peer.idle.splice(idle, 1);
    });
    return connection;
  }

  private giveBack(peer: Peer, connection: ProcessConnection): void {
    if (!peer.used.delete(connection) || connection.isClosed || !connection.isReady) return;
    if (this.isClosed || peer.retired.has(connection)) connection.close();
    else peer.idle.push(connection);
  }
}

/** Later connections have greater numbers. From them the database knows which requests were sent before. */
function retireAll({ idle, used, retired }: Peer): void {
  for (const connection of idle.splice(0)) used.add(connection);
  for (const connection of used) retired.add(connection);
}
