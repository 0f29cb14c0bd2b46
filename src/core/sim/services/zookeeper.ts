/**
 * ZooKeeper as its clients see it: sessions that live by heartbeats, znodes that end with a session, watches that fire
 * once. An ensemble is one state here, and zxids count as those of a single server. Requests are executed in the order
 * of their arrival. A client gets the event of its watch before any answer that reflects the change. A ping is
 * answered with the number of events that the session was sent: over TCP a client notices a lost one. Without a leader
 * all connections are closed. Source: "Programmer's Guide" and SessionTrackerImpl, DataTree, PrepRequestProcessor of
 * ZooKeeper 3.8.
 */
import { ok, type Reply, type Request, type Value } from '../../model/effects/request';
import { type GoneCause, withSession } from '../../model/trace/trace';
import { fromMs, type Micros, type Ms, toMs } from '../../model/values/time';
import { keyOf, type Leadership, type Peer, type Service, type ServiceCall, type ServiceWorld } from './service';
import { type AnswerOrRefusal, isRefusal, sessionName, type WatchEvent, ZookeeperTree } from './zookeeperTree';

interface Session {
  readonly id: number;
  /** The timeout that its connection agreed on. */
  timeout: Micros;
  /** Its connection, or its last one. */
  peer: Peer;
  /** The request that opened that connection. Earlier requests of its client came on another connection. */
  opened: number;
  /** The reading of the server's clock at which it ends, unless its client sends something before. */
  expiresAt: Micros;
  /** `closed`: by its client. */
  state: 'open' | 'closed' | 'expired';
  /** How many watch events were sent to it. */
  events: number;
}

/** All events of a connection come in one stream, in order. */
const watchTopic = 'watch';

/** A session lasts at least 2 ticks and at most 20, whatever its client asks for. */
const ticksMin = 2;
const ticksMax = 20;

export const makeZookeeper = (world: ServiceWorld, settings: Readonly<Record<string, unknown>>): Service =>
  new Zookeeper(world, fromMs(Number(settings['tickTime'])));

class Zookeeper implements Service {
  private readonly tree = new ZookeeperTree();
  private readonly sessions = new Map<number, Session>();
  /**
   * The session of each connection. Ended sessions are included, so that a client that still uses one is notified that
   * it has expired.
   */
  private readonly connections = new Map<string, Session>();
  /** Watches on an existing znode, as `session path`. Their clients are waiting. */
  private readonly waits = new Set<string>();
  private zxid = 0;
  private sessionCount = 0;
  private hasLeader = true;

  /** Without a leader, the servers refuse all requests. */
  readonly leadership: Leadership = {
    refusal: refusal('ConnectionLoss'),
    asks: ['PING', 'EXISTS', 'GET', 'CHILDREN'],
    closes: true,
    lost: () => {
      this.hasLeader = false;
      this.restarted();
    },
    gainLeader: () => {
      this.hasLeader = true;
      this.restarted();
    },
  };

  constructor(
    private readonly world: ServiceWorld,
    private readonly tick: Micros,
  ) {}

  serve({ peer, request, answer }: ServiceCall): void {
    answer(this.reply(peer, request));
  }

  disconnected(peer: Peer): void {
    const session = this.connections.get(keyOf(peer));
    this.connections.delete(keyOf(peer));
    if (session) this.forgetWatches(session);
  }

  dueAt(): Micros {
    let due = Number.POSITIVE_INFINITY;
    if (!this.hasLeader) return due;
    for (const { expiresAt } of this.sessions.values()) due = Math.min(due, expiresAt);
    return due;
  }

  elapse(): void {
    if (!this.hasLeader) return;
    const now = this.world.now();
    for (const session of [...this.sessions.values()]) if (session.expiresAt <= now) this.end(session, 'expired');
  }

  /** The written data still exist. Connections and watches are gone, and every session has its whole time again. */
  restarted(): number {
    this.connections.clear();
    for (const session of this.sessions.values()) {
      this.forgetWatches(session);
      this.touch(session);
    }
    return this.tree.ephemeralCount;
  }

  /** As `delete` of zkCli.sh does with the first znode in the queue. Its session stays. */
  freeByHand(key: string): (() => void) | null {
    const path = this.tree.firstEphemeralOf(`/${key}`);
    if (path === undefined) return null;
    return () => {
      this.zxid++;
      this.remove(path, { by: null, cause: 'lost', version: -1 });
    };
  }

  private reply(peer: Peer, request: Request): Reply {
    if (request.command === 'CONNECT') return this.connect(peer, Number(request.args[0]), request.args[1]);
    const session = this.connections.get(keyOf(peer));
    if (!session || session.opened > this.world.message()) return refusal('ConnectionLoss');
    if (session.state !== 'open') return refusal('SessionExpired');
    // Every request of a client counts as a heartbeat.
    this.touch(session);
    return this.execute(session, request);
  }

