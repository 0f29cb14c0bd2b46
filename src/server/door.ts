/**
 * Every listener of a run lets in only peers that first say its secret, because every account of the machine can reach
 * a port of 127.0.0.1. Before that, it reads only this one request of a peer, and keeps little of it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { answerable } from './blame';
import { type Login, respOf } from './login';

/** The most peers that may wait without having said it. When there are more, the oldest is dropped. */
const waitingMax = 64;

const refusal = Buffer.from('-NOAUTH Authentication required.\r\n');
const welcome = Buffer.from('+OK\r\n');
const ping = respOf('PING');

export interface DoorOptions {
  readonly login: Login;
  /**
   * `peer`: the request is answered here and taken out of the stream. `replica`: the request goes on to its master,
   * which answers it. A replica first sends a PING, and a server that wants a password says so in its answer.
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

  /** Calls `admit` at once when the secret has come. What follows is read from the socket as if it were new. */
  receive(socket: Socket, admit: () => void): void {
    let said: Buffer = Buffer.alloc(0);
    this.waiting.add(socket);
    for (const first of this.waiting) if (this.waiting.size > waitingMax) this.turnAway(first);
    // The error does not matter: `close` follows.
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

  /** Disconnects every peer that has not been let in. */
  close(): void {
    for (const socket of this.waiting) socket.destroy();
  }

  private takePing(socket: Socket, said: Buffer): Buffer {
    if (!said.subarray(0, ping.length).equals(ping)) return said;
    socket.write(refusal);
    return said.subarray(ping.length);
  }

  /** Names of commands count in upper and lower case. A wrong byte is refused as soon as it comes. */
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

/** The place of the name: behind `*2`, `$4` and their line ends. */
const isOfName = (place: number): boolean => place >= 8 && place < 12;
const lower = (letter = 0): number => letter | 0x20;
