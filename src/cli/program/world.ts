/**
 * One world: some processes of the program, each with its own endpoints, the servers behind them, and at most one fault.
 * Where there is a fault, the first client comes first in every run: the others wait at their first command about the
 * lock until it has reached the place of the fault. Time is real.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ms } from '../../core/model/values/time';
import type { Change } from '../../core/sim/redis/entry';
import type { Guard } from '../../live/server/redis/contract';
import type { Command } from '../../sandbox/attack/resp/conversation';
import { type Backend, type Call, Endpoint } from './endpoint';
import { type Plan, placesOf } from './places';
import { type Exit, ProcessTree } from './processTree';
import { RealRedis } from './realRedis';
import type { Roles } from './roles';
import { Schedule, signalOf } from './schedule';
import { SimulatedRedis, type WorldRedis } from './simulatedRedis';
import { type StorageEvent, StorageServer } from './storageServer';
import type { CommandEvent, Role, StorageCall, WorldEvent } from './worldEvents';

export interface WorldOptions {
  readonly guard: Guard;
  readonly command: readonly string[];
  readonly folder: string;
  /** The numbers of the clients that run. */
  readonly clients: readonly number[];
  readonly nodes: number;
  /** Runs before the clients, with the addresses of client 1. Null: nothing does. */
  readonly setup: string | null;
  /** A client that runs longer is ended, and `isCut` says so. */
  readonly limit: Ms;
  /** The redis-server that runs as each server. Null: they are simulated. */
  readonly redisServer: string | null;
  /** Limits how many worlds start at once. Absent: at once. */
  readonly starts?: (start: () => Promise<void>) => Promise<void>;
  /** Null: nothing fails. */
  readonly plan: Plan | null;
  /** Null: nothing is known of the program yet. */
  readonly roles: Roles | null;
  readonly signal: AbortSignal;
}

export interface WorldRun {
  readonly events: readonly WorldEvent[];
  /** In µs. */
  readonly endedAt: number;
  readonly exits: ReadonlyMap<number, Exit>;
  /** Clients that had not ended by the limit. */
  readonly isCut: boolean;
  /** It was cut because of too many commands. */
  readonly isOverrun: boolean;
  /** The most that the processes of one client had in memory, in bytes. */
  readonly memory: number;
  /** False: the program did not come to the place in time. */
  readonly isReached: boolean;
  /** What the servers refused, or could not do. */
  readonly refused: readonly string[];
  /** From the start to the first command, in ms. Null: it sent none. */
  readonly startTime: Ms | null;
  readonly setupFailed: Exit | null;
  /** The pause could not be had: a process of the tree ran on. */
  readonly isUnstoppable: boolean;
}

/** A world that has not started after this many ms lets the next one start. */
const startWithin: Ms = 10_000;
const memoryEvery: Ms = 50;
/** More commands than this end the world. */
const commandsMost = 20_000;

export async function playWorld(options: WorldOptions): Promise<WorldRun> {
  const world = new World(options);
  try {
    return await world.run();
  } finally {
    await world.close();
  }
}

class World {
  private readonly events: WorldEvent[] = [];
  private readonly refused = new Set<string>();
  private readonly began = performance.now();
  private readonly servers: WorldRedis[];
  private readonly storage: StorageServer;
  private readonly endpoints = new Map<number, Endpoint[]>();
  private readonly clients = new Map<number, ProcessTree>();
  /** What each connection has changed since its last answer. */
  private readonly pending = new Map<Backend, Change[]>();
  private readonly cameAt = new Map<string, number>();
  private readonly latest = new Map<string, readonly (CommandEvent | StorageCall)[]>();
  /** The scripts that each server knows, by server and digest. */
  private readonly scripts = new Set<string>();
  private readonly exits = new Map<number, Exit>();
  private firstCommandAt: number | null = null;
  private memory = 0;
  /** The clients that have sent something, or ended. */
  private readonly begun = new Set<number>();
  private readonly allStarted = signalOf();
  private readonly overrun = new AbortController();
  private readonly schedule: Schedule;

  constructor(private readonly options: WorldOptions) {
    const { guard, nodes, redisServer } = options;
    this.servers = Array.from({ length: nodes }, (_, server): WorldRedis => {
      const changed = (change: Change, by: Backend | null): void => this.noteChange(server, change, by);
      if (redisServer === null) return new SimulatedRedis({ changed });
      return new RealRedis({ guard, path: redisServer }, { changed });
    });
    this.storage = new StorageServer({
      before: (client, method) => this.beforeStorage(client, method),
      after: (client, event) => this.afterStorage(client, event),
    });
    const { servers, endpoints, clients } = this;
    const note = (event: WorldEvent): void => void this.events.push(event);
    this.schedule = new Schedule(options.plan, options.roles, {
      servers,
      endpoints,
      clients,
      note,
      now: () => this.now,
    });
  }

