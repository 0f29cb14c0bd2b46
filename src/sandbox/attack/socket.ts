/**
 * A socket for a client's code: it speaks RESP with a server of the run. A command is a call as any lock makes it, so
 * the faults of messages apply to it. A process has its first connection to each server from the start. A later one
 * takes a round trip, a PING, and may be refused. RESP does not number its messages, so a lost one ends its
 * connection, as in TCP, and the code gets `ECONNRESET`.
 */
import { Duplex } from 'node:stream';
import Parser, { type RespValue } from 'redis-parser';
import { fromBytes, toBytes } from '../../core/model/values/bytes';
import { knownNames } from '../../core/sim/redis/commandGroups';
import { nodeAt } from '../realm/guest/addresses';
import { current, type GuestIncarnation, noCluster } from '../realm/guest/guestIncarnation';
import { type Command, Conversation, type Server } from './resp/conversation';
import { written } from './resp/replies';

export interface SocketAddress {
  readonly host: string;
  readonly port: number;
}

const commandNames: ReadonlySet<string> = new Set(knownNames);

/** The connections of a life: how many there were, and which nodes it has been connected to. */
interface Connections {
  count: number;
  readonly nodes: Set<number>;
}

const connectionsOf = new WeakMap<GuestIncarnation, Connections>();

export class SimulatedSocket extends Duplex {
  connecting = true;
  readonly remoteAddress: string;
  readonly remotePort: number;
  private readonly life: GuestIncarnation;
  private readonly node: number;
  private readonly connection: number;
  private readonly conversation: Conversation;
  private readonly parser: Parser;
  private unsentText = '';

  constructor({ host, port }: SocketAddress) {
    super({ allowHalfOpen: false, emitClose: true, decodeStrings: false });
    const life = current();
    this.life = life;
    this.node = nodeAt(life, `${host}:${port}`);
    this.remoteAddress = host;
    this.remotePort = port;
    const connections = connectionsOf.get(life) ?? { count: 0, nodes: new Set() };
    connectionsOf.set(life, connections);
    this.connection = connections.count++;
    this.conversation = new Conversation(this.server(), {
      sendValue: (value, version) => this.say(written(value, version)),
      left: () => this.push(null),
    });
    this.parser = new Parser({
      returnBuffers: true,
      returnReply: (command: RespValue) => this.conversation.take(asCommand(command)),
      returnError: () => {},
    });
    this.knock(connections);
  }

  /** A process has its first connections from the start. Any later one takes a round trip and may be refused. */
  private knock({ nodes }: Connections): void {
    if (!nodes.has(this.node)) {
      nodes.add(this.node);
      process.nextTick(() => this.open());
    } else
      this.call(
        { commands: [['PING']], transaction: false },
        () => this.open(),
        () => {
          const text = `connect ECONNREFUSED ${this.remoteAddress}:${this.remotePort}`;
          this.destroy(Object.assign(new Error(text), { code: 'ECONNREFUSED', syscall: 'connect' }));
        },
      );
  }

  private open(): void {
    if (this.destroyed) return;
    this.connecting = false;
    this.emit('connect');
    this.emit('ready');
  }

  private server(): Server {
    return {
      ask: (command, answered) => this.call({ commands: [command], transaction: false }, answered),
      exec: (commands, answered) =>
        this.call({ commands, transaction: true }, (answer) => answered(Array.isArray(answer) ? answer : null)),
      subscribe: (channel, opened, listener) => {
        const question = JSON.stringify({ node: this.node, channel, timeout: null });
        this.life.askBack('subscribe', question, opened, () => this.break(), listener);
      },
      refusal: (command) => {
        const [name = ''] = command;
        if (commandNames.has(name.toUpperCase())) return null;
        return this.life.refuse(/^cluster$/i.test(name) ? noCluster : `${name} is not simulated.`).message;
      },
    };
  }

  private call(
    request: { readonly commands: readonly Command[]; readonly transaction: boolean },
    answered: (answer: unknown) => void,
    failed = (): void => this.break(),
  ): void {
    const { node, connection } = this;
    const first = (answers: unknown): void => answered((answers as unknown[])[0]);
    this.life.askBack('call', JSON.stringify({ node, connection, ...request, timeout: null }), first, failed);
  }

  private break(): void {
    this.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }));
  }

  /** Answers that are ready at once go out in one piece. */
  private say(text: string): void {
    if (this.unsentText === '')
      process.nextTick(() => {
        const all = this.unsentText;
        this.unsentText = '';
        if (!this.destroyed && !this.readableEnded) this.push(toBytes(all));
      });
    this.unsentText += text;
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.takeIn(Buffer.from(chunk as string));
    done();
  }

  override _writev(chunks: { readonly chunk: Buffer | string }[], done: () => void): void {
    this.takeIn(Buffer.concat(chunks.map(({ chunk }) => Buffer.from(chunk as string))));
    done();
  }

  private takeIn(piece: Buffer): void {
    this.parser.execute(piece);
    this.conversation.pieceEnds();
  }

  override _final(done: () => void): void {
    done();
    this.push(null);
  }

  /** The server learns that nobody waits here any more, so that it gives the next item to another connection. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const nothing = (): void => {};
    if (this.conversation.waits) this.call({ commands: [['QUIT']], transaction: false }, nothing, nothing);
    done(error);
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  setTimeout = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
  address = (): object => ({});
}

const asCommand = (value: RespValue): Command => (Array.isArray(value) ? value.map(asText) : [asText(value)]);

const asText = (word: unknown): string => (word instanceof Uint8Array ? fromBytes(word) : String(word));
