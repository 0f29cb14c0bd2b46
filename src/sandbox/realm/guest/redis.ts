/**
 * A connection to one Redis server, in the style of ioredis and of node-redis: each command is a method with a
 * promise or a callback.
 */

import type { Called } from '../../own/host';
import { Emitter } from './emitter';
import { atLine } from './errors';
import { current, type GuestIncarnation } from './guestIncarnation';
import { executed, isError, pairOf, ReplyError, repliesOf } from './replies';
import { type Manner, type Options, type Sent, Wire } from './wire';

/** What a connection has besides its commands. */
interface Connecting {
  readonly node: number;
  readonly connection: number;
  readonly timeout: number | null;
  readonly manner: Manner;
  /** Null: a connection of the playground's own, which never sends a command again. */
  readonly options: Options | null;
}

interface Client extends Connecting {
  readonly wire: Wire | null;
}

const noCommands: ReadonlySet<string> = new Set(['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'tagName']);

/** What only pipelines, clusters and clients of other libraries have: a lock may look for it to tell them apart. */
const otherClients: ReadonlySet<string> = new Set([
  ...noCommands,
  'addCommand',
  'getMasterNode',
  'getRandomNode',
  'nodeClient',
  'request',
]);

/** Commands whose name has two words; here the second word is an argument. */
const twoWords: ReadonlySet<string> = new Set(['script', 'client', 'config', 'object', 'memory']);

let connections = 0;

/** A connection of the living client. Each has its own WATCH and its own subscriptions. */
export const connect = (node: number, manner: Manner, options: Options | null = null): Redis =>
  clientOf(current(), { node, connection: nextConnection(options), timeout: null, manner, options });

/** A wire numbers its connections itself, each time that it opens one. */
const nextConnection = (options: Options | null): number => (options === null ? connections++ : 0);

export type Redis = Record<string, (...values: unknown[]) => unknown>;

/** Each life of a client counts its connections anew. */
export const forgetConnections = (): void => {
  connections = 0;
};

function clientOf(life: GuestIncarnation, connecting: Connecting): Redis {
  const emitter = new Emitter(life);
  const { options } = connecting;
  const wire = options === null ? null : new Wire(life, emitter, { ...connecting, options }, () => connections++);
  const about: Client = { ...connecting, wire };
  const scripts = new Map<string, { readonly lua: string; readonly keys: number | undefined }>();
  const special = specials(life, about, emitter, scripts);
  const methods = new Map<string, (...values: unknown[]) => unknown>();
  const makeMethod = (name: string): ((...values: unknown[]) => unknown) => {
    const script = scripts.get(name);
    if (script !== undefined)
      return withCallback(life, (values) => send(life, about, [scriptOf(script, values)], false, first));
    return withCallback(life, (values) => send(life, about, [commandOf(life, name, values)], false, readOf(name)));
  };
  const client = new Proxy(Object.create(null), {
    get: (_, name) => {
      if (typeof name !== 'string' || otherClients.has(name)) return undefined;
      if (name === 'status') return wire?.phase ?? 'ready';
      if (name === 'isReady') return (wire?.phase ?? 'ready') === 'ready';
      if (name === 'isOpen') return wire?.phase !== 'idle' && wire?.phase !== 'end';
      const own = special[name] ?? emitter.methods[name];
      if (own !== undefined) return own;
      const cachedMethod = methods.get(name);
      if (cachedMethod !== undefined) return cachedMethod;
      const method = makeMethod(name);
      if (!scripts.has(name)) methods.set(name, method);
      return method;
    },
    has: (_, name) => !otherClients.has(String(name)),
  }) as Redis;
  // Node-redis returns the connected client.
  special['connect'] = async () => {
    await wire?.connect();
    return client;
  };
  return client;
}

/** Sends a transaction as one message, otherwise each command as its own. */
function send(
  life: GuestIncarnation,
  { node, connection, timeout, wire }: Client,
  commands: readonly Sent[],
  transaction: boolean,
  read: (answers: readonly unknown[]) => unknown,
): Promise<unknown> {
  // A library may ask which commands the server has: this one describes none.
  if (commands.length === 1 && String(commands[0]?.[0]).toUpperCase() === 'COMMAND') return Promise.resolve(read([[]]));
  const called: Called = { node, connection, commands, transaction, timeout };
  const answer = wire === null ? life.ask('call', JSON.stringify(called)).answer : wire.send(commands, transaction);
  const line = life.line();
  const fail = (error: unknown): never => {
    throw atLine(error, line);
  };
  return answer.then((answers) => {
    try {
      return read(answers as unknown[]);
    } catch (error) {
      return fail(error);
    }
  }, fail);
}

const first = (answers: readonly unknown[]): unknown => {
  const [answer] = answers;
  if (isError(answer)) throw new ReplyError(answer.error);
  return answer;
};

/** HGETALL answers pairs, which become an object. Inside a transaction the answer is a word. */
const pairsAsObject = (answers: readonly unknown[]): unknown => {
  const pairs = first(answers);
  if (!Array.isArray(pairs)) return pairs;
  const object: Record<string, string> = {};
  for (let i = 0; i + 1 < pairs.length; i += 2) object[String(pairs[i])] = String(pairs[i + 1]);
  return object;
};

const readOf = (name: string): ((answers: readonly unknown[]) => unknown) =>
  name.toLowerCase() === 'hgetall' ? pairsAsObject : first;

/** The last argument may be a callback, as in older code. */
const withCallback =
  (life: GuestIncarnation, run: (values: unknown[]) => Promise<unknown>) =>
  (...values: unknown[]): unknown => {
    const last = values.at(-1);
    if (typeof last !== 'function') return run(values);
    void run(values.slice(0, -1)).then(
      (value) => life.callBack(() => last(null, value)),
      (error) => life.callBack(() => last(error)),
    );
    return undefined;
  };

/** A command as it is sent: its name in capitals, then all its arguments as text. */
function commandOf(life: GuestIncarnation, name: string, values: readonly unknown[]): Sent {
  const command = name.replace(/[^A-Za-z]/g, '').toUpperCase();
  if (command === 'EVAL' || command === 'EVALSHA') return evaluationOf(life, command, values);
  if (command === 'CALL' || command === 'SENDCOMMAND')
    return command === 'CALL' ? flat(values) : flat(Array.isArray(values[0]) ? values[0] : values);
  if (twoWords.has(command.toLowerCase()) && typeof values[0] === 'string')
    return [command, values[0].toUpperCase(), ...flat(values.slice(1))];
  for (const [word, second] of [['script', 'LOAD']] as const)
    if (command === `${word.toUpperCase()}${second}`) return [word.toUpperCase(), second, ...flat(values)];
  return [command, ...flat(values)];
}

/** Arrays are spread. An object of options becomes words, as in node-redis: `{ NX: true, PX: 3000 }`. */
function flat(values: readonly unknown[]): Sent {
  const words: Sent = [];
  for (const each of values) {
    if (Array.isArray(each)) words.push(...flat(each));
    else if (each instanceof Uint8Array) words.push(String(each));
    else if (each instanceof Map) words.push(...flat([...each]));
    else if (typeof each === 'object' && each !== null) words.push(...optionsOf(each as Record<string, unknown>));
    // JSON cannot express NaN and Infinity; a client of Redis sends them as text.
    else if (Number.isFinite(each)) words.push(each as number);
    else words.push(each === null || each === undefined ? '' : String(each));
  }
  return words;
}

function optionsOf(options: Record<string, unknown>): Sent {
  const words: Sent = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === 'matchValue') continue;
    if (name === 'expiration') words.push(...tagged(value));
    else if (name === 'condition') words.push(...tagged(value), ...comparedWith(options));
    else if (value === true) words.push(name);
    else words.push(name, ...flat([value]));
  }
  return words;
}

