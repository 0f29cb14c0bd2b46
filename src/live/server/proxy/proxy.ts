/**
 * The network of one live run. It listens for each pair of processes, and applies the scenario's latencies and the
 * orders of its faults to their connections. `contract.ts` states what it promises.
 */

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { pageName } from '../../../core/model/links/pageNames';
import { isRedis, type ProcessId } from '../../../core/model/scenario/processId';
import { formatMs } from '../../../core/model/values/format';
import { answerable } from '../errorScope';
import { Handshake } from '../handshake';
import { type Login, makeSecret } from '../login';
import { nanosNow } from '../nanos';
import type { FaultProxy, HeldLink, ProxyOptions, RuleForMessage, Target, Undo } from './contract';
import { FollowOrders } from './followOrders';
import { KeepAlive } from './keepAlive';
import { type LinkDirection, MasterLink, replicationReading, sentinelReading } from './masterLink';
import { Network } from './network';
import { ProxiedConnection } from './proxiedConnection';
import { RequestReader } from './requestReader';
import { type HandedRequest, ServerShadow } from './serverShadow';

interface Coming {
  readonly socket: Socket;
  readonly from: ProcessId;
  readonly to: ProcessId;
  readonly port: number;
}

interface Open {
  readonly socketCount: number;
  readonly light: (process: ProcessId) => void;
  readonly destroy: () => void;
}

export const openProxy = (options: ProxyOptions): FaultProxy => new RunProxy(options);

class RunProxy implements FaultProxy {
  readonly password = makeSecret();
  private readonly clientDoor = new Handshake({ logins: [{ password: this.password }], kind: 'peer' });
  private readonly handshakes = new Set([this.clientDoor]);
  private readonly network: Network;
  private readonly reader: RequestReader;
  private readonly listeners = new Map<string, Promise<Server>>();
  /** The process that each pair's port leads to now. */
  private readonly targets = new Map<string, Target>();
  private readonly connections = new Set<Open>();
  private readonly masterLinks = new Set<MasterLink>();
  private readonly shadows = new Map<ProcessId, ServerShadow>();
  /** The held directions between replica and master. Later connections are held too. */
  private readonly holds = new Map<string, number>();
  private isClosed = false;

  constructor(private readonly options: ProxyOptions) {
    this.network = new Network(options);
    this.reader = new RequestReader(options.scripts, options.keyPrefix ?? '', options.own?.scriptOf);
  }

  readonly open = (from: ProcessId, target: Target): Promise<number> => {
    const { network, reader } = this;
    const isRedis = target.role === 'node' || target.role === 'replica';
    const shadow = isRedis ? this.shadow(target.process) : null;
    const pair = `${from}>${target.process}`;
    this.targets.set(pair, target);
    const ofPair = new Set<ProxiedConnection>();
    const keepAlive = target.role === 'service' ? this.keepAlive(from, target.process, ofPair) : null;
    return this.listen(pair, this.clientDoor, (client) => {
      const ended = (): void => {
        this.connections.delete(connection);
        ofPair.delete(connection);
      };
      const current = this.targets.get(pair) ?? target;
      const connection = new ProxiedConnection({
        network,
        reader,
        client,
        from,
        target: current,
        shadow,
        keepAlive,
        ended,
      });
      this.connections.add(connection);
      ofPair.add(connection);
    });
  };

  readonly openMasterLink: FaultProxy['openMasterLink'] = ({ replica, master, masterPort, login }) => {
    const door = this.newHandshake([login]);
    // A replication link is followed from its beginning.
    for (const server of [replica, master]) this.shadow(server);
    return this.listen(`${replica}<${master}`, door, (socket) =>
      this.admit({ socket, from: replica, to: master, port: masterPort }),
    );
  };

  readonly openFront: FaultProxy['openFront'] = ({ process, port, logins }) => {
    const ids = [...logins.keys()];
    return this.listen(`front of ${process}`, this.newHandshake([...logins.values()]), (socket, login) => {
      const from = ids[login];
      if (from !== undefined) this.admit({ socket, from, to: process, port: port() });
    });
  };

