/**
 * One connection of a replica to its master: bytes with the lag of the scenario, either way. Nothing is lost on it, since what is not
 * acknowledged is sent again: a cut link keeps it back, and a held one too. Knows no key.
 */
import { connect, type Socket } from 'node:net';
import type { ProcessId } from '../../model/scenario';
import { answerable } from '../blame';
import { nanosNow } from '../nanos';
import type { Network } from './network';
import { type Portion, ReplicationReader } from './replicationReader';

interface Kept extends Portion {
  /** null: not sent yet, the link was cut. */
  dueNanos: number | null;
}

/** One direction. */
export class Lane {
  holds = 0;
  private queue: Kept[] = [];
  private lastNanos = 0;
  private isArmed = false;
  private afterAll: (() => void) | null = null;

  constructor(
    private readonly network: Network,
    readonly from: ProcessId,
    readonly to: ProcessId,
    private readonly deliver: (portion: Portion) => void,
  ) {}

  get bytes(): number {
    return this.queue.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  get commands(): number {
    return this.queue.filter(({ words }) => words !== null && isWrite(words)).length;
  }

  push(portion: Portion): void {
    this.queue.push({ ...portion, dueNanos: this.isCut ? null : this.dueNow() });
    this.pump();
  }

  /** Does it when all has arrived. */
  finish(act: () => void): void {
    this.afterAll = act;
    this.pump();
  }

  /** The link is whole: what was kept back is sent. */
  mended(): void {
    if (this.isCut) return;
    for (const kept of this.queue) kept.dueNanos ??= this.dueNow();
    this.pump();
  }

  discard(): void {
    this.queue = [];
    this.pump();
  }

  pump(): void {
    const { queue } = this;
    while (this.holds === 0) {
      const first = queue[0];
      if (first === undefined) break;
      if (first.dueNanos === null) return;
      // Before the run everything passes at once.
      if (this.network.isRunning && first.dueNanos > nanosNow()) return this.arm(first.dueNanos);
      queue.shift();
      this.deliver(first);
    }
    if (queue.length > 0 || this.afterAll === null) return;
    const act = this.afterAll;
    this.afterAll = null;
    act();
  }

  private get isCut(): boolean {
    return this.network.link(this.from, this.to).cuts > 0;
  }

  private dueNow(): number {
    this.lastNanos = Math.max(this.lastNanos, nanosNow() + this.network.lagNanos(this.from, this.to));
    return this.lastNanos;
  }

  private arm(dueNanos: number): void {
    if (this.isArmed) return;
    this.isArmed = true;
    this.network.scheduler.at(dueNanos, () => {
      this.isArmed = false;
      this.pump();
    });
  }
}

export interface MasterLinkParts {
  readonly network: Network;
  readonly replicaSocket: Socket;
  readonly replica: ProcessId;
  readonly master: ProcessId;
  readonly masterPort: number;
  /** A command of the master's was handed to the replica. */
  readonly told: (words: readonly string[], stampNanos: number) => void;
  readonly ended: () => void;
}

export class MasterLink {
  readonly lanes: readonly [Lane, Lane];
  private readonly masterSocket: Socket;

  constructor(private readonly parts: MasterLinkParts) {
    const { network, replica, master, masterPort, replicaSocket, told } = parts;
    const masterSocket = connect({ host: '127.0.0.1', port: masterPort, noDelay: true });
    this.masterSocket = masterSocket;
    const down = new Lane(network, master, replica, ({ bytes, words }) => {
      const stampNanos = nanosNow();
      replicaSocket.write(bytes);
      if (words !== null && isWrite(words)) told(words, stampNanos);
    });
    const up = new Lane(network, replica, master, ({ bytes }) => masterSocket.write(bytes));
    this.lanes = [down, up];
    const reader = new ReplicationReader(
      (portion) => down.push(portion),
      (problem) => network.standIn({ kind: 'garbled', process: master, peer: replica }, problem),
    );
    replicaSocket.setNoDelay(true);
    // On the port of a master that is gone, somebody else may listen by now.
    if (network.isGone(master)) masterSocket.destroy();
    masterSocket.on('data', (bytes: Buffer) => reader.push(bytes));
    replicaSocket.on(
      'data',
      answerable((bytes: Buffer) => up.push({ bytes, words: null })),
    );
    // How it ended does not matter: `close` follows.
    for (const socket of [masterSocket, replicaSocket]) socket.on('error', () => {});
    // What is under way gets there, though its sender is gone by then.
    masterSocket.on('close', () => this.closed(master, down, replicaSocket));
    replicaSocket.on(
      'close',
      answerable(() => this.closed(replica, up, masterSocket)),
    );
  }

  get socketCount(): number {
    return [this.masterSocket, this.parts.replicaSocket].filter(({ destroyed }) => !destroyed).length;
  }

  /** A machine that was dark is back. */
  light(process: ProcessId): void {
    const { master, replica, replicaSocket } = this.parts;
    const { masterSocket } = this;
    if (process === master && masterSocket.destroyed) this.closed(master, this.lanes[0], replicaSocket);
    if (process === replica && replicaSocket.destroyed) this.closed(replica, this.lanes[1], masterSocket);
  }

  destroy(): void {
    this.masterSocket.destroy();
    this.parts.replicaSocket.destroy();
  }

  private closed(who: ProcessId, lane: Lane, other: Socket): void {
    if (this.socketCount === 0) return this.parts.ended();
    if (this.parts.network.dark.has(who)) return;
    lane.finish(() => other.destroy());
  }
}

/** What a master says to keep the connection alive changes nothing. */
const said: ReadonlySet<string> = new Set([
  'PING',
  'SELECT',
  'REPLCONF',
  'MULTI',
  'EXEC',
  'PUBLISH',
  'SCRIPT',
  'FUNCTION',
]);

function isWrite([name = '']: readonly string[]): boolean {
  return !said.has(name.toUpperCase());
}
