/**
 * One connection of a replica to its master, or of a sentinel to a server: bytes that take the lag of the scenario in
 * both directions. Nothing is lost on it, because TCP sends again what is not acknowledged. A cut or held link
 * keeps bytes back. Knows no key.
 */
import { connect, type Socket } from 'node:net';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { answerable } from '../errorScope';
import { nanosNow } from '../nanos';
import type { FollowOrders } from './followOrders';
import { Framing } from './framing';
import type { Network } from './network';
import { type Portion, ReplicationReader } from './replicationReader';
import { wordsOf } from './requestReader';

interface Kept extends Portion {
  /** null if the cut link has not let it be sent yet. */
  dueNanos: number | null;
}

/** One direction. */
export class LinkDirection {
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

  /** Calls `act` when everything has arrived. */
  finish(act: () => void): void {
    this.afterAll = act;
    this.pump();
  }

  /** The link is whole again, and the bytes kept back are sent. */
  onRestored(): void {
    if (this.isCut) return;
    for (const portion of this.queue) portion.dueNanos ??= this.dueNow();
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
      // Before the run, everything passes at once.
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
  /** The connection that this replica, or this sentinel, has opened. */
  readonly socket: Socket;
  readonly from: ProcessId;
  /** Its master, or the process that it watches or asks. `port` is that process' port on 127.0.0.1. */
  readonly to: ProcessId;
  readonly port: number;
  /** How both directions are read, and where the result goes. */
  readonly reading: Reading;
  readonly ended: () => void;
}

/** The bytes go on unchanged, in portions. */
export interface Reading {
  /** Cuts what comes from one side into portions. */
  readonly readDown: (take: (portion: Portion) => void) => Pushed;
  readonly readUp: (take: (portion: Portion) => void) => Pushed;
  /** Called when a portion was handed over: down to the replica, or up to its master. */
  readonly handedDown: (portion: Portion, stampNanos: number) => void;
  readonly handedUp: (portion: Portion) => void;
}

interface Pushed {
  readonly push: (bytes: Buffer) => void;
}

/** Reports the master's commands when the replica gets them. A replica sends its master nothing of interest. */
export const replicationReading = (
  onWrite: (words: readonly string[], stampNanos: number) => void,
  onBroken: (problem: string) => void,
): Reading => ({
  readDown: (take) => new ReplicationReader(take, onBroken),
  readUp: (take) => ({ push: (bytes) => take({ bytes, words: null }) }),
  handedDown: ({ words }, stampNanos) => {
    if (words !== null && isWrite(words)) onWrite(words, stampNanos);
  },
  handedUp: () => {},
});

/** Reports a sentinel's orders when the server has carried them out. */
export function sentinelReading(orders: FollowOrders, onBroken: (problem: string) => void): Reading {
  return {
    readDown: (take) => {
      const answers = new Framing({ onFrame: (value) => orders.answered(value), onBroken });
      return {
        push: (bytes) => {
          answers.push(bytes);
          take({ bytes, words: null });
        },
      };
    },
    readUp: (take) => new Framing({ onFrame: (value, bytes) => take({ bytes, words: wordsOf(value) }), onBroken }),
    handedDown: () => {},
    handedUp: ({ words }) => orders.handed(words ?? []),
  };
}

export class MasterLink {
  readonly lanes: readonly [LinkDirection, LinkDirection];
  private readonly serverSocket: Socket;

  constructor(private readonly parts: MasterLinkParts) {
    const { network, from, to, port, socket, reading } = parts;
    const serverSocket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.serverSocket = serverSocket;
    const down = new LinkDirection(network, to, from, (portion) => {
      const stampNanos = nanosNow();
      socket.write(portion.bytes);
      reading.handedDown(portion, stampNanos);
    });
    const up = new LinkDirection(network, from, to, (portion) => {
      serverSocket.write(portion.bytes);
      reading.handedUp(portion);
    });
    this.lanes = [down, up];
    const reader = reading.readDown((portion) => down.push(portion));
    const upReader = reading.readUp((portion) => up.push(portion));
    socket.setNoDelay(true);
    // Another program may now listen on the port of a master that is gone.
    if (network.isGone(to)) serverSocket.destroy();
    serverSocket.on('data', (bytes: Buffer) => reader.push(bytes));
    socket.on(
      'data',
      answerable((bytes: Buffer) => upReader.push(bytes)),
    );
    // The error does not matter: `close` follows.
    for (const one of [serverSocket, socket]) one.on('error', () => {});
    // Bytes under way arrive even if their sender is gone.
    serverSocket.on('close', () => this.closed(to, down, socket));
    socket.on(
      'close',
      answerable(() => {
        // Data on its way to it is lost.
        down.discard();
        this.closed(from, up, serverSocket);
      }),
    );
  }

  get socketCount(): number {
    return [this.serverSocket, this.parts.socket].filter(({ destroyed }) => !destroyed).length;
  }

  /** A machine without power is back. */
  light(process: ProcessId): void {
    const { to, from, socket } = this.parts;
    const { serverSocket } = this;
    if (process === to && serverSocket.destroyed) this.closed(to, this.lanes[0], socket);
    if (process === from && socket.destroyed) this.closed(from, this.lanes[1], serverSocket);
  }

  destroy(): void {
    this.serverSocket.destroy();
    this.parts.socket.destroy();
  }

  private closed(who: ProcessId, lane: LinkDirection, other: Socket): void {
    if (this.socketCount === 0) return this.parts.ended();
    if (this.parts.network.dark.has(who)) return;
    lane.finish(() => other.destroy());
  }
}

/** The commands that keep a connection to a master alive. They change no data. */
const upkeepCommands: ReadonlySet<string> = new Set([
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
  return !upkeepCommands.has(name.toUpperCase());
}
