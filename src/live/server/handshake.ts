/**
 * Every listener of a run lets in only peers that first send its secret, because every account of the machine can reach
 * a port of 127.0.0.1. Before that, it reads only this one request of a peer, and keeps little of it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { answerable } from './errorScope';
import { type Login, respOf } from './login';

/** The most peers that may be connected without having sent the secret. Beyond that, the oldest is dropped. */
const waitingMax = 64;

const refusal = Buffer.from('-NOAUTH Authentication required.\r\n');
const welcome = Buffer.from('+OK\r\n');
const ping = respOf('PING');

export interface HandshakeOptions {
  /** Each peer sends one of them. They have different secrets. */
  readonly logins: readonly Login[];
  /**
   * `peer`: the request is answered here and taken out of the stream. `replica`: the request goes on to its master,
   * which answers it. A replica first sends a PING; if the server wants a password, its answer says so.
   */
  readonly kind: 'peer' | 'replica';
}

interface Expected {
  readonly words: Buffer;
  readonly secretAt: number;
}

export class Handshake {
  private readonly expected: readonly Expected[];
  private readonly waiting = new Set<Socket>();

  constructor(private readonly options: HandshakeOptions) {
    this.expected = options.logins.map(({ username, password = '' }) => {
      const words = respOf('AUTH', ...(username === undefined ? [] : [username]), password);
      return { words, secretAt: words.length - Buffer.byteLength(password) - 2 };
    });
  }

  /**
   * Calls `admit` as soon as a secret has come, with the index of its login. The rest is read from the socket as from a
   * new one.
   */
  receive(socket: Socket, admit: (login: number) => void): void {
    let input: Buffer = Buffer.alloc(0);
    this.waiting.add(socket);
    for (const first of this.waiting) if (this.waiting.size > waitingMax) this.turnAway(first);
    // The error does not matter: `close` follows.
    socket.on('error', () => {});
    socket.once('close', () => this.waiting.delete(socket));
    const listen = answerable((bytes: Buffer) => {
      if (!this.waiting.has(socket)) return;
      input = Buffer.concat([input, bytes]);
      if (this.options.kind === 'replica') input = this.takePing(socket, input);
      const answers = this.expected.map((expected) => this.judge(input, expected));
      const login = answers.indexOf('right');
      if (login < 0) return answers.includes('more') ? undefined : this.turnAway(socket);
      this.waiting.delete(socket);
      socket.off('data', listen);
      const isPeer = this.options.kind === 'peer';
      if (isPeer) socket.write(welcome);
      admit(login);
      const rest = isPeer ? input.subarray(this.expected[login]?.words.length) : input;
      if (rest.length > 0) socket.unshift(rest);
    });
    socket.on('data', listen);
  }

  /** Disconnects every peer that has not been let in. */
  close(): void {
    for (const socket of this.waiting) socket.destroy();
  }

  private takePing(socket: Socket, input: Buffer): Buffer {
    if (!input.subarray(0, ping.length).equals(ping)) return input;
    socket.write(refusal);
    return input.subarray(ping.length);
  }

  /** Command names may be in upper or lower case. A wrong byte is refused as soon as it comes. */
  private judge(input: Buffer, { words, secretAt }: Expected): 'right' | 'wrong' | 'more' {
    const head = input.subarray(0, secretAt);
    const isHead = head.every((byte, i) => byte === words[i] || (isOfName(i) && byte === lower(words[i])));
    const mayBePing = this.options.kind === 'replica' && head.equals(ping.subarray(0, head.length));
    if (!isHead && !mayBePing) return 'wrong';
    if (input.length < words.length) return 'more';
    return timingSafeEqual(input.subarray(secretAt, words.length), words.subarray(secretAt)) ? 'right' : 'wrong';
  }

  private turnAway(socket: Socket): void {
    this.waiting.delete(socket);
    socket.once('finish', () => socket.destroy());
    socket.end(refusal);
  }
}

/** Where the command's name begins: after `*2`, `$4` and their line ends. */
const isOfName = (index: number): boolean => index >= 8 && index < 12;
const lower = (letter = 0): number => letter | 0x20;
