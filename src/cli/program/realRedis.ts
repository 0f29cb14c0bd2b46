/**
 * A real redis-server in the place of the simulated one. It carries out one command after the other, and after each of
 * them it is asked for what the keys hold, so that every change is known with its command. Its clock cannot jump.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../core/sim/redis/entry';
import type { Guard } from '../../live/server/redis/contract';
import { giveBackPort, takePort } from '../../live/server/redis/ports';
import { kill, logName, PortTaken, spawnServer, untilUp } from '../../live/server/redis/serverProcess';
import type { Command } from '../../sandbox/attack/resp/conversation';
import type { Backend } from './endpoint';
import { keysIn } from './roles';
import { malformed, type RedisEvents, type WorldRedis } from './simulatedRedis';
import { Upstream } from './upstream';

interface Known {
  /** What the server said of it. */
  readonly raw: string;
  readonly entry: Entry;
}

/** What each key holds, and when it expires. A server before 7.0 says only how long that is. */
const look = `local all = {}
local time = redis.call('TIME')
for i, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key).ok
  local left = redis.call('PTTL', key)
  local at = redis.pcall('PEXPIRETIME', key)
  if tonumber(at) == nil then
    at = left < 0 and left or time[1] * 1000 + math.floor(time[2] / 1000) + left
  end
  local value = ''
  if type == 'string' then value = redis.call('GET', key)
  elseif type == 'hash' then value = redis.call('HGETALL', key)
  elseif type == 'list' then value = redis.call('LRANGE', key, 0, -1)
  elseif type == 'set' then value = redis.call('SMEMBERS', key)
  elseif type == 'zset' then value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  elseif type == 'stream' then value = {tostring(redis.call('XLEN', key))} end
  all[i] = {type, value, tostring(at)}
end
return all`;

/** With more keys, only those that a command names are looked at after it. */
const keysMost = 100;
const portTries = 3;
/** The longest time that a timer of Node can wait, in ms. */
const timerMax = 2_147_483_647;

export class RealRedis implements WorldRedis {
  /** Resolves when the server can be used. */
  private ready: Promise<number>;
  private child: ChildProcess | null = null;
  private control: Upstream | null = null;
  private knownKeys = new Map<number, Map<string, Known>>();
  private latest: Promise<unknown> = Promise.resolve();
  private expiry: NodeJS.Timeout | null = null;
  private isClosed = false;
  /** When the latest command went to it. */
  nowMs = Date.now();
  private readonly folder: string;

  constructor(
    private readonly program: { readonly guard: Guard; readonly path: string },
    private readonly events: RedisEvents,
  ) {
    this.folder = program.guard.makeFolder('program');
    this.ready = this.start();
    this.ready.catch(() => {});
  }

  get port(): Promise<number> {
    return this.ready;
  }

  connect(): RealConnection {
    return new RealConnection(this);
  }

  jump(): void {
    throw new Error('The clock of a real server does not jump.');
  }

  snapshot(): ReturnType<WorldRedis['snapshot']> {
    return new Map(
      [...this.knownKeys].map(([db, keys]) => [db, new Map([...keys].map(([key, { entry }]) => [key, entry]))]),
    );
  }

