/**
 * The connections of one live process. Each call has a connection to itself until its answer comes, and one more is
 * kept in reserve. Knows the port of each process, and which process has replaced another.
 */

import { everyScript as scripts } from '../../../core/locks/everyScript';
import { pageName } from '../../../core/model/pageNames';
import type { ProcessId } from '../../../core/model/processId';
import type { Request } from '../../../core/model/request';
import type { Ports } from './contract';
import { ProcessConnection } from './processConnection';

/** Connections that are opened before a run begins. */
const warmCount = 2;

/** A connection is kept while its answer is outstanding. Beyond this many to one process, the oldest is given up. */
const waitingMax = 100;

interface Place {
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
  private readonly places = new Map<ProcessId, Place>();
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
    for (const [process, port] of Object.entries(options.ports) as [ProcessId, number][]) this.addPlace(process, port);
  }

  /** The process that now answers for this one. */
  resolve(asked: ProcessId): ProcessId {
    return this.routes.get(asked) ?? asked;
  }

  route(asked: ProcessId, process: ProcessId, port: number): void {
    if (this.places.get(process)?.port !== port) this.addPlace(process, port);
    if (asked !== process) this.routes.set(asked, process);
  }

  /**
   * Opens connections to every process, and loads the scripts where they may run. Resolves when all are ready or
   * refused.
   */
  async warmUp(loadsScripts: (process: ProcessId) => boolean): Promise<void> {
    const opened = [...this.places].flatMap(([process, place]) =>
      Array.from({ length: warmCount }, (_, nth) => this.warm(place, nth === 0 && loadsScripts(process))),
    );
    await Promise.all(opened);
  }

  /** @param request WAIT asks about writes of its own connection, so it goes out on the latest one. */
  take(process: ProcessId, request: Request): Taken {
    const place = this.placeOf(process);
    if (request.command === 'CONNECT') retireAll(place);
    const wanted = request.command === 'WAIT' && place.last !== null ? place.idle.indexOf(place.last) : -1;
    const connection = (wanted >= 0 ? place.idle.splice(wanted, 1)[0] : place.idle.pop()) ?? this.open(place);
    place.last = connection;
    place.used.add(connection);
    if (place.used.size > waitingMax) place.used.values().next().value?.close();
    if (place.idle.length === 0) void this.warm(place, false);
    return { connection, giveBack: () => this.giveBack(place, connection) };
  }

  /** Closes every connection to a process. Later requests travel on new ones. */
  drop(process: ProcessId): void {
    const place = this.placeOf(process);
    for (const connection of [...place.used, ...place.idle.splice(0)]) connection.close();
  }

  close(): void {
    this.isClosed = true;
    for (const process of this.places.keys()) this.drop(process);
  }

  private placeOf(process: ProcessId): Place {
    const place = this.places.get(process);
    if (!place) throw new Error(`${this.options.prefix} was told no port of ${pageName(process).en}.`);
    return place;
  }

  private addPlace(process: ProcessId, port: number): void {
    this.places.set(process, { port, idle: [], used: new Set(), retired: new WeakSet(), last: null });
  }

  private async warm(place: Place, loadsScripts: boolean): Promise<void> {
    const connection = this.open(place);
    place.used.add(connection);
    if ((await connection.ready) && loadsScripts) await Promise.all(scripts.map((one) => connection.loadScript(one)));
    this.giveBack(place, connection);
  }

  private open(place: Place): ProcessConnection {
    const name = `${this.options.prefix}.${++this.count}`;
    const connection = new ProcessConnection({
      name,
      port: place.port,
      password: this.options.password,
      keyPrefix: this.options.keyPrefix,
    });
    connection.onClosed(() => {
      place.used.delete(connection);
      const idle = place.idle.indexOf(connection);
      if (idle >= 0) place.idle.splice(idle, 1);
    });
    return connection;
  }

  private giveBack(place: Place, connection: ProcessConnection): void {
    if (!place.used.delete(connection) || connection.isClosed || !connection.isReady) return;
    if (this.isClosed || place.retired.has(connection)) connection.close();
    else place.idle.push(connection);
  }
}

/** Later connections have greater numbers. So the database knows which requests were sent before. */
function retireAll({ idle, used, retired }: Place): void {
  for (const connection of idle.splice(0)) used.add(connection);
  for (const connection of used) retired.add(connection);
}
