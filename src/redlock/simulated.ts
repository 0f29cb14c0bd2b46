/**
 * A Redis server of the simulator as a client for locks, for tests without Redis. Its keys, scripts and errors are
 * verified against a real server. It can be slow, silent and forgetful, and its clock can jump. Its time is that of
 * `setTimeout` and `Date`, so a test may use fake ones.
 */
import { command, evaluate, type Request } from '../core/model/effects/request';
import type { Commands } from '../core/sim/parts';
import { commands } from '../core/sim/redis/commands';
import { delifeq } from '../core/sim/redis/comparing';
import { Keyspace } from '../core/sim/redis/keyspace';
import { olderCommands } from '../core/sim/redis/olderServer';
import { checkNames } from './checks';
import type { LockClient, OwnConnection, RedisCommand } from './client';
import { digestOf } from './commandEncoder';
import { type Compares, question } from './comparing';
import { models } from './scripts/models';

export interface SimulatedRedisOptions {
  /** How long a request, or its reply, travels, in ms. A function is called for each message. */
  readonly latencyMs?: number | (() => number);
  /** Which command it has to compare and delete, as Redis since 8.4 or Valkey since 9.0. Absent: neither. */
  readonly compares?: Exclude<Compares, 'script'>;
}

/** With DELIFEQ it is a Valkey before 9.2, which does not know DELEX. */
function commandsOf({ compares }: SimulatedRedisOptions): Commands {
  if (compares === 'DELEX') return commands;
  const older = olderCommands(commands);
  return compares === undefined ? older : new Map([...older, ['DELIFEQ', delifeq]]);
}

/**
 * A simulated server. Give it to a lock in place of a client.
 *
 * @example
 * import assert from 'node:assert';
 * import { Redlock } from 'quorum-lock';
 * import { SimulatedRedis } from 'quorum-lock/simulated';
 *
 * const nodes = Array.from({ length: 3 }, () => new SimulatedRedis({ latencyMs: 2 }));
 * const redlock = new Redlock(nodes, { retryCount: 0 });
 * nodes[0]?.halt(); // A majority is left.
 * const lock = await redlock.acquire(['a'], 5000);
 * nodes[1]?.halt();
 * await assert.rejects(redlock.acquire(['b'], 5000), { name: 'NoQuorumError' });
 * for (const node of nodes) node.wake();
 *
 * const node = nodes[2];
 * assert.ok(node !== undefined);
 * assert.deepEqual([node.get('a'), node.ownerOf('a'), node.keys()], [lock.value, lock.value, ['a']]);
 * node.jumpClock(6000); // Its clock is past the end of the lock.
 * assert.equal(node.get('a'), null);
 * nodes[0]?.forget(); // It restarts without its data.
 * await assert.rejects(lock.release(), { name: 'LockLostError' });
 */
export class SimulatedRedis implements LockClient {
  private readonly keyspace: Keyspace;
  private readonly knownDigests = new Set<string>();
  private readonly scripts = models.map((script) => ({ script, digest: digestOf(script) }));
  private readonly subscribers = new Map<string, Set<() => void>>();
  private blocked: (() => void)[] = [];
  private held: (() => void)[] = [];
  private isHalted = false;
  private clockAheadMs = 0;
  private arrivesLast = 0;
  private repliesLast = 0;

  constructor(private readonly options: SimulatedRedisOptions = {}) {
    checkNames(options, ['latencyMs', 'compares']);
    this.keyspace = new Keyspace(commandsOf(options), { onPublish: (channel) => this.publish(channel) });
  }

  readonly request = (redisCommand: RedisCommand): Promise<unknown> =>
    new Promise((resolve, reject) => {
      this.travel('arrivesLast', () => {
        this.whenAwake(() => this.carryOut(redisCommand, (reply) => this.travel('repliesLast', () => settle(reply))));
      });
      const settle = (reply: unknown): void => (reply instanceof Error ? reject(reply) : resolve(reply));
    });

  readonly connectAgain = async (): Promise<OwnConnection> => {
    const heardBy = new Map<string, () => void>();
    const unsubscribe = async (channel: string): Promise<void> => {
      const listener = heardBy.get(channel);
      if (listener !== undefined) this.subscribers.get(channel)?.delete(listener);
      heardBy.delete(channel);
    };
    return {
      request: this.request,
      subscribe: async (channel, listener) => {
        heardBy.set(channel, listener);
        const all = this.subscribers.get(channel) ?? new Set();
        this.subscribers.set(channel, all.add(listener));
      },
      unsubscribe,
      close: () => {
        for (const channel of heardBy.keys()) void unsubscribe(channel);
      },
    };
  };

