/**
 * One connection of a live process to another, by ioredis. It has one call in flight at a time, queues nothing and
 * sends nothing twice. It never reconnects: once it is closed, another one takes its place. Knows no timeout.
 */
import { createHash } from 'node:crypto';
import { Redis, ReplyError } from 'ioredis';
import {
  type AboutScripts,
  connectionClosed,
  ok,
  type Reply,
  type Request,
  type Script,
  type Value,
} from '../../../core/model/effects/request';
import type { MessageName } from '../liveEvent';

interface ConnectionOptions {
  readonly name: string;
  readonly port: number;
  readonly keyPrefix: string;
  readonly password: string;
}

const connectWithinMs = 2000;

const hashes = new Map<Script, string>();

const poppers: ReadonlySet<string> = new Set(['BLPOP', 'BRPOP', 'BZPOPMIN']);

export class ProcessConnection {
  readonly name: string;
  /** Resolves with whether the connection can be used. */
  readonly ready: Promise<boolean>;
  isReady = false;
  isClosed = false;
  private readonly redis: Redis;
  private readonly keyPrefix: string;
  private requests = 0;
  private pushes = 0;
  private readonly atClose: (() => void)[] = [];

  constructor({ name, port, keyPrefix, password }: ConnectionOptions) {
    this.name = name;
    this.keyPrefix = keyPrefix;
    this.redis = new Redis({
      host: '127.0.0.1',
      port,
      password,
      connectionName: name,
      keyPrefix,
      protocol: 2,
      lazyConnect: true,
      disableClientInfo: true,
      enableReadyCheck: false,
      enableOfflineQueue: false,
      enableAutoPipelining: false,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      retryStrategy: null,
      reconnectOnError: null,
      connectTimeout: connectWithinMs,
    });
    // The calls that fail report the error.
    this.redis.on('error', () => {});
    this.redis.on('end', () => {
      this.isClosed = true;
      for (const record of this.atClose.splice(0)) record();
    });
    this.ready = this.redis.connect().then(
      () => {
        this.isReady = true;
        return true;
      },
      () => false,
    );
  }

  /** Calls back once, when either side closes it. */
  onClosed(callback: () => void): void {
    this.atClose.push(callback);
  }

  /** The name of the next request on it. The caller must send that request, or the connection becomes useless. */
  nextMessage(): MessageName {
    return `${this.name}/${++this.requests}`;
  }

  /** If the connection is ready, writes the request at once. Resolves with an answer or `connectionClosed`. */
  send(request: Request): Promise<Reply> {
    return this.isReady
      ? this.write(request)
      : this.ready.then((isReady) => (isReady ? this.write(request) : connectionClosed));
  }

  /** From now on, passes everything that is published there to `listener`, each message with its name. */
  subscribe(channel: string, listener: (message: MessageName, text: string) => void): Promise<Reply> {
    this.redis.on('message', (_, text: string) => listener(`${this.name}>${++this.pushes}`, text));
    return this.send({ command: 'SUBSCRIBE', args: [channel] });
  }

  loadScript(script: Script): Promise<void> {
    return this.redis.script('LOAD', script.lua).then(
      () => {},
      () => {},
    );
  }

  close(): void {
    // The socket reports this later. Until then the connection must not look free.
    this.isClosed = true;
    this.redis.disconnect();
  }

  private write(request: Request): Promise<Reply> {
    return this.perform(request).then(
      (value) => ok(value as Value),
      (error: Error) => (error instanceof ReplyError ? { kind: 'error', message: error.message } : connectionClosed),
    );
  }

  private perform(request: Request): Promise<unknown> {
    const { redis } = this;
    const { command, args, script, session } = request;
    if (session?.scripts !== undefined) return this.performAsSaid(request, session.scripts);
    // A channel is not a key to ioredis and gets no prefix; a channel that a script publishes to does.
    const channels = () => args.map((channel) => `${this.keyPrefix}${channel}`);
    if (command === 'PUBLISH') return redis.call(command, `${this.keyPrefix}${args[0]}`, ...args.slice(1));
    if (command === 'SUBSCRIBE') return redis.subscribe(...channels());
    if (command === 'UNSUBSCRIBE') return redis.unsubscribe(...channels());
    if (poppers.has(command)) return redis.call(command, ...args).then((popped) => this.withoutPrefix(popped));
    if (script === undefined) return redis.call(command, ...args);
    const operands = [...script.keys, ...script.args];
    return redis.evalsha(hashOf(script.script), script.keyCount, ...operands).catch((error: Error) => {
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(script.script.lua, script.keyCount, ...operands);
    });
  }

  /** The answer of a command that took an item from one of several keys: key and item, or null. */
  private withoutPrefix(popped: unknown): unknown {
    return Array.isArray(popped) ? [String(popped[0]).slice(this.keyPrefix.length), ...popped.slice(1)] : popped;
  }

  /** A request exactly as the person's own code has sent it. */
  private performAsSaid({ command, args, script }: Request, scripts: AboutScripts): Promise<unknown> {
    const { redis } = this;
    switch (scripts.kind) {
      case 'load':
        return redis.call('SCRIPT', 'LOAD', scripts.script.lua);
      case 'keep':
        return redis.call('EVAL', scripts.script.lua, script?.keyCount ?? 0, ...args);
      case 'run':
        return redis.call('EVALSHA', scripts.sha, scripts.keys.length, ...scripts.keys, ...scripts.args);
      case 'exist':
      case 'forget':
      case 'refused':
        return redis.call(command, ...args);
      default:
        return scripts satisfies never;
    }
  }
}

function hashOf(script: Script): string {
  const hash = hashes.get(script) ?? createHash('sha1').update(script.lua).digest('hex');
  hashes.set(script, hash);
  return hash;
}
