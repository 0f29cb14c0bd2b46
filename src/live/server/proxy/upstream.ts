/**
 * The proxy's own connection to a server. It opens when there is something to send, and tries again later if the
 * server was down.
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { loginRequests } from '../login';
import { nanosNow } from '../nanos';
import type { Target } from './contract';

interface Ears {
  /** The number of requests that only this file knows. Their answers come first. */
  readonly loggingIn: (count: number) => void;
  readonly data: (bytes: Buffer) => void;
  /** An open connection was closed. Called once. */
  readonly closed: () => void;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly written: (stampNanos: number) => void;
  readonly refused: () => void;
}

export class Upstream {
  /** `none`: not tried yet, or the server was down. `closed`: it was open before. */
  state: 'none' | 'connecting' | 'open' | 'closed' = 'none';
  private socket: Socket | null = null;
  private waiting: Waiting[] = [];
  private greeting: { readonly bytes: Buffer; readonly noteGreeting: () => void } | null = null;
  private isEnding = false;

  constructor(
    private readonly target: Target,
    private readonly ears: Ears,
  ) {}

  /** Whether it holds a socket. */
  get isOpen(): boolean {
    return this.socket !== null && !this.socket.destroyed;
  }

  /** Sends these bytes first on every connection. Tries to connect if the server is up. */
  greet(
    bytes: Buffer,
    { noteGreeting, isThere }: { readonly noteGreeting: () => void; readonly isThere: boolean },
  ): void {
    this.greeting = { bytes, noteGreeting };
    if (this.state === 'open') this.sayGreeting();
    else if (isThere) this.open();
  }

  /** Writes in order as soon as the connection is open. Calls `refused` if the server is down, or goes down. */
  write(bytes: Buffer, written: (stampNanos: number) => void, refused: () => void): void {
    if (this.state === 'open' && !this.isEnding) this.say(bytes, written);
    else if (this.state === 'closed' || this.isEnding) refused();
    else {
      this.waiting.push({ bytes, written, refused });
      this.open();
    }
  }

  /** Closes the connection when everything is written. The server's last answers are still read. */
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
    // A server that closes its end sends nothing more.
    socket.on('end', () => socket.destroy());
    // The error does not matter: `close` follows.
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

  /** Takes the stamp before it writes, because the server may have read the bytes when the call returns. */
  private say(bytes: Buffer, written: (stampNanos: number) => void): void {
    const stampNanos = nanosNow();
    if (bytes.length > 0) this.socket?.write(bytes);
    written(stampNanos);
  }

  private sayGreeting(): void {
    if (this.greeting === null) return;
    this.socket?.write(this.greeting.bytes);
    this.greeting.noteGreeting();
    this.greeting = null;
  }
}
