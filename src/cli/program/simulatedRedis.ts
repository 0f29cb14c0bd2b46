/**
 * The simulated Redis in real time: the same commands and scripts as in any run, at the clock of this machine, for
 * connections that wait, watch and subscribe. It knows no socket and no client's program.
 */
import { type Reply, command as requestOf, type Script } from '../../core/model/effects/request';
import { acceptsCount } from '../../core/sim/redis/command';
import { knownNames } from '../../core/sim/redis/commandGroups';
import type { Change, Entry } from '../../core/sim/redis/entry';
import { everyCommand } from '../../core/sim/redis/everyCommand';
import { Keyspace } from '../../core/sim/redis/keyspace';
import type { Command, Server } from '../../sandbox/attack/resp/conversation';
import { ServerError } from '../../sandbox/attack/resp/replies';
import { unpack } from '../../sandbox/attack/unpack';
import { requestsOf } from '../../sandbox/own/commands';
import { ownScripts } from '../../sandbox/realm/ownScripts';
import type { Backend } from './endpoint';

/** Reads scripts for all servers of this process: a script is compiled once. */
const readScript = ownScripts(undefined, unpack);

const commandNames: ReadonlySet<string> = new Set(knownNames);

/** The most bytes, as characters, that one value may have. */
const valueMax = 32 * 1024 * 1024;

export interface RedisEvents {
  /** `by`: null for a key that expired. */
  readonly changed: (change: Change, by: Backend | null) => void;
}

/** A server of a world: simulated, or real. */
export interface WorldRedis {
  /** Its wall clock, in ms since 1970. */
  readonly nowMs: number;
  readonly connect: () => Backend;
  readonly jump: (byMs: number) => void;
  /** What it holds, by database. */
  readonly snapshot: () => ReadonlyMap<number, ReadonlyMap<string, Entry | null>>;
  /** It has ended, and another one answers in its place, with these keys. */
  readonly replace: (snapshot: ReturnType<WorldRedis['snapshot']>) => void;
  readonly close: () => void | Promise<void>;
}

interface Waiter {
  readonly connection: RedisConnection;
  /** Null: it keeps waiting. */
  readonly attempt: () => Reply | null;
  readonly answer: (reply: Reply) => void;
  readonly timer: NodeJS.Timeout | null;
}

export class SimulatedRedis implements WorldRedis {
  private readonly databases = new Map<number, Keyspace>();
  private readonly scripts = new Map<string, Script>();
  readonly subscribers = new Map<string, Set<RedisConnection>>();
  private readonly connections = new Set<RedisConnection>();
  private waiters: Waiter[] = [];
  /** How far its wall clock is ahead of this machine's, in ms. */
  private ahead = 0;
  private expiry: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;

  constructor(private readonly events: RedisEvents) {}

  connect(): RedisConnection {
    const connection = new RedisConnection(this);
    this.connections.add(connection);
    return connection;
  }

  get nowMs(): number {
    return Math.floor(performance.timeOrigin + performance.now() + this.ahead);
  }

  /** Moves its wall clock. */
  jump(byMs: number): void {
    this.ahead += byMs;
    this.expirePast();
  }

  /** What it holds, by database. */
  snapshot(): ReadonlyMap<number, ReadonlyMap<string, ReturnType<Keyspace['copyOf']>>> {
    return new Map(
      [...this.databases].map(([db, keys]) => [db, new Map([...keys.keys()].map((key) => [key, keys.copyOf(key)]))]),
    );
  }