  async run(): Promise<WorldRun> {
    const { clients, setup, plan, signal } = this.options;
    for (const client of new Set([...clients, 1])) await this.open(client);
    const setupFailed = setup === null ? null : await this.runSetup(setup);
    let isCut = false;
    if (setupFailed === null) {
      const environments = new Map<number, Readonly<Record<string, string>>>();
      for (const client of clients) environments.set(client, await this.environmentOf(client));
      const start = async (): Promise<void> => {
        for (const [client, environment] of environments) this.start(client, environment);
        if (this.options.starts)
          await Promise.race([this.allStarted.whenGiven, sleep(startWithin, undefined, { ref: false })]);
      };
      await (this.options.starts ?? ((begin) => begin()))(start);
      if (plan === null) this.watchMemory();
      const all = Promise.all([...this.clients.values()].map(({ exited }) => exited)).then(() => false);
      const stopped = firstAbort([signal, this.overrun.signal]).then(() => true);
      isCut = await Promise.race([all, stopped, this.timeUp().then(() => true)]);
    }
    return {
      // Those that are ended from now on have not ended by themselves.
      events: this.events.slice(),
      endedAt: this.now,
      exits: new Map(this.exits),
      isCut,
      isOverrun: this.overrun.signal.aborted,
      memory: this.memory,
      isReached: plan === null || this.schedule.isPlaceReached,
      refused: [...this.refused],
      startTime: this.firstCommandAt === null ? null : this.firstCommandAt / 1000,
      setupFailed,
      isUnstoppable: this.schedule.isUnstoppable,
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((client) => client.kill()));
    for (const endpoints of this.endpoints.values()) for (const endpoint of endpoints) endpoint.close();
    await Promise.all(this.servers.map((server) => server.close()));
    this.storage.close();
  }

  private get now(): number {
    return Math.round((performance.now() - this.began) * 1000);
  }

  private watchMemory(): void {
    const watching = setInterval(() => {
      for (const tree of this.clients.values()) this.memory = Math.max(this.memory, tree.memory());
    }, memoryEvery);
    watching.unref();
    void Promise.all([...this.clients.values()].map(({ exited }) => exited)).then(() => clearInterval(watching));
  }

  private async timeUp(): Promise<void> {
    await sleep(this.options.limit, undefined, { ref: false });
  }

  private async open(client: number): Promise<void> {
    const gate = {
      before: (call: Call) => this.beforeCommand(call),
      after: (call: Call) => this.afterCommand(call),
      refused: (problem: string) => void this.refused.add(problem),
    };
    const endpoints = this.servers.map(
      (_, server) => new Endpoint({ client, server }, (connection) => this.backendOf(client, server, connection), gate),
    );
    this.endpoints.set(client, endpoints);
  }

  private async environmentOf(client: number): Promise<Readonly<Record<string, string>>> {
    const urls = await Promise.all((this.endpoints.get(client) ?? []).map((endpoint) => endpoint.open()));
    return {
      CLIENT: String(client),
      REDIS_URL: urls[0] ?? '',
      REDIS_URLS: urls.join(','),
      STORAGE_URL: await this.storage.open(client),
    };
  }

  private async runSetup(setup: string): Promise<Exit | null> {
    const { guard, folder } = this.options;
    const setupEndpoints = this.servers.map(
      (server) =>
        new Endpoint({ client: 0, server: 0 }, () => server.connect(), {
          before: () => null,
          after: () => null,
          refused: (problem) => void this.refused.add(problem),
        }),
    );
    const urls = await Promise.all(setupEndpoints.map((endpoint) => endpoint.open()));
    const environment = {
      REDIS_URL: urls[0] ?? '',
      REDIS_URLS: urls.join(','),
      STORAGE_URL: await this.storage.open(0),
    };
    const tree = new ProcessTree(guard, { command: ['/bin/sh', '-c', setup], folder, environment });
    const exit = await tree.exited;
    for (const endpoint of setupEndpoints) endpoint.close();
    return exit.code === 0 ? null : exit;
  }

  private start(client: number, environment: Readonly<Record<string, string>>): void {
    const { guard, command, folder } = this.options;
    const tree = new ProcessTree(guard, { command, folder, environment });
    this.clients.set(client, tree);
    void tree.exited.then((exit) => {
      this.exits.set(client, exit);
      this.noteBegun(client);
      this.events.push({ kind: 'exited', at: this.now, client, exit });
      const others = [...this.clients.keys()].filter((each) => each !== this.options.plan?.first);
      this.schedule.noteExit(
        client,
        others.every((each) => this.exits.has(each)),
      );
    });
  }

  private noteBegun(client: number): void {
    this.begun.add(client);
    if (this.begun.size >= this.options.clients.length) this.allStarted.give();
  }