  /** The process is killed, and another one is started, with these keys. */
  replace(snapshot: ReturnType<WorldRedis['snapshot']>): void {
    const names = new Map([...this.knownKeys].map(([db, keys]) => [db, [...keys.keys()]]));
    this.ready = this.inTurn(async () => {
      this.control?.close();
      if (this.child !== null) await kill(this.child);
      const port = await this.start();
      for (const [db, entries] of snapshot) {
        await this.control?.send(['SELECT', String(db)]);
        for (const [key, entry] of entries)
          for (const words of entry === null ? [] : restoring(key, entry)) await this.control?.send(words);
      }
      for (const db of new Set([...names.keys(), ...snapshot.keys()]))
        await this.noteChanges(db, names.get(db) ?? [], null);
      return port;
    });
    this.ready.catch(() => {});
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.expiry) clearTimeout(this.expiry);
    const port = await this.ready.catch(() => null);
    this.control?.close();
    if (this.child !== null) await kill(this.child);
    if (port !== null) giveBackPort(port);
    this.program.guard.removeFolder(this.folder);
  }

  /** One thing after the other: nobody changes a key between a command and the look at what it did. */
  inTurn<R>(task: () => Promise<R>): Promise<R> {
    const result = this.latest.then(task);
    this.latest = result.catch(() => {});
    return result;
  }

  /** Looks at the keys that these commands name, and at all that are known. */
  async noteChanges(db: number, named: readonly string[], by: Backend | null, isWritten = false): Promise<void> {
    const keysOfDb = this.knownKeys.get(db) ?? new Map<string, Known>();
    this.knownKeys.set(db, keysOfDb);
    const keys = [...new Set([...named, ...(keysOfDb.size > keysMost ? [] : keysOfDb.keys())])];
    if (keys.length === 0) return;
    await this.control?.send(['SELECT', String(db)]);
    const all = await this.control?.send(['EVAL', look, String(keys.length), ...keys]);
    if (!Array.isArray(all)) return;
    for (const [i, key] of keys.entries()) {
      const raw = JSON.stringify(all[i]);
      const before = keysOfDb.get(key);
      const entry = entryOf(all[i] as Looked);
      if (entry === null) keysOfDb.delete(key);
      else keysOfDb.set(key, { raw, entry });
      const isExpired = entry === null && before !== undefined && isPast(before.entry);
      const isSame = entry === null ? before === undefined : before?.raw === raw;
      if (isSame && !(isWritten && entry !== null && named.includes(key))) continue;
      this.events.changed(
        { key, entry, cause: entry ? 'set' : isExpired ? 'expired' : 'deleted' },
        isExpired ? null : by,
      );
    }
    this.armExpiry();
  }

  private armExpiry(): void {
    if (this.expiry) clearTimeout(this.expiry);
    const times = [...this.knownKeys.values()].flatMap((keys) =>
      [...keys.values()].map(({ entry }) => entry.expireAtMs),
    );
    const next = Math.min(...times.filter((at) => at >= 0));
    if (this.isClosed || !Number.isFinite(next)) return;
    const inMs = Math.min(Math.max(next + 2 - Date.now(), 1), timerMax);
    this.expiry = setTimeout(() => {
      void this.inTurn(async () => {
        for (const db of this.knownKeys.keys()) await this.noteChanges(db, [], null);
      });
    }, inMs);
  }

  private async start(): Promise<number> {
    const { guard, path } = this.program;
    for (let tries = 1; ; tries++) {
      const port = await takePort();
      const log = join(this.folder, logName);
      const about = {
        port: String(port),
        bind: '127.0.0.1',
        save: '',
        appendonly: 'no',
        dir: this.folder,
        logfile: log,
      };
      const args = Object.entries(about).flatMap(([name, value]) => [`--${name}`, value]);
      this.child = spawnServer({ guard, redisServer: path, folder: this.folder }, args);
      try {
        await untilUp(this.child, { port, url: `redis://127.0.0.1:${port}`, folder: this.folder });
        this.control = new Upstream(port);
        return port;
      } catch (error) {
        giveBackPort(port);
        if (!(error instanceof PortTaken) || tries >= portTries) throw error;
        await sleep(tries);
      }
    }
  }
}

const isWriting = /^(SET|MSET|SETEX|PSETEX)$/;
const isBlocking = /^(BLPOP|BRPOP|BZPOPMIN|BZPOPMAX|BLMOVE|BLMPOP|BRPOPLPUSH|WAIT)$/;
const refused = /^(CLUSTER|PSUBSCRIBE|SSUBSCRIBE|MONITOR|SYNC|PSYNC|SHUTDOWN|DEBUG|\w+ .*)$/;

export class RealConnection implements Backend {
  private db = 0;
  private readonly own: Promise<Upstream>;
  private listening: Promise<Upstream> | null = null;
  private readonly channels = new Map<string, (text: unknown) => void>();

  constructor(private readonly redis: RealRedis) {
    this.own = redis.port.then((port) => new Upstream(port));
    this.own.catch(() => {});
  }

  ask(words: Command, answered: (answer: unknown) => void): void {
    const [name = '', ...args] = words;
    if (name === 'UNSUBSCRIBE') return void this.unsubscribe(args[0] ?? '').then(answered);
    const finish = async (answer: unknown): Promise<void> => {
      await this.redis.noteChanges(this.db, keysIn(name, args), this, isWriting.test(name) && answer === 'OK');
      answered(answer);
    };
    const send = async (): Promise<unknown> => {
      const own = await this.own;
      this.redis.nowMs = Date.now();
      return own.send(words);
    };
    // What waits must not keep out the one that it waits for.
    if (isBlocking.test(name)) void send().then((answer) => this.redis.inTurn(() => finish(answer)));
    else void this.redis.inTurn(async () => finish(await send()));
  }

