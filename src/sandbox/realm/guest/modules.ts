/** The modules that a reader's code may import, by name. */
import { nodeAt } from './addresses';
import { random } from './chance';
import { Emitter } from './emitter';
import { current, noCluster, signals } from './guestIncarnation';
import { nodeCrypto } from './nodeCrypto';
import { connect, type Redis } from './redis';
import { MultiErrorReply, ReplyError, WatchError } from './replies';
import { clock, monoNs, sleep, timers } from './time';
import type { Options } from './wire';

const nodeOf = (inputs: readonly unknown[]): number => nodeAt(current(), addressOf(inputs));

/** Host and port, in every way in which clients of Redis accept them. */
function addressOf(inputs: readonly unknown[]): string {
  const [first, second] = inputs;
  const options: Record<string, unknown> = Object(inputs.find((each) => typeof each === 'object' && each !== null));
  const { host, port, url, path } = { ...options, ...Object(options['socket']) };
  const text = typeof first === 'string' && !/^\d+$/.test(first) ? first : url;
  if (typeof text === 'string')
    return /:\/\/(?:[^@/]*@)?([^/?]+)/.exec(text)?.[1]?.replace(/^([^:]*)$/, '$1:6379') ?? text;
  const isPort = typeof first === 'string' || typeof first === 'number';
  return `${host ?? path ?? (typeof second === 'string' ? second : 'localhost')}:${port ?? (isPort ? first : 6379)}`;
}

const optionsIn = (inputs: readonly unknown[]): Options => Object.assign({}, ...inputs.map((each) => Object(each)));

/** `new Redis(…)` of ioredis, with any of its arguments. */
function ioredis(this: unknown, ...inputs: unknown[]): Redis {
  return connect(nodeOf(inputs), 'ioredis', optionsIn(inputs));
}

const createClient = (...inputs: unknown[]): Redis => connect(nodeOf(inputs), 'node-redis', optionsIn(inputs));

function cluster(): void {
  throw current().refuse(noCluster);
}

const nodeRedis = { createClient, createCluster: cluster, WatchError, MultiErrorReply, ErrorReply: ReplyError };

const promisify =
  (run: (...inputs: unknown[]) => unknown) =>
  (...inputs: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      run(...inputs, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
    });

const ioredisModule = Object.assign(ioredis, { default: ioredis, Redis: ioredis, Cluster: cluster, __esModule: true });

const events = Object.assign(Emitter, { EventEmitter: Emitter, default: Emitter });

const uuidModule = { v4: random.uuid, default: { v4: random.uuid } };

const nanoid = (size = 21): string => random.uuid().replaceAll('-', '').repeat(2).slice(0, size);

const modules: Readonly<Record<string, () => unknown>> = {
  ioredis: () => ioredisModule,
  redis: () => ({ ...nodeRedis, default: nodeRedis }),
  '@redis/client': () => nodeRedis,
  crypto: () => nodeCrypto,
  uuid: () => uuidModule,
  nanoid: () => ({ nanoid }),
  events: () => events,
  util: () => ({ promisify, inspect: String }),
  timers: () => timers,
  'timers/promises': () => ({ setTimeout: sleep, setImmediate: (value?: unknown) => sleep(0, value) }),
  perf_hooks: () => ({ performance: timers.performance }),
  os: () => ({ hostname: hostName }),
  process: () => process,
  assert: () => assert,
};

/** Throws as Node does for a missing module, and lists the modules there are. */
export function requireModule(name: unknown): unknown {
  const plain = String(name).replace(/^node:/, '');
  const make = Object.hasOwn(modules, plain) ? modules[plain] : undefined;
  if (make !== undefined) return make();
  throw current().refuse(`The module ${String(name)} is not simulated. Known are: ${Object.keys(modules).join(', ')}.`);
}

function assert(value: unknown, message?: unknown): void {
  if (!value) throw message instanceof Error ? message : new Error(String(message ?? 'The assertion failed.'));
}

const log = (...values: unknown[]): void => {
  current().log(() => values.map(textOf).join(' '));
};

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};

export const processId = (): number => current().begun.pid;

/** `process.kill`: signal 0 asks whether a process lives, and ends nobody. */
export function kill(pid: unknown, signal: unknown = 'SIGTERM'): true {
  const target = Number(pid);
  if (!Number.isInteger(target))
    throw Object.assign(new TypeError('The "pid" argument must be of type number.'), { code: 'ERR_INVALID_ARG_TYPE' });
  // 0 is the group of its own process.
  const isOwn = target === processId() || target === 0;
  const lives = isOwn || current().host.lives(Math.abs(target));
  if (lives === false) throw Object.assign(new Error('kill ESRCH'), { errno: -3, code: 'ESRCH', syscall: 'kill' });
  // Code would take an error for a death.
  if (lives === null) current().exit(new Error('process.kill of another client is not played on real servers.'));
  else if (signal !== 0 && isOwn) current().leave('process.kill was called');
  else if (signal !== 0)
    throw current().refuse(
      'process.kill of another client is not simulated but for signal 0, which asks whether it lives.',
    );
  return true;
}

export const hostName = (): string => (current().begun.twins ? 'container' : current().begun.me);

type Hear = (...inputs: unknown[]) => unknown;

/** A process has two kinds of events here: uncaught errors, and signals that ask it to stop. */
function hears(event: string, hear: Hear, isOnce = false): object {
  if (event === 'unhandledRejection' || event === 'uncaughtException') current().hearers.push(hear);
  if (Object.hasOwn(signals, event)) current().hearSignal({ signal: event, hear, isOnce });
  return process;
}

const on = (event: string, hear: Hear): object => hears(event, hear);
const once = (event: string, hear: Hear): object => hears(event, hear, true);
const off = (event?: string, hear?: Hear): object => {
  for (const signal of event === undefined ? Object.keys(signals) : [event]) current().unhearSignal(signal, hear);
  return process;
};

export const process = {
  get pid(): number {
    return processId();
  },
  env: {},
  platform: 'linux',
  argv: ['node', 'lock.ts'],
  nextTick: (run: (...inputs: unknown[]) => unknown, ...values: unknown[]): void =>
    timers.queueMicrotask(() => run(...values)),
  hrtime: Object.assign(
    (): [number, number] => {
      const ns = monoNs();
      return [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)];
    },
    { bigint: monoNs },
  ),
  uptime: (): number => clock.mono() / 1000,
  ...{ on, once, off, addListener: on, prependListener: on, prependOnceListener: once },
  ...{ removeListener: off, removeAllListeners: off },
  exit: (): void => current().leave('process.exit was called'),
  kill,
};

const nothing = (): void => {};

/** Everything that Node's console has, except for tables and the like. */
export const console = {
  ...{ log, info: log, warn: log, error: log, debug: log, trace: log, dir: log, dirxml: log, table: log },
  ...{ group: log, groupCollapsed: log, groupEnd: nothing, clear: nothing },
  ...{ count: log, countReset: nothing, time: nothing, timeLog: log, timeEnd: log, timeStamp: nothing },
  ...{ profile: nothing, profileEnd: nothing },
  assert: (value: unknown, ...details: unknown[]): void => {
    if (!value) log('Assertion failed', ...details);
  },
};