  /** The server's connection, which reports each command in the order in which it is carried out. */
  private backendOf(client: number, server: number, number: number): Backend {
    const redis = this.serverAt(server);
    const connection = redis.connect();
    const changes: Change[] = [];
    this.pending.set(connection, changes);
    const name = `${client} ${server} ${number}`;
    const note = (commands: readonly Command[], answers: readonly unknown[], wallMs: number): void => {
      const at = this.now;
      const cameAt = this.cameAt.get(name) ?? at;
      const all = changes.splice(0);
      const events = commands.map(([word = '', ...args], i): CommandEvent => {
        const mine = commands.length === 1 ? all : all.filter(({ key }) => args.includes(key));
        const words = [word.toUpperCase(), ...args];
        const answer = answers[i] ?? null;
        return {
          kind: 'command',
          cameAt,
          at,
          answeredAt: null,
          client,
          server,
          words,
          answer,
          wallMs,
          changes: mine,
        };
      });
      this.events.push(...events);
      this.latest.set(name, events);
      for (const event of events) this.noteScript(event);
      for (const event of events) this.schedule.noteGrant(event);
      if (this.events.length > commandsMost) this.overrun.abort();
    };
    return {
      ask: (words, answered) => {
        const wallMs = redis.nowMs;
        connection.ask(words, (answer) => {
          note([words], [answer], wallMs);
          answered(answer);
        });
      },
      exec: (commands, answered) =>
        connection.exec(commands, (answers) => {
          note(answers === null ? [] : commands, answers ?? [], redis.nowMs);
          answered(answers);
        }),
      subscribe: (...values) => connection.subscribe(...values),
      refusal: (words) => connection.refusal(words),
      select: (...values) => connection.select?.(...values),
      discard: () => connection.discard?.(),
      malformed: (words) => connection.malformed?.(words) ?? null,
      leave: () => {
        connection.leave();
        this.pending.delete(connection);
      },
    };
  }

  private noteScript({ server, words: [name, text = ''], answer }: CommandEvent): void {
    if (name === 'EVAL') this.scripts.add(`${server} ${createHash('sha1').update(text).digest('hex')}`);
    else if (name === 'SCRIPT' && typeof answer === 'string') this.scripts.add(`${server} ${answer}`);
  }

  /** The server will answer NOSCRIPT, and the client will send the script itself. */
  private isUnknownScript(server: number, [name, sha = '']: Command): boolean {
    return name === 'EVALSHA' && !this.scripts.has(`${server} ${sha.toLowerCase()}`);
  }

  private noteChange(server: number, change: Change, by: Backend | null): void {
    const changes = by === null ? undefined : this.pending.get(by);
    if (changes !== undefined) changes.push(change);
    else {
      this.events.push({ kind: 'changed', at: this.now, server, change });
      this.schedule.noteChange(server, change);
    }
  }

  private beforeCommand({ client, server, connection, commands }: Call): Promise<void> | null {
    this.firstCommandAt ??= this.now;
    this.noteBegun(client);
    this.cameAt.set(`${client} ${server} ${connection}`, this.now);
    const { roles, plan } = this.options;
    if (roles === null || plan === null) return null;
    const knownCommands = commands.map(upper).filter((words) => !this.isUnknownScript(server, words));
    const all = knownCommands.flatMap((words) => roles.of(words));
    return this.schedule.beforeRoles(client, all, placesOf(all, server, this.options.nodes));
  }

  private afterCommand({ client, server, connection, commands }: Call): Promise<boolean> | null {
    const events = this.latest.get(`${client} ${server} ${connection}`) ?? [];
    const { roles } = this.options;
    const all = roles === null ? [] : commands.flatMap((words) => roles.of(upper(words)));
    return this.schedule.afterRoles(client, placesOf(all, server, this.options.nodes), events);
  }

  private async beforeStorage(client: number, method: 'GET' | 'PUT'): Promise<void> {
    this.cameAt.set(`${client} storage`, this.now);
    if (client === 0 || this.options.roles === null) return;
    const all: readonly Role[] = [method === 'GET' ? 'read' : 'write'];
    await this.schedule.beforeRoles(client, all, all);
  }

  private async afterStorage(client: number, event: StorageEvent): Promise<boolean> {
    if (client === 0) return true;
    const at = this.now;
    const call: StorageCall = {
      kind: 'storage',
      cameAt: this.cameAt.get(`${client} storage`) ?? at,
      at,
      answeredAt: null,
      client,
      event,
    };
    this.events.push(call);
    this.schedule.noteWork(client);
    const role: Role = event.kind === 'read' ? 'read' : 'write';
    return (await this.schedule.afterRoles(client, [role], [call])) ?? true;
  }

  private serverAt(server: number): WorldRedis {
    const redis = this.servers[server];
    if (redis === undefined) throw new Error(`There is no server ${server}.`);
    return redis;
  }
}

const upper = ([name = '', ...args]: Command): Command => [name.toUpperCase(), ...args];

/** Waits for the first of them, and listens no longer afterwards. */
async function firstAbort(signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals]);
  if (!any.aborted)
    await new Promise<void>((resolve) => any.addEventListener('abort', () => resolve(), { once: true }));
}