  /** Stops the server as SIGSTOP does: incoming commands wait. */
  halt(): void {
    this.isHalted = true;
  }

  /** Lets the server continue with the commands that have arrived meanwhile. */
  wake(): void {
    this.isHalted = false;
    for (const go of this.held.splice(0)) this.whenAwake(go);
  }

  /** Forgets everything, like a restart without persistence. */
  forget(): void {
    this.keyspace.clear();
    this.knownDigests.clear();
  }

  /** Sets the server's clock forward or back. */
  jumpClock(byMs: number): void {
    this.clockAheadMs += byMs;
  }

  /** The value of a string. Null if absent. */
  get(key: string): string | null {
    const reply = this.keyspace.execute(command('GET', key), this.nowMs);
    return reply.kind === 'ok' && typeof reply.value === 'string' ? reply.value : null;
  }

  /** The owner of a lock of any kind. Null if nobody has it. */
  ownerOf(key: string): string | null {
    const reply = this.keyspace.execute(command('HGETALL', key), this.nowMs);
    const [field] = reply.kind === 'ok' && Array.isArray(reply.value) ? reply.value : [];
    return typeof field === 'string' ? field : this.get(key);
  }

  /** The names of all keys that have not expired. */
  keys(): readonly string[] {
    this.keyspace.expire(this.nowMs);
    return [...this.keyspace.keys()];
  }

  private get nowMs(): number {
    return Date.now() + this.clockAheadMs;
  }

  /** Sends something in one direction, in order: nothing overtakes an earlier message. */
  private travel(leg: 'arrivesLast' | 'repliesLast', there: () => void): void {
    const { latencyMs = 0 } = this.options;
    const latency = typeof latencyMs === 'number' ? latencyMs : latencyMs();
    const at = Math.max(this[leg], Date.now() + latency);
    this[leg] = at;
    if (at <= Date.now()) queueMicrotask(there);
    else setTimeout(there, at - Date.now());
  }

  private whenAwake(go: () => void): void {
    if (this.isHalted) this.held.push(go);
    else go();
  }

  private carryOut(redisCommand: RedisCommand, answer: (reply: unknown) => void): void {
    if (redisCommand[0] === 'BLPOP') return this.block(redisCommand, answer);
    if (String(redisCommand) === String(question)) return answer(question.slice(2).map((name) => this.described(name)));
    const request = this.requestOf(redisCommand);
    answer(request instanceof Error ? request : this.execute(request));
    for (const look of this.blocked.splice(0)) look();
  }

  private described(name: string | number): unknown {
    return name === this.options.compares ? [name.toLowerCase()] : null;
  }

  private execute(request: Request): unknown {
    const reply = this.keyspace.execute(request, this.nowMs);
    this.keyspace.changes.length = 0;
    return reply.kind === 'ok' ? reply.value : new Error(reply.message);
  }

  private block(redisCommand: RedisCommand, answer: (reply: unknown) => void): void {
    const keys = redisCommand.slice(1, -1).map(String);
    const seconds = Number(redisCommand.at(-1));
    let isOver = false;
    const finish = (reply: unknown): void => {
      isOver = true;
      clearTimeout(timer);
      answer(reply);
    };
    const timer = seconds > 0 ? setTimeout(() => finish(null), seconds * 1000) : undefined;
    const look = (): void => {
      if (isOver) return;
      const reply = this.keyspace.popFirst(keys, this.nowMs);
      if (reply.kind === 'ok' && reply.value === null) this.blocked.push(look);
      else finish(reply.kind === 'ok' ? reply.value : new Error(reply.message));
    };
    look();
  }

  private requestOf([name, ...args]: RedisCommand): Request | Error {
    if (name !== 'EVAL' && name !== 'EVALSHA') return command(String(name), ...args);
    const [body, keyCount, ...rest] = args;
    const match = this.scripts.find(({ script, digest }) => body === (name === 'EVAL' ? script.lua : digest));
    if (name === 'EVALSHA' && !this.knownDigests.has(String(body)))
      return new Error('NOSCRIPT No matching script. Please use EVAL.');
    if (match === undefined) return new Error('ERR The simulated Redis knows only the scripts of the locks.');
    this.knownDigests.add(match.digest);
    const count = Number(keyCount);
    return evaluate(match.script, rest.slice(0, count).map(String), rest.slice(count));
  }

  private publish(channel: string): number {
    const listeners = this.subscribers.get(channel) ?? new Set();
    for (const notify of listeners) queueMicrotask(notify);
    return listeners.size;
  }
}
