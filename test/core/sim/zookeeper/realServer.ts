// Finds or starts a real ZooKeeper and plays the same scripts on it as on the model.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findZookeeper } from '../../../../scripts/programs.cjs';
import type { JuteWriter } from './jute';
import { heartbeatMs, isWait, type Line, parseLine, type Reported, replyLine, type Step, tickMs } from './stage';
import { eventXid, type Incoming, type Operation, readStat, WireClient } from './wireClient';

export interface Zookeeper {
  readonly host: string;
  readonly port: number;
  readonly stop: () => void;
}

/** The server named by ZOOKEEPER_ADDRESS, which must have a tick of 200 ms, or a new empty one. */
export async function startZookeeper(): Promise<Zookeeper> {
  const given = process.env['ZOOKEEPER_ADDRESS'];
  if (given !== undefined) {
    const [host = 'localhost', port = '2181'] = given.split(':');
    return { host, port: Number(port), stop: () => {} };
  }
  const program = findZookeeper();
  if (program === undefined)
    throw new Error('No zkServer.sh was found: apt-get install zookeeper default-jre-headless');
  const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-zookeeper-'));
  const port = await freePort();
  const file = join(folder, 'zoo.cfg');
  const lines = [
    `tickTime=${tickMs}`,
    `dataDir=${join(folder, 'data')}`,
    `clientPort=${port}`,
    'clientPortAddress=127.0.0.1',
    'maxClientCnxns=0',
  ];
  writeFileSync(file, `${[...lines, 'admin.enableServer=false'].join('\n')}\n`);
  const env = { ...process.env, JMXDISABLE: 'true', ZOO_LOG_DIR: folder, JVMFLAGS: '-Xmx128m' };
  const server = spawn(program, ['start-foreground', file], { env, stdio: 'ignore', detached: true });
  await untilServing({ host: '127.0.0.1', port }, server);
  const stop = (): void => {
    // The script has become the server, or has started it as its child, so its whole process group is ended.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  return { host: '127.0.0.1', port, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** It listens before it serves. A client that comes too early is dropped, or gets no answer. */
async function untilServing(
  address: { readonly host: string; readonly port: number },
  server: ChildProcess,
): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if (server.exitCode !== null)
      throw new Error(`ZooKeeper ended with code ${server.exitCode} before it served anybody.`);
    const client = await Promise.race([WireClient.open(address, 1000).catch(() => null), sleep(500).then(() => null)]);
    const closed = client?.timeoutMs ? await client.ask('CLOSE') : null;
    client?.drop();
    if (closed !== null) return;
    await sleep(100);
  }
  throw new Error('ZooKeeper served nobody within 30 s.');
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays a script below its own znode. */
export async function playOnServer(server: Zookeeper, script: readonly Line[], name: string): Promise<Reported> {
  const keeper = await WireClient.open(server, 4000);
  const prefix = `/${name}`;
  const made = await keeper.ask('CREATE', (writer) => createBody(writer, prefix, 0));
  if (made?.err !== 0) throw new Error(`${prefix} could not be created: ${made?.err}.`);
  const stage = new ServerStage(server, prefix, made.zxid);
  try {
    for (const line of script) await stage.play(line);
    await stage.settle();
    return stage.reported();
  } finally {
    await stage.end();
    await keeper.ask('CLOSE');
    keeper.drop();
  }
}

class ServerStage {
  private readonly clients = new Map<string, WireClient>();
  private readonly lines = new Map<string, string[]>();
  private readonly commandOf = new WeakMap<Incoming, string>();
  private readonly taken = new WeakMap<WireClient, number>();

  constructor(
    private readonly server: Zookeeper,
    private readonly prefix: string,
    private readonly zxidBefore: number,
  ) {}

  async play(line: Line): Promise<void> {
    const step = parseLine(line);
    if (!isWait(step)) return this.act(step);
    const until = Date.now() + step.ms;
    while (Date.now() < until) {
      await sleep(Math.min(heartbeatMs, until - Date.now()));
      await Promise.all(step.alive.map((client) => this.clientOf(client).ask('PING')));
    }
  }

  /** Everything that is still under way to a client comes before the answer to its ping. */
  async settle(): Promise<void> {
    for (const client of this.clients.values()) if (!client.isClosed) await client.ask('PING');
  }

  reported(): Reported {
    for (const name of this.clients.keys()) this.collect(name);
    return Object.fromEntries(this.lines);
  }

  /** Closes all sessions, so that none ends during the next script. */
  async end(): Promise<void> {
    for (const client of this.clients.values()) {
      const last = client.isClosed ? await WireClient.open(this.server, 1000, client) : client;
      if (last.timeoutMs !== 0) await last.ask('CLOSE');
      last.drop();
    }
  }

  private async act({ client: name, command, args }: Step): Promise<void> {
    if (command === 'CONNECT' || command === 'RECONNECT') return this.connect(name, command, Number(args[0] ?? 1000));
    const client = this.clientOf(name);
    if (command === 'DROP') {
      await client.ask('PING');
      this.collect(name);
      return client.drop();
    }
    const reply = client.isClosed
      ? null
      : await client.ask(command as Operation, (writer) => this.body(writer, command, args));
    if (reply !== null) this.commandOf.set(reply, command);
    this.collect(name);
    if (reply === null) this.lines.get(name)?.push(`${command}: SessionExpired`);
  }

  private async connect(name: string, command: string, timeoutMs: number): Promise<void> {
    const before = command === 'RECONNECT' ? this.clientOf(name) : undefined;
    if (before) this.collect(name);
    const client = await WireClient.open(this.server, timeoutMs, before);
    if (client.timeoutMs !== 0) this.clients.set(name, client);
    const lines = this.lines.get(name) ?? [];
    lines.push(`${command}: ${client.timeoutMs === 0 ? 'SessionExpired' : client.timeoutMs}`);
    this.lines.set(name, lines);
  }

  private body(writer: JuteWriter, command: string, args: readonly string[]): JuteWriter {
    const path = this.outer(args[0] ?? '/');
    const isWatched = args.includes('watch');
    switch (command) {
      case 'CREATE':
        return createBody(writer, path, (args.includes('ephemeral') ? 1 : 0) + (args.includes('sequential') ? 2 : 0));
      case 'DELETE':
        return writer.text(path).int(Number(args[1] ?? -1));
      case 'SET':
        return writer
          .text(path)
          .buffer(Buffer.from(args[1] ?? ''))
          .int(Number(args[2] ?? -1));
      case 'EXISTS':
      case 'GET':
      case 'CHILDREN':
        return writer.text(path).boolean(isWatched);
      default:
        return writer;
    }
  }

  /** Takes everything that a client has received since the last time. */
  private collect(name: string): void {
    const client = this.clientOf(name);
    const lines = this.lines.get(name) ?? [];
    const from = this.taken.get(client) ?? 0;
    for (const incoming of client.incoming.slice(from)) {
      const line = this.lineOf(incoming);
      if (line !== null) lines.push(line);
    }
    this.taken.set(client, client.incoming.length);
    this.lines.set(name, lines);
  }

  private lineOf(incoming: Incoming): string | null {
    const { xid, err, body } = incoming;
    if (xid === eventXid) return this.eventLine(body);
    const command = this.commandOf.get(incoming);
    if (command === undefined) return null;
    if (err !== 0) return replyLine(command, { error: codes[err] ?? String(err) });
    return replyLine(command, { values: this.values(command, incoming) });
  }

  private eventLine(body: Incoming['body']): string {
    const type = body.int();
    body.int();
    return `${eventTypes[type]} ${this.inner(body.text())}`;
  }

  private values(command: string, { body, zxid }: Incoming): readonly (string | number)[] {
    switch (command) {
      case 'CREATE':
        return [this.inner(body.text()), zxid - this.zxidBefore];
      case 'EXISTS':
      case 'SET':
        return this.statValues(body);
      case 'GET':
        return [body.buffer().toString('utf8'), ...this.statValues(body)];
      case 'CHILDREN':
        return [...body.texts()].sort();
      default:
        return ['OK'];
    }
  }

  private statValues(body: Incoming['body']): readonly (string | number)[] {
    const { czxid, mzxid, version, ephemeralOwner, numChildren } = readStat(body);
    const owner = [...this.clients].find(([, { sessionId }]) => sessionId === ephemeralOwner)?.[0] ?? 'nobody';
    return [czxid - this.zxidBefore, mzxid - this.zxidBefore, version, owner, numChildren];
  }

  private clientOf(name: string): WireClient {
    const client = this.clients.get(name);
    if (!client) throw new Error(`${name} has not connected.`);
    return client;
  }

  private outer(path: string): string {
    return path.startsWith('/') && path !== '/' ? this.prefix + path : path;
  }

  private inner(path: string): string {
    return path === this.prefix ? '/' : path.replace(this.prefix, '');
  }
}

const createBody = (writer: JuteWriter, path: string, flags: number): JuteWriter =>
  // Open to all: the only entry of the access control list.
  writer.text(path).buffer(Buffer.alloc(0)).int(1).int(31).text('world').text('anyone').int(flags);

const eventTypes: Readonly<Record<number, string>> = {
  1: 'NodeCreated',
  2: 'NodeDeleted',
  3: 'NodeDataChanged',
  4: 'NodeChildrenChanged',
};

const codes: Readonly<Record<number, string>> = {
  [-8]: 'BadArguments',
  [-101]: 'NoNode',
  [-103]: 'BadVersion',
  [-108]: 'NoChildrenForEphemerals',
  [-110]: 'NodeExists',
  [-111]: 'NotEmpty',
  [-112]: 'SessionExpired',
};