/** What IFEQ and its relatives compare with: `{ condition: 'IFEQ', matchValue: mine }`. */
const comparedWith = ({ matchValue }: Record<string, unknown>): Sent =>
  matchValue === undefined ? [] : flat([matchValue]);

/** The newer options of node-redis: `{ expiration: { type: 'PX', value: 3000 }, condition: 'NX' }`. */
function tagged(value: unknown): Sent {
  if (typeof value !== 'object' || value === null) return [String(value)];
  const { type, value: of } = value as { type?: unknown; value?: unknown };
  return of === undefined ? [String(type)] : [String(type), ...flat([of])];
}

/** `eval(lua, 1, key, value)`, or `eval(lua, { keys, arguments })`. */
function evaluationOf(life: GuestIncarnation, command: string, [script, count, ...rest]: readonly unknown[]): Sent {
  if (typeof count === 'object' && count !== null) {
    const { keys = [], arguments: values = [] } = count as { keys?: unknown[]; arguments?: unknown[] };
    return [command, String(script), keys.length, ...flat(keys), ...flat(values)];
  }
  if (!Number.isInteger(Number(count)) || Number(count) < 0)
    throw life.refuse(
      `${command} needs how many keys it has: eval(script, 1, key, value). It was given ${String(count)}.`,
    );
  return [command, String(script), Number(count), ...flat(rest)];
}

function scriptOf({ lua, keys }: { lua: string; keys: number | undefined }, values: readonly unknown[]): Sent {
  const words = flat(values);
  const count = keys ?? Number(words.shift());
  return ['EVAL', lua, count, ...words];
}