  /**
   * Opens a session. With an id, it continues that session on a new connection and with the session's timeout. A late
   * request that its client has given up opens a connection that is never used: it ends no other session, but takes
   * the connection from the session that it names. Source: ZooKeeperServer.processConnectRequest, CLIENT_RECONNECT.
   */
  private connect(peer: Peer, timeout: Ms, id: unknown): Reply {
    const session = id === undefined ? this.openSession(peer) : this.sessions.get(Number(id));
    if (!session) return refusal('SessionExpired');
    this.forgetWatches(session);
    session.timeout = Math.max(ticksMin * this.tick, Math.min(ticksMax * this.tick, fromMs(timeout)));
    session.peer = peer;
    this.touch(session);
    const current = this.connections.get(keyOf(peer));
    const isLate = current !== undefined && current.opened > this.world.message();
    if (!isLate) {
      session.opened = this.world.message();
      this.connections.set(keyOf(peer), session);
    } else if (current === session) this.connections.delete(keyOf(peer));
    return ok([sessionName(session.id), toMs(session.timeout)]);
  }

  private openSession(peer: Peer): Session {
    this.zxid++;
    const id = ++this.sessionCount;
    const session: Session = { id, timeout: 0, peer, opened: 0, expiresAt: 0, state: 'open', events: 0 };
    this.sessions.set(id, session);
    return session;
  }

  private execute(session: Session, { command, args }: Request): Reply {
    const path = String(args[0]);
    const watcher = args.includes('watch') ? session.id : null;
    switch (command) {
      case 'PING':
        // A TCP stream has no gaps. Here messages are lost one by one, so the answer contains the number of events
        // that came before it.
        return ok(['PONG', session.events]);
      case 'CREATE':
        return this.create(session, path, args);
      case 'DELETE':
        this.zxid++;
        return this.remove(path, { by: session, cause: 'deleted', version: Number(args[1] ?? -1) });
      case 'SET':
        return this.setData(path, String(args[1]), Number(args[2] ?? -1));
      case 'EXISTS':
        return this.watched(session, path, watcher, this.tree.exists(path, watcher));
      case 'GET':
        return this.watched(session, path, watcher, this.tree.getData(path, watcher));
      case 'CHILDREN':
        return this.watched(session, path, watcher, this.tree.children(path, watcher));
      case 'CLOSE':
        this.end(session, 'closed');
        return ok('OK');
      default:
        throw new Error(`ZooKeeper knows no ${command}.`);
    }
  }

  /** Creates a znode. Answers the path and the czxid. Even a refused create counts in the order of all changes. */
  private create(session: Session, path: string, flags: readonly unknown[]): Reply {
    this.zxid++;
    const isEphemeral = flags.includes('ephemeral');
    const ephemeralOwner = isEphemeral ? session.id : 0;
    const creation = { path, data: '', sequential: flags.includes('sequential'), ephemeralOwner };
    const created = this.tree.create(creation, this.zxid);
    if (isRefusal(created)) return refusal(created);
    // A persistent znode is a directory here and belongs to no client.
    if (isEphemeral) this.world.entrySet(session.peer, entryOf(created.result), sessionName(session.id), withSession);
    this.notify(created.events);
    return ok([created.result, this.zxid]);
  }

  private setData(path: string, data: string, version: number): Reply {
    this.zxid++;
    const set = this.tree.setData({ path, data, version }, this.zxid);
    if (isRefusal(set)) return refusal(set);
    this.notify(set.events);
    return ok(set.result);
  }

  private remove(
    path: string,
    { by, cause, version }: { readonly by: Session | null; readonly cause: GoneCause; readonly version: number },
  ): Reply {
    const removed = this.tree.delete(path, version);
    if (isRefusal(removed)) return refusal(removed);
    if (removed.result !== 0) this.world.entryGone(by?.peer ?? null, entryOf(path), cause);
    this.notify(removed.events);
    return ok('OK');
  }

  /** Ends a session. All of its znodes are removed with it, in one change. */
  private end(session: Session, state: 'closed' | 'expired'): void {
    this.zxid++;
    session.state = state;
    this.sessions.delete(session.id);
    this.forgetWatches(session);
    const by = state === 'closed' ? session : null;
    const cause: GoneCause = state === 'closed' ? 'deleted' : 'expired';
    for (const path of this.tree.ephemeralsOf(session.id)) this.remove(path, { by, cause, version: -1 });
  }

  /**
   * Restarts the time of a session. The server checks sessions once a tick, so a session ends with the first tick
   * that begins after its timeout.
   */
  private touch(session: Session): void {
    const over = this.world.now() + session.timeout;
    session.expiresAt = (Math.floor(over / this.tick) + 1) * this.tick;
  }

  /** Watches belong to the session's connection and end with it. */
  private forgetWatches({ id }: Session): void {
    this.tree.forgetWatches(id);
    for (const wait of this.waits) if (wait.startsWith(`${id} `)) this.waits.delete(wait);
  }

  private watched(
    { peer }: Session,
    path: string,
    watcher: number | null,
    answer: AnswerOrRefusal<readonly Value[]>,
  ): Reply {
    if (isRefusal(answer)) return refusal(answer);
    const wait = `${watcher} ${path}`;
    if (watcher !== null && !this.waits.has(wait)) {
      this.waits.add(wait);
      this.world.waiting(peer);
    }
    return ok(answer);
  }

  private notify(events: readonly WatchEvent[]): void {
    for (const { session: id, type, path } of events) {
      const session = this.sessions.get(id);
      if (!session) continue;
      session.events++;
      if (this.waits.delete(`${id} ${path}`)) this.world.woken(session.peer);
      this.world.push(session.peer, watchTopic, [type, path]);
    }
  }
}

const refusal = (message: string): Reply => ({ kind: 'error', message });

/** The trace names `/stock/lock-0000000003` as `stock/lock-0000000003`. */
const entryOf = (path: string): string => path.slice(1);