  readonly deliver: FaultProxy['deliver'] = (from, to, act) => this.network.deliver(from, to, act);

  readonly begin = (epochNanos: number): void => {
    this.network.begin(epochNanos);
    if (this.options.scenario.settings.nodes.replicaLag !== 'never') return;
    for (const { lanes } of this.masterLinks)
      for (const { from, to } of lanes) if (isRedis(from) && isRedis(to)) this.cut(from, to);
  };

  readonly cut = (from: ProcessId, to: ProcessId): Undo => {
    const link = this.network.link(from, to);
    link.cuts++;
    return once(() => {
      link.cuts--;
      for (const lane of this.lanes(from, to)) lane.onRestored();
    });
  };

  readonly slow: FaultProxy['slow'] = (from, to, by) => {
    const link = this.network.link(from, to);
    link.slowBy += by;
    return once(() => {
      link.slowBy -= by;
    });
  };

  readonly addRule = ({ from, to, onApplied, ...rule }: RuleForMessage): void => {
    const { network } = this;
    network.link(from, to).rules.push({ ...rule, used: false, onApplied: () => onApplied(network.sendingNanos) });
  };

  readonly hold = (from: ProcessId, to: ProcessId): HeldLink => {
    this.addHolds(from, to, 1);
    const sum = (of: (lane: LinkDirection) => number) => () =>
      this.lanes(from, to).reduce((total, lane) => total + of(lane), 0);
    const release = once(() => this.addHolds(from, to, -1));
    return {
      size: sum((lane) => lane.bytes),
      writes: sum((lane) => lane.commands),
      release,
      discard: once(() => {
        for (const link of this.masterLinks) {
          const lane = link.lanes.find((one) => one.from === from && one.to === to);
          if (lane === undefined) continue;
          lane.discard();
          link.destroy();
        }
        release();
      }),
    };
  };

  readonly setPoweredOff = (process: ProcessId, dark: boolean): void => {
    const { network } = this;
    if (dark) {
      network.forget(process);
      network.dark.add(process);
      return;
    }
    network.setKilled(process, null);
    if (network.dark.delete(process)) for (const connection of [...this.connections]) connection.light(process);
  };

  readonly setSuspended: FaultProxy['setSuspended'] = (process, asleep, stampNanos) =>
    this.network.setSuspended(process, asleep, stampNanos);

  readonly setKilled = (process: ProcessId, sinceNanos: number): void => this.network.setKilled(process, sinceNanos);

  readonly serverCrashed: FaultProxy['serverCrashed'] = (server, { keeps }) => this.shadow(server).crashed(keeps);

  readonly serverStarted: FaultProxy['serverStarted'] = (server, storedKeys) => {
    // A value has the same owner at a replica as at the master that sent it.
    const others = [...this.shadows.values()];
    return this.shadow(server).started(storedKeys, (key, entry) => {
      for (const { keys } of others) {
        const owner = keys.ownerOf(key, entry);
        if (owner) return owner;
      }
      return null;
    });
  };

  readonly serverPromoted = (server: ProcessId): void => this.shadow(server).promoted();

  readonly strangerAsks: FaultProxy['strangerAsks'] = (server, request) => {
    const shadow = this.shadow(server);
    const handed: HandedRequest = { from: null, message: null, request, handedNanos: nanosNow() };
    shadow.handed(handed);
    return (answer) => shadow.answer(handed, answer, nanosNow());
  };

  readonly clockChanged = (server: ProcessId): void => this.shadow(server).clockChanged();

  readonly knownUntil = (): number => Math.min(...[...this.shadows.values()].map(({ knownUntil }) => knownUntil));

  readonly openHandles: FaultProxy['openHandles'] = () => {
    let sockets = 0;
    for (const { socketCount } of this.connections) sockets += socketCount;
    return { listeners: this.isClosed ? 0 : this.listeners.size, sockets, timers: this.network.scheduler.count };
  };