  /**
   * The server has ended, and another one answers at its address, with these keys. Scripts, channels and waiting requests
   * are gone.
   */
  replace(snapshot: ReturnType<SimulatedRedis['snapshot']>): void {
    this.scripts.clear();
    for (const waiter of this.waiters) if (waiter.timer) clearTimeout(waiter.timer);
    this.waiters = [];
    this.subscribers.clear();
    for (const [db, keyspace] of this.databases) {
      const after = snapshot.get(db);
      for (const key of [...keyspace.keys()]) {
        if (after?.get(key)) continue;
        keyspace.put(key, null);
        this.events.changed({ key, entry: null, cause: 'deleted' }, null);
      }
    }
    for (const [db, entries] of snapshot)
      for (const [key, entry] of entries) {
        const keyspace = this.database(db);
        if (keyspace.copyOf(key) === entry || entry === null) continue;
        keyspace.put(key, entry);
        this.events.changed({ key, entry, cause: 'set' }, null);
      }
  }

  /** Ends its timers. */
  close(): void {
    if (this.expiry) clearTimeout(this.expiry.timer);
    for (const waiter of this.waiters) if (waiter.timer) clearTimeout(waiter.timer);
  }

  leave(connection: RedisConnection): void {
    this.connections.delete(connection);
    for (const listeners of this.subscribers.values()) listeners.delete(connection);
    this.waiters = this.waiters.filter((waiter) => waiter.connection !== connection);
  }

  /** Executes a command at once, or answers later if it waits. */
  execute(words: Command, connection: RedisConnection, answer: (reply: Reply) => void): void {
    const name = words[0]?.toUpperCase() ?? '';
    if (name === 'BLPOP' || name === 'BRPOP' || name === 'BZPOPMIN') return this.pop(name, words, connection, answer);
    if (name === 'WAIT') return this.waitForReplicas(words, connection, answer);
    answer(this.perform(words, connection));
    this.serve();
  }

  /** A command that does not wait. */
  perform(words: Command, connection: RedisConnection): Reply {
    const name = words[0]?.toUpperCase() ?? '';
    if (name === 'WATCH') return connection.watch(words.slice(1));
    if (name === 'UNWATCH') return connection.unwatch();
    if (name === 'SELECT') return connection.choose(words[1] ?? '');
    if (words.some((word) => word.length > valueMax)) return tooLarge;
    const [request] = requestsOf(
      { node: 0, connection: 0, commands: [words], transaction: false, timeout: null },
      readScript,
    );
    if (request === undefined) return failure('ERR no command');
    const about = request.session?.scripts;
    if (about === undefined) return this.run(request, connection);
    switch (about.kind) {
      case 'refused':
        return failure(about.message);
      case 'keep':
        this.scripts.set(about.sha, about.script);
        return this.run(request, connection);
      case 'load':
        this.scripts.set(about.sha, about.script);
        return { kind: 'ok', value: about.sha };
      case 'run': {
        const script = this.scripts.get(about.sha.toLowerCase());
        if (script === undefined) return failure('NOSCRIPT No matching script. Please use EVAL.');
        const args = about.args.map(String);
        const asScript = { script, keyCount: about.keys.length, keys: about.keys, args };
        return this.run({ ...requestOf(script.name, ...about.keys, ...args), script: asScript }, connection);
      }
      case 'exist':
        return { kind: 'ok', value: about.shas.map((sha) => (this.scripts.has(sha.toLowerCase()) ? 1 : 0)) };
      case 'forget':
        this.scripts.clear();
        return { kind: 'ok', value: 'OK' };
      default:
        return about satisfies never;
    }
  }

  private run(request: ReturnType<typeof requestOf>, connection: RedisConnection): Reply {
    const keyspace = this.database(connection.db);
    const now = performance.timeOrigin + performance.now() + this.ahead;
    const reply = keyspace.execute(request, Math.floor(now), Math.floor(now * 1000));
    this.takeChanges(keyspace, connection);
    return reply;
  }

  /** Whether a key has changed, or expired, since it was watched. */
  isExpired(key: string, db: number): boolean {
    return this.database(db).isExpired(key, this.nowMs);
  }

  private database(db: number): Keyspace {
    let keyspace = this.databases.get(db);
    if (keyspace === undefined) {
      keyspace = new Keyspace(everyCommand, { onPublish: (channel, text) => this.publish(channel, text) });
      this.databases.set(db, keyspace);
    }
    return keyspace;
  }

