/** A connection to a real Redis server, in RESP 2: commands as lists of texts, answers as the simulated server gives them. */
import { connect, type Socket } from 'node:net';
import Parser, { type RespValue } from 'redis-parser';
import { fromBytes, toBytes } from '../../core/model/values/bytes';
import type { Command } from '../../sandbox/attack/resp/conversation';

export class Upstream {
  private readonly socket: Socket;
  private readonly waiting: ((answer: unknown) => void)[] = [];

  /** @param onMessage gets every answer that nobody has asked for */
  constructor(port: number, onMessage: (answer: unknown) => void = () => {}) {
    const take = (answer: unknown): void => {
      const isMessage = Array.isArray(answer) && /^(un)?(message|subscribe)$/.test(String(answer[0]));
      const next = isMessage && answer[0] === 'message' ? undefined : this.waiting.shift();
      (next ?? onMessage)(answer);
    };
    const parser = new Parser({
      returnBuffers: true,
      returnReply: (value: RespValue) => take(asAnswer(value)),
      returnError: (error: Error) => take({ error: error.message }),
    });
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (bytes) => parser.execute(bytes));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      for (const answer of this.waiting.splice(0)) answer({ error: 'ERR the server has ended' });
    });
  }

  send(words: Command): Promise<unknown> {
    if (this.socket.destroyed) return Promise.resolve({ error: 'ERR the server has ended' });
    const texts = words.map((word) => Buffer.from(toBytes(word)));
    const parts = texts.flatMap((text) => [Buffer.from(`$${text.length}\r\n`), text, Buffer.from('\r\n')]);
    this.socket.write(Buffer.concat([Buffer.from(`*${words.length}\r\n`), ...parts]));
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.socket.destroy();
  }
}

function asAnswer(value: RespValue): unknown {
  if (value instanceof Uint8Array) return fromBytes(value);
  if (value instanceof Error) return { error: value.message };
  return Array.isArray(value) ? value.map(asAnswer) : value;
}