  readonly close = async (): Promise<void> => {
    this.isClosed = true;
    this.network.close();
    const servers = await Promise.allSettled(this.listeners.values());
    this.listeners.clear();
    for (const connection of [...this.connections]) connection.destroy();
    for (const door of this.handshakes) door.close();
    await Promise.all(servers.map((one) => (one.status === 'fulfilled' ? closeServer(one.value) : null)));
    this.connections.clear();
    this.masterLinks.clear();
  };

  private newHandshake(logins: readonly Login[]): Handshake {
    const door = new Handshake({ logins, kind: 'replica' });
    this.handshakes.add(door);
    return door;
  }

  /** A replica or a sentinel connects to a server, or a sentinel to another one. */
  private admit(coming: Coming): void {
    const { network } = this;
    const { from, to } = coming;
    const broken = (problem: string): void => network.standIn({ kind: 'garbled', process: to, peer: from }, problem);
    const onWrite = (words: readonly string[], stampNanos: number): void => {
      if (network.isRunning) this.shadow(from).adopt(this.reader.readRequest(words), this.shadow(to), stampNanos);
    };
    const writesUnderWay = (): number =>
      [...this.masterLinks].reduce((sum, { lanes: [down] }) => sum + (down.to === to ? down.commands : 0), 0);
    const orders = new FollowOrders((order, lost) => this.options.onFollow?.(to, order, lost), writesUnderWay);
    const ended = (): void => {
      this.connections.delete(link);
      this.masterLinks.delete(link);
    };
    const reading = isRedis(from) ? replicationReading(onWrite, broken) : sentinelReading(orders, broken);
    const link = new MasterLink({ ...coming, network, reading, ended });
    for (const lane of link.lanes) lane.holds = this.holds.get(`${lane.from}>${lane.to}`) ?? 0;
    this.connections.add(link);
    this.masterLinks.add(link);
  }

  private async listen(
    name: string,
    door: Handshake,
    admitted: (socket: Socket, login: number) => void,
  ): Promise<number> {
    const connected = (socket: Socket): void => door.receive(socket, (login) => admitted(socket, login));
    const listener = this.listeners.get(name) ?? listen(connected);
    this.listeners.set(name, listener);
    return ((await listener).address() as AddressInfo).port;
  }

  private keepAlive(
    client: ProcessId,
    server: ProcessId,
    connections: ReadonlySet<ProxiedConnection>,
  ): KeepAlive | null {
    const { network } = this;
    const { keepAliveMs } = this.options;
    if (keepAliveMs === undefined) return null;
    const isInUse = (): boolean => [...connections].some(({ isAtServer }) => isAtServer);
    const giveUp = (): void => {
      network.standIn(
        { kind: 'keep-alive' },
        `${pageName(server).en} has not heard from ${pageName(client).en} for ${formatMs(keepAliveMs)}`,
      );
      for (const connection of [...connections]) connection.closeAtServer();
    };
    return new KeepAlive({ network, client, server, silenceMsMax: keepAliveMs, isInUse, giveUp });
  }

  private shadow(server: ProcessId): ServerShadow {
    const serverShadow = this.shadows.get(server) ?? new ServerShadow(this.network, server);
    this.shadows.set(server, serverShadow);
    return serverShadow;
  }

  private lanes(from: ProcessId, to: ProcessId): readonly LinkDirection[] {
    return [...this.masterLinks].flatMap(({ lanes }) => lanes.filter((lane) => lane.from === from && lane.to === to));
  }

  private addHolds(from: ProcessId, to: ProcessId, by: 1 | -1): void {
    const name = `${from}>${to}`;
    this.holds.set(name, (this.holds.get(name) ?? 0) + by);
    for (const lane of this.lanes(from, to)) {
      lane.holds += by;
      lane.pump();
    }
  }
}

function once(act: () => void): Undo {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

function listen(connected: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(answerable(connected));
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const closeServer = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