/** The methods that are not commands: connections, subscriptions, pipelines. */
function specials(
  life: GuestIncarnation,
  about: Client,
  emitter: Emitter,
  scripts: Map<string, { readonly lua: string; readonly keys: number | undefined }>,
): Redis {
  const { wire } = about;
  const done = async (): Promise<string> => 'OK';
  const quit = async (): Promise<string> => wire?.quit() ?? 'OK';
  const again = (more?: unknown): Redis => {
    const options = about.options && { ...about.options, ...Object(more) };
    return clientOf(life, { ...about, options, connection: nextConnection(options) });
  };
  const batch = (transaction: boolean, commands: unknown): Redis =>
    batchOf(life, about, { transaction, scripts, commandList: commands });
  return {
    disconnect: () => wire?.end(),
    quit,
    close: quit,
    destroy: () => wire?.end(),
    duplicate: again,
    select: done,
    auth: done,
    timeout: (ms) => clientOf(life, { ...about, timeout: Number(ms) }),
    multi: (input, options = input) =>
      isStepByStep(options) ? send(life, about, [['MULTI']], false, first) : batch(true, input),
    exec: withCallback(life, () =>
      send(life, about, [['EXEC']], false, (answers) => executed(about.manner, first(answers))),
    ),
    pipeline: (commands) => batch(false, commands),
    defineCommand: (name, definition) => {
      const { lua, numberOfKeys } = definition as { lua: string; numberOfKeys?: number };
      scripts.set(String(name), { lua, keys: numberOfKeys });
    },
    subscribe: (...values) => subscribe(life, about, emitter, values),
    unsubscribe: (...channels) => {
      wire?.unsubscribe(flat(channels).map(String));
      return send(life, about, [['UNSUBSCRIBE', ...flat(channels)]], false, first);
    },
    publish: withCallback(life, (values) => send(life, about, [['PUBLISH', ...flat(values)]], false, first)),
  };
}

/** `subscribe(channel)` and `on('message')`, or `subscribe(channel, hear)`. */
function subscribe(
  life: GuestIncarnation,
  about: Client,
  emitter: Emitter,
  values: readonly unknown[],
): Promise<number> {
  const hear = values.find((each) => typeof each === 'function') as
    | ((text: unknown, channel: string) => unknown)
    | undefined;
  const channels = flat(values.filter((each) => typeof each !== 'function')).map(String);
  const answers = channels.map((channel) => {
    const listener = (text: unknown): void => {
      if (hear !== undefined) life.callBack(() => hear(text, channel));
      emitter.emit('message', channel, text);
    };
    if (about.wire !== null) return about.wire.subscribe(channel, listener);
    const question = JSON.stringify({ node: about.node, channel, timeout: about.timeout });
    return life.ask('subscribe', question, listener).answer;
  });
  return Promise.all(answers).then(() => channels.length);
}

/** `multi({ pipeline: false })` of ioredis: each command is sent alone and the server queues it. */
const isStepByStep = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'pipeline' in options && options.pipeline === false;

interface Batch {
  readonly transaction: boolean;
  readonly scripts: ReadonlyMap<string, { readonly lua: string; readonly keys: number | undefined }>;
  /** The commands may also be passed as a list: `multi([['set', key, 1], ['get', key]])`. */
  readonly commandList: unknown;
}

/** A pipeline or a transaction: `exec` sends all its commands at once. */
function batchOf(life: GuestIncarnation, about: Client, { transaction, scripts, commandList }: Batch): Redis {
  const { manner } = about;
  const commands: Sent[] = Array.isArray(commandList)
    ? commandList.map(([name, ...rest]: unknown[]) => commandOf(life, String(name), rest))
    : [];
  const exec = (isWhole: boolean): Promise<unknown> => {
    if (commands.length === 0) return Promise.resolve([]);
    if (isWhole) return send(life, about, commands, true, (answers) => executed(manner, first(answers)));
    return send(life, about, commands, false, (answers) =>
      manner === 'node-redis' ? repliesOf(answers) : answers.map(pairOf),
    );
  };
  const batch: Redis = new Proxy(Object.create(null), {
    get: (_, name) => {
      if (typeof name !== 'string' || noCommands.has(name)) return undefined;
      if (name === 'exec' || name === 'execTyped') return withCallback(life, () => exec(transaction));
      if (name === 'execAsPipeline') return () => exec(false);
      if (name === 'length') return commands.length;
      return (...values: unknown[]): Redis => {
        const script = scripts.get(name);
        commands.push(script === undefined ? commandOf(life, name, values) : scriptOf(script, values));
        return batch;
      };
    },
  });
  return batch;
}
