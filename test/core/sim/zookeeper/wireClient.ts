// The smallest part of ZooKeeper's wire protocol that can compare the model with a real server: one connection, no
// heartbeats of its own, and everything received kept in order. Source: zookeeper.jute and ClientCnxn of ZooKeeper 3.8.
import { connect, type Socket } from 'node:net';
import { JuteReader, JuteWriter } from './jute';

/** A reply, or an event of a watch (`xid` −1), in the order of arrival. */
export interface Incoming {
  readonly xid: number;
  readonly zxid: number;
  readonly err: number;
  readonly body: JuteReader;
}

export interface Stat {
  readonly czxid: number;
  readonly mzxid: number;
  readonly version: number;
  /** The session's id in hexadecimal; 0: persistent. */
  readonly ephemeralOwner: string;
  readonly numChildren: number;
}

const opcodes = { CREATE: 1, DELETE: 2, EXISTS: 3, GET: 4, SET: 5, CHILDREN: 8, PING: 11, CLOSE: -11 } as const;
export type Operation = keyof typeof opcodes;

const pingXid = -2;
export const eventXid = -1;

export class WireClient {
  readonly incoming: Incoming[] = [];
  sessionId = '0';
  timeoutMs = 0;
  isClosed = false;
  private password = Buffer.alloc(16);
  private xid = 0;
  private unread = Buffer.alloc(0);
  private isConnected = false;
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }

  /** Opens a session or continues one. In the latter case `timeoutMs` is 0 if the server no longer knows it. */
  static async open(
    address: { readonly host: string; readonly port: number },
    timeoutMs: number,
    before?: WireClient,
  ): Promise<WireClient> {
    const socket = connect(address);
    const client = new WireClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    if (before) [client.sessionId, client.password] = [before.sessionId, before.password];
    const request = new JuteWriter()
      .int(0)
      .long(0n)
      .int(timeoutMs)
      .long(BigInt(`0x${client.sessionId}`))
      .buffer(client.password);
    client.write(request.boolean(false));
    await client.until(() => client.isConnected || client.isClosed);
    return client;
  }

  /** Sends a request and returns its reply; null if the connection was closed instead. */
  async ask(
    operation: Operation,
    body: (writer: JuteWriter) => JuteWriter = (writer) => writer,
  ): Promise<Incoming | null> {
    const xid = operation === 'PING' ? pingXid : ++this.xid;
    const before = this.incoming.length;
    this.write(body(new JuteWriter().int(xid).int(opcodes[operation])));
    const find = (): Incoming | undefined => this.incoming.slice(before).find((incoming) => incoming.xid === xid);
    await this.until(() => find() !== undefined || this.isClosed);
    return find() ?? null;
  }

  /** Ends the connection without closing the session. */
  drop(): void {
    this.socket.destroy();
  }

  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private wake(): void {
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const resolve of woken) resolve();
  }

  private write(writer: JuteWriter): void {
    this.socket.write(writer.frame());
  }

  private take(chunk: Buffer): void {
    this.unread = Buffer.concat([this.unread, chunk]);
    while (this.unread.length >= 4 && this.unread.length >= 4 + this.unread.readInt32BE(0)) {
      const length = this.unread.readInt32BE(0);
      this.accept(new JuteReader(this.unread.subarray(4, 4 + length)));
      this.unread = this.unread.subarray(4 + length);
    }
    this.wake();
  }

  private accept(reader: JuteReader): void {
    if (this.isConnected) {
      const [xid, zxid, err] = [reader.int(), Number(reader.long()), reader.int()];
      this.incoming.push({ xid, zxid, err, body: reader });
      return;
    }
    reader.int();
    this.timeoutMs = reader.int();
    this.sessionId = BigInt.asUintN(64, reader.long()).toString(16);
    this.password = Buffer.from(reader.buffer());
    this.isConnected = true;
  }
}

export function readStat(reader: JuteReader): Stat {
  const [czxid, mzxid] = [Number(reader.long()), Number(reader.long())];
  reader.long();
  reader.long();
  const version = reader.int();
  reader.int();
  reader.int();
  const ephemeralOwner = BigInt.asUintN(64, reader.long()).toString(16);
  reader.int();
  return { czxid, mzxid, version, ephemeralOwner, numChildren: reader.int() };
}