  private publish(channel: string, text: string): number {
    const listeners = [...(this.subscribers.get(channel) ?? [])];
    for (const { channels } of listeners) channels.get(channel)?.(text);
    return listeners.length;
  }

  private takeChanges(keyspace: Keyspace, by: RedisConnection | null): void {
    const changes = keyspace.changes.splice(0);
    for (const change of changes) {
      for (const connection of this.connections) connection.noteChange(change.key);
      this.events.changed(change, change.cause === 'expired' ? null : by);
      if (change.entry !== null && change.entry.expireAtMs >= 0) this.armExpiry(change.entry.expireAtMs);
    }
  }

  private armExpiry(expireAtMs: number): void {
    const at = expireAtMs + 1 - this.ahead;
    if (this.expiry !== null && this.expiry.at <= at) return;
    if (this.expiry !== null) clearTimeout(this.expiry.timer);
    const inMs = Math.min(at - (performance.timeOrigin + performance.now()), timerMax);
    this.expiry = { at, timer: setTimeout(() => this.expirePast(), Math.max(0, inMs)) };
  }

  /** Frees every expired key, and arms the next look. */
  private expirePast(): void {
    if (this.expiry !== null) clearTimeout(this.expiry.timer);
    this.expiry = null;
    for (const keyspace of this.databases.values()) {
      keyspace.expire(this.nowMs);
      this.takeChanges(keyspace, null);
      for (const key of keyspace.keys()) {
        const entry = keyspace.copyOf(key);
        if (entry !== null && entry.expireAtMs >= 0) this.armExpiry(entry.expireAtMs);
      }
    }
    this.serve();
  }

  private pop(name: string, words: Command, connection: RedisConnection, answer: (reply: Reply) => void): void {
    const seconds = Number(words.at(-1));
    if (!(seconds >= 0) || words.length < 3) return answer(this.perform(words, connection));
    const keys = words.slice(1, -1);
    const attempt = (): Reply | null => {
      const keyspace = this.database(connection.db);
      const reply = keyspace.popFirst(keys, this.nowMs, name);
      this.takeChanges(keyspace, connection);
      return reply.kind === 'ok' && reply.value === null ? null : reply;
    };
    this.block({ connection, attempt, answer }, seconds * 1000);
  }

  /** It has no replicas. */
  private waitForReplicas(words: Command, connection: RedisConnection, answer: (reply: Reply) => void): void {
    const [need, timeout] = words.slice(1).map(Number);
    if (!(need !== undefined && timeout !== undefined && need >= 0 && timeout >= 0))
      return answer(failure('ERR value is not an integer or out of range'));
    const none: Reply = { kind: 'ok', value: 0 };
    if (need === 0) return answer(none);
    this.block({ connection, attempt: () => null, answer: () => answer(none) }, timeout);
  }

  /** @param timeoutMs 0: forever */
  private block(request: Omit<Waiter, 'timer'>, timeoutMs: number): void {
    const at = request.attempt();
    if (at !== null) return request.answer(at);
    const timeUp = (): void => {
      this.waiters = this.waiters.filter((each) => each !== waiter);
      request.answer({ kind: 'ok', value: null });
    };
    const timer = timeoutMs > 0 ? setTimeout(timeUp, Math.min(timeoutMs, timerMax)) : null;
    const waiter: Waiter = { ...request, timer };
    this.waiters.push(waiter);
  }

  /** Answers every request whose wait is over, in the order in which they came. */
  private serve(): void {
    for (const waiter of this.waiters.slice()) {
      if (!this.waiters.includes(waiter)) continue;
      const reply = waiter.attempt();
      if (reply === null) continue;
      this.waiters = this.waiters.filter((each) => each !== waiter);
      if (waiter.timer) clearTimeout(waiter.timer);
      waiter.answer(reply);
    }
  }
}

