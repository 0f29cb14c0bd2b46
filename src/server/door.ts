/**
 * Who listens in a run lets in whoever says its secret first, and nobody else: every account of the machine reaches a port of
 * 127.0.0.1. Until then nothing of a peer is read but that one request, and little of it is kept.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { answerable } from './blame';
import { type Login, respOf } from './login';

/** Peers that have not said it yet: the oldest goes when there are more. */
const waitingMax = 64;

const refusal = Buffer.from('-NOAUTH Authentication required.\r\n');
const welcome = Buffer.from('+OK\r\n');
const ping = respOf('PING');

export interface DoorOptions {
  readonly login: Login;
  /**
   * `peer`: it is answered, and the request is taken away. `replica`: the request goes on to its master, which answers it; before
   * it comes a PING, to which a server that wants a password says so.
   */
  readonly kind: 'peer' | 'replica';
}

export class Door {
  private readonly expected: Buffer;
  private readonly secretAt: number;
  private readonly waiting = new Set<Socket>();

  constructor(private readonly options: DoorOptions) {
    const { username, password = '' } = options.login;
    this.expected = respOf('AUTH', ...(username === undefined ? [] : [username]), password);
    this.secretAt = this.expected.length - Buffer.byteLength(password) - 2;
  }

  /** `admit` is called at once when the secret has come; whatever follows is read from the socket as if it were new. */
  receive(socket: Socket, admit: () => void): void {
    let said: Buffer = Buffer.alloc(0);
    this.waiting.add(socket);
    for (const first of this.waiting) if (this.waiting.size > waitingMax) this.turnAway(first);
    // How it ended does not matter: `close` follows.
    socket.on('error', () => {});
    socket.once('close', () => this.waiting.delete(socket));
    const listen = answerable((bytes: Buffer) => {
      if (!this.waiting.has(socket)) return;
      said = Buffer.concat([said, bytes]);
      if (this.options.kind === 'replica') said = this.takePing(socket, said);
      const answer = this.judge(said);
      if (answer === 'more') return;
      if (answer === 'wrong') return this.turnAway(socket);
      this.waiting.delete(socket);
      socket.off('data', listen);
      const isPeer = this.options.kind === 'peer';
      if (isPeer) socket.write(welcome);
      admit();
      const rest = isPeer ? said.subarray(this.expected.length) : said;
      if (rest.length > 0) socket.unshift(rest);
    });
    socket.on('data', listen);
  }

  /** Ends whoever has not been let in. */
  close(): void {
    for (const socket of this.waiting) socket.destroy();
  }

  private takePing(socket: Socket, said: Buffer): Buffer {
    if (!said.subarray(0, ping.length).equals(ping)) return said;
    socket.write(refusal);
    return said.subarray(ping.length);
  }

  /** Names of commands are taken in any case. A wrong byte is refused as soon as it comes. */
  private judge(said: Buffer): 'right' | 'wrong' | 'more' {
    const { expected, secretAt, options } = this;
    const head = said.subarray(0, secretAt);
    const isHead = head.every((byte, i) => byte === expected[i] || (isOfName(i) && byte === lower(expected[i])));
    const mayBePing = options.kind === 'replica' && head.equals(ping.subarray(0, head.length));
    if (!isHead && !mayBePing) return 'wrong';
    if (said.length < expected.length) return 'more';
    return timingSafeEqual(said.subarray(secretAt, expected.length), expected.subarray(secretAt)) ? 'right' : 'wrong';
  }

  private turnAway(socket: Socket): void {
    this.waiting.delete(socket);
    socket.once('finish', () => socket.destroy());
    socket.end(refusal);
  }
}

/** Behind `*2`, `$4` and their ends of line. */
const isOfName = (place: number): boolean => place >= 8 && place < 12;
const lower = (letter = 0): number => letter | 0x20;