  exec(commands: readonly Command[], answered: (answers: readonly unknown[] | null) => void): void {
    void this.redis.inTurn(async () => {
      const own = await this.own;
      this.redis.nowMs = Date.now();
      const [answers] = (await Promise.all([['MULTI'], ...commands, ['EXEC']].map((words) => own.send(words)))).slice(
        -1,
      );
      const keys = commands.flatMap(([name = '', ...args]) => keysIn(name, args));
      const isWritten = commands.every(([name = '']) => isWriting.test(name));
      await this.redis.noteChanges(this.db, keys, this, isWritten && Array.isArray(answers));
      answered(Array.isArray(answers) ? answers : null);
    });
  }

  subscribe(channel: string, opened: () => void, onText: (text: unknown) => void): void {
    this.channels.set(channel, onText);
    this.listening ??= this.redis.port.then(
      (port) =>
        new Upstream(port, (message) => {
          if (Array.isArray(message)) this.channels.get(String(message[1]))?.(message[2]);
        }),
    );
    void this.listening.then((listening) => listening.send(['SUBSCRIBE', channel])).then(opened);
  }

  private async unsubscribe(channel: string): Promise<number> {
    this.channels.delete(channel);
    await (await this.listening)?.send(['UNSUBSCRIBE', channel]);
    return this.channels.size;
  }

  select(database: string, answered: (answer: unknown) => void): void {
    void this.own
      .then((own) => own.send(['SELECT', database]))
      .then((answer) => {
        if (answer === 'OK') this.db = Number(database);
        answered(answer);
      });
  }

  discard(): void {
    void this.own.then((own) => own.send(['UNWATCH']));
  }

  malformed(words: Command): string | null {
    return malformed(words);
  }

  refusal([name = '']: Command): string | null {
    return refused.test(name.toUpperCase()) ? `ERR ${name} is not passed on` : null;
  }

  leave(): void {
    void this.own.then((own) => own.close());
    void this.listening?.then((listening) => listening.close());
  }
}

type Looked = readonly [type: string, value: string | readonly string[], expireAtMs: string];

const isPast = ({ expireAtMs }: Entry): boolean => expireAtMs >= 0 && Date.now() >= expireAtMs;

/** Null: there is no key. */
function entryOf([type, value, at]: Looked): Entry | null {
  const expireAtMs = Number(at) < 0 ? -1 : Number(at);
  const items = typeof value === 'string' ? [] : value;
  const pairs = (): (readonly [string, string])[] =>
    items.flatMap((item, i) => (i % 2 === 0 ? [[item, items[i + 1] ?? ''] as const] : []));
  switch (type) {
    case 'none':
      return null;
    case 'hash':
      return { type, fields: new Map(pairs()), expireAtMs };
    case 'list':
      return { type, items, expireAtMs };
    case 'set':
      return { type, members: new Set(items), expireAtMs };
    case 'zset':
      return { type, scores: new Map(pairs().map(([member, score]) => [member, Number(score)])), expireAtMs };
    case 'stream':
      return { type, last: '', length: Number(items[0]), lastMs: 0, lastNumber: 0, expireAtMs };
    default:
      return { type: 'string', value: String(value), expireAtMs };
  }
}

/** The commands that bring a key back. The content of a stream is not known. */
function restoring(key: string, entry: Entry): readonly Command[] {
  const commands: Command[] = [];
  if (entry.type === 'string') commands.push(['SET', key, entry.value]);
  else if (entry.type === 'hash') commands.push(['HSET', key, ...[...entry.fields].flat()]);
  else if (entry.type === 'list') commands.push(['RPUSH', key, ...entry.items]);
  else if (entry.type === 'set') commands.push(['SADD', key, ...entry.members]);
  else if (entry.type === 'zset')
    commands.push(['ZADD', key, ...[...entry.scores].flatMap(([member, score]) => [String(score), member])]);
  return entry.expireAtMs < 0 ? commands : [...commands, ['PEXPIREAT', key, String(entry.expireAtMs)]];
}