/** The longest time that a timer of Node can wait, in ms. */
const timerMax = 2_147_483_647;

/** As many as a server has that nobody has configured. */
const databases = 16;

const failure = (message: string): Reply => ({ kind: 'error', message });
const tooLarge = failure('ERR string exceeds maximum allowed size');

/** One connection: its database, what it watches, and the channels that it hears. */
export class RedisConnection implements Server {
  db = 0;
  readonly channels = new Map<string, (text: unknown) => void>();
  private readonly watchedKeys = new Set<string>();
  private isTouched = false;

  constructor(private readonly redis: SimulatedRedis) {}

  ask(command: Command, answered: (answer: unknown) => void): void {
    const [name = '', channel = ''] = command;
    if (name.toUpperCase() === 'UNSUBSCRIBE') return answered(this.unsubscribe(channel));
    this.redis.execute(command, this, (reply) => answered(answerOf(reply)));
  }

  exec(commands: readonly Command[], answered: (answers: readonly unknown[] | null) => void): void {
    const isOff = this.isTouched || [...this.watchedKeys].some((key) => this.redis.isExpired(key, this.db));
    this.unwatch();
    if (isOff) return answered(null);
    const answers = commands.map((words) => {
      // Nothing waits inside a transaction.
      const isPop = /^(BLPOP|BRPOP|BZPOPMIN|WAIT)$/i.test(words[0] ?? '');
      return answerOf(isPop ? { kind: 'ok', value: null } : this.redis.perform(words, this));
    });
    answered(answers);
  }

  subscribe(channel: string, opened: () => void, onText: (text: unknown) => void): void {
    const listeners = this.redis.subscribers.get(channel) ?? new Set();
    this.redis.subscribers.set(channel, listeners.add(this));
    this.channels.set(channel, onText);
    opened();
  }

  private unsubscribe(channel: string): number {
    this.redis.subscribers.get(channel)?.delete(this);
    this.channels.delete(channel);
    return this.channels.size;
  }

  select(database: string, answered: (answer: unknown) => void): void {
    const reply = this.choose(database);
    answered(reply.kind === 'error' ? new ServerError(reply.message) : 'OK');
  }

  choose(database: string): Reply {
    const number = Number(database);
    if (!/^-?\d+$/.test(database)) return failure('ERR value is not an integer or out of range');
    if (number < 0 || number >= databases) return failure('ERR DB index is out of range');
    this.db = number;
    return { kind: 'ok', value: 'OK' };
  }

  discard(): void {
    this.unwatch();
  }

  malformed(words: Command): string | null {
    return malformed(words);
  }

  refusal([name = '']: Command): string | null {
    return commandNames.has(name.toUpperCase()) ? null : `ERR ${name} is not simulated`;
  }

  watch(keys: readonly string[]): Reply {
    if (keys.length === 0) return failure("ERR wrong number of arguments for 'watch' command");
    for (const key of keys) this.watchedKeys.add(key);
    return { kind: 'ok', value: 'OK' };
  }

  unwatch(): Reply {
    this.watchedKeys.clear();
    this.isTouched = false;
    return { kind: 'ok', value: 'OK' };
  }

  noteChange(key: string): void {
    if (this.watchedKeys.has(key)) this.isTouched = true;
  }

  leave(): void {
    this.redis.leave(this);
  }
}

/** The error of a known command with too few or too many arguments, which is not even queued. Null: it has as many. */
export function malformed([name = '', ...args]: Command): string | null {
  const knownCommand = everyCommand.get(name.toUpperCase());
  return knownCommand === undefined || acceptsCount(knownCommand, args.length)
    ? null
    : `ERR wrong number of arguments for '${name.toLowerCase()}' command`;
}

const answerOf = (reply: Reply): unknown =>
  reply.kind === 'ok' ? reply.value : { error: reply.kind === 'error' ? reply.message : `ERR ${reply.kind}` };
