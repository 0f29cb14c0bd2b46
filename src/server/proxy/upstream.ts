/** The proxy's own connection to a server: opened when there is something to say, tried again while nobody was there. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { loginRequests } from '../login';
import { nanosNow } from '../nanos';
import type { Target } from './contract';

interface Ears {
  /** So many requests were made that nobody but this file knows of: their answers come first. */
  readonly loggingIn: (count: number) => void;
  readonly data: (bytes: Buffer) => void;
  /** A connection that was open is closed. Called once. */
  readonly closed: () => void;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly written: (stampNanos: number) => void;
  readonly refused: () => void;
}

export class Upstream {
  /** `none`: not asked, or nobody was there. `closed`: it was open, and is no more. */
  state: 'none' | 'connecting' | 'open' | 'closed' = 'none';
  private socket: Socket | null = null;
  private waiting: Waiting[] = [];
  private greeting: { readonly bytes: Buffer; readonly said: () => void } | null = null;
  private isEnding = false;

  constructor(
    private readonly target: Target,
    private readonly ears: Ears,
  ) {}

  /** Whether it holds a socket. */
  get isOpen(): boolean {
    return this.socket !== null && !this.socket.destroyed;
  }

  /** What is said first on a connection, whenever there is one. Tries to open it where the server is there. */
  greet(bytes: Buffer, { said, isThere }: { readonly said: () => void; readonly isThere: boolean }): void {
    this.greeting = { bytes, said };
    if (this.state === 'open') this.sayGreeting();
    else if (isThere) this.open();
  }

  /** Writes as soon as the connection is there, in order; or calls `refused`: nobody is there, or no longer. */
  write(bytes: Buffer, written: (stampNanos: number) => void, refused: () => void): void {
    if (this.state === 'open' && !this.isEnding) this.say(bytes, written);
    else if (this.state === 'closed' || this.isEnding) refused();
    else {
      this.waiting.push({ bytes, written, refused });
      this.open();
    }
  }

  /** Closes it when all is written; what the server still has to say is heard. */
  end(): void {
    if (this.state === 'connecting') {
      const { closed } = this.ears;
      this.waiting.push({ bytes: Buffer.alloc(0), written: () => this.end(), refused: closed });
    } else {
      this.isEnding = true;
      this.socket?.end();
    }
  }

  destroy(): void {
    this.socket?.destroy();
  }

  private open(): void {
    if (this.state !== 'none') return;
    this.state = 'connecting';
    const { host, port, tls = false } = this.target;
    const socket = tls
      ? connectTls({ host, port, servername: isIP(host) === 0 ? host : '' })
      : connect({ host, port, noDelay: true, allowHalfOpen: true });
    this.socket = socket;
    socket.on(tls ? 'secureConnect' : 'connect', () => this.opened());
    socket.on('data', (bytes: Buffer) => this.ears.data(bytes));
    // A server that closes its end has no more to say.
    socket.on('end', () => socket.destroy());
    // How it ended does not matter: `close` follows.
    socket.on('error', () => {});
    socket.on('close', () => this.closed());
  }

  private opened(): void {
    this.state = 'open';
    const requests = loginRequests(this.target.login ?? {});
    for (const bytes of requests) this.socket?.write(bytes);
    this.ears.loggingIn(requests.length);
    this.sayGreeting();
    for (const { bytes, written } of this.waiting.splice(0)) {
      this.say(bytes, written);
    }
  }

  private closed(): void {
    const wasOpen = this.state === 'open';
    this.socket = null;
    this.state = wasOpen ? 'closed' : 'none';
    for (const { refused } of this.waiting.splice(0)) refused();
    if (wasOpen) this.ears.closed();
  }

  /** The stamp is of before the writing: the server may have read it when the call returns. */
  private say(bytes: Buffer, written: (stampNanos: number) => void): void {
    const stampNanos = nanosNow();
    if (bytes.length > 0) this.socket?.write(bytes);
    written(stampNanos);
  }

  private sayGreeting(): void {
    if (this.greeting === null) return;
    this.socket?.write(this.greeting.bytes);
    this.greeting.said();
    this.greeting = null;
  }
}
