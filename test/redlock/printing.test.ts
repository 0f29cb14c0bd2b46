// Whatever of the library somebody prints (an error, a lock, an event, an answer) is short, and shows no client: not its
// password, not its socket. Errors of clients lose what they carry beside their words.
import { EventEmitter, errorMonitor } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NodeTimeoutError, NoQuorumError, Redlock, SingleNodeLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisCommand } from '../../src/redlock/client';
import { failureOf } from '../../src/redlock/failure';
import type { SimulatedRedis } from '../../src/redlock/simulated';
import { pause } from './adapters';
import { goByFakeClock } from './fakeClock';
import { failure, nodesOf } from './simulatedNodes';

goByFakeClock();

const password = 's3cret';
const once = { retryCount: 0, releaseRetryCount: 0, nodeTimeout: 20 } as const;

/** A client with all that one of Redis has about it. */
const clientOf = (node: SimulatedRedis, index: number) => ({
  request: (command: RedisCommand) => node.request(command),
  options: { host: '10.0.0.7', port: 6390 + index, password },
  stream: { open: Array.from({ length: 1000 }, (_, line) => ({ line, password })) },
});

/** All texts that a printer finds which follows every property, every entry of a map and every answer of a promise. */
async function reached(value: unknown, seen = new Set<unknown>()): Promise<readonly string[]> {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Promise) return reached(await value, seen);
  const inside: unknown[] = Reflect.ownKeys(value).map((key) => Reflect.get(value, key));
  if (value instanceof Map || value instanceof Set) inside.push(...value.entries());
  return (await Promise.all(inside.map((one) => reached(one, seen)))).flat();
}

async function isFitToPrint(value: unknown): Promise<void> {
  const forms = [
    inspect(value),
    inspect(value, { depth: null }),
    inspect(value, { depth: null, showHidden: true }),
    JSON.stringify(value, null, 1),
    ...(await reached(value)),
  ];
  expect(forms.filter((text) => text.includes(password))).toEqual([]);
  for (const text of forms) expect(text.split('\n').length).toBeLessThan(100);
}

function locksOn(count: number) {
  const nodes = nodesOf(count);
  return { nodes, redlock: new Redlock(nodes.map(clientOf), once) };
}

describe('is fit to print', () => {
  it('a lock, the answers of its nodes, and the object that gave it out', async () => {
    const { redlock } = locksOn(3);
    const lock = await redlock.acquire(['a'], 5000);
    await isFitToPrint(lock);
    await isFitToPrint(redlock);
    await isFitToPrint(await lock.attempts[0]);
    await isFitToPrint(await lock.release());
    for (const Kind of [SingleNodeLocks, WatchedLocks]) {
      const [node] = nodesOf(1).map(clientOf);
      const locks = new Kind(node as ReturnType<typeof clientOf>, once);
      const other = await locks.acquire(['a'], 5000);
      await isFitToPrint(locks);
      await isFitToPrint(other);
      await other.release();
    }
  });

  it('each kind of error', async () => {
    const { nodes, redlock } = locksOn(3);
    const lock = await redlock.acquire(['a'], 5000);
    const contended = await failure(redlock.acquire(['a', 'b'], 5000));
    for (const node of nodes) node.halt();
    const silent = await failure(redlock.acquire(['a'], 5000));
    const unknown = await failure(redlock.peek('a').then(() => {}));
    const unconfirmed = await failure(lock.release());
    for (const node of nodes) node.wake();
    const other = await redlock.acquire(['c'], 5000);
    for (const node of nodes) node.forget();
    const lost = await failure(other.extend(5000));
    const all = [contended, silent, unknown, unconfirmed, lost];
    expect(all.map(({ kind }) => kind)).toEqual(['contended', 'no-quorum', 'no-quorum', 'release-failed', 'lost']);
    for (const error of all) await isFitToPrint(error);
  });

  it('what each event tells', async () => {
    const { nodes, redlock } = locksOn(3);
    const told: unknown[] = [];
    for (const event of ['acquired', 'extended', 'released', 'lost', 'nodeFailed', 'error'])
      (redlock as EventEmitter).on(event, (what: unknown) => told.push(what));
    await (await (await redlock.acquire(['a'], 5000)).extend(6000)).release();
    const lock = await redlock.acquire(['b'], 5000);
    for (const node of nodes) node.forget();
    await failure(lock.release());
    nodes[0]?.halt();
    await redlock.acquire(['c'], 5000);
    await pause(50);
    expect(told.length).toBeGreaterThan(6);
    for (const one of told) await isFitToPrint(one);
  });

  it('a loss with what the routine returned, which is still there', async () => {
    const { nodes, redlock } = locksOn(3);
    const found = redlock.using(['a'], 5000, async () => {
      for (const node of nodes) node.forget();
      return { password };
    });
    const error = await failure(found);
    expect(error).toMatchObject({ kind: 'lost', result: { password } });
    await isFitToPrint(error);
  });
});

it('an error lists the nodes with index, address and answer, and still finds their clients', async () => {
  const { nodes, redlock } = locksOn(3);
  await redlock.acquire(['a'], 5000);
  nodes[2]?.halt();
  await pause(30);
  const { votes } = await failure(redlock.acquire(['a'], 5000));
  expect(votes?.nodes).toEqual([
    '0 10.0.0.7:6390: The operation was applied to: 0 of the 1 requested resources.',
    '1 10.0.0.7:6391: The operation was applied to: 0 of the 1 requested resources.',
    '2 10.0.0.7:6392: The node did not answer within 20 ms.',
  ]);
  const clients = [...redlock.clients];
  expect([...(votes?.votesAgainst.keys() ?? [])]).toEqual(clients);
});

describe('an error of a client', () => {
  const refused = (): Error =>
    Object.assign(new Error('WRONGPASS no such user'), { command: { name: 'auth', args: [password] } });

  it('loses the command that it carries, in every place where the library shows it', async () => {
    const bad = { request: () => Promise.reject(refused()) };
    const redlock = new Redlock([bad], once);
    const told: Error[] = [];
    redlock.on('nodeFailed', (error) => told.push(error));
    const error = await failure(redlock.acquire(['a'], 5000));
    await pause(5);
    expect(error.message).toContain('node 1: WRONGPASS no such user.');
    expect(told.length).toBeGreaterThan(0);
    for (const one of [error, error.cause, ...told]) await isFitToPrint(one);
  });

  it.each<[string, unknown]>([
    ['deep in its causes', new Error('closed', { cause: new Error('why', { cause: refused() }) })],
    ['among several', new AggregateError([new Error('one'), refused()], 'all')],
    ['that is no error', { message: 'no', password }],
    ['whose cause is a client', new Error('closed', { cause: { password } })],
    [
      'in the words of a server that knows no AUTH',
      new Error(`ERR unknown command 'AUTH', with args beginning with: '${password}'`),
    ],
  ])('loses it %s', async (_, thrown) => isFitToPrint(failureOf(thrown).error));

  it('keeps its class, its words, and where it came from', () => {
    class ReplyError extends Error {}
    const thrown = Object.assign(new ReplyError('ERR no'), { command: {}, code: 'E' });
    const { error } = failureOf(thrown);
    expect(error).toBeInstanceOf(ReplyError);
    expect(error).toMatchObject({ message: 'ERR no', code: 'E', stack: thrown.stack });
    const plain = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    expect(failureOf(plain).error).toBe(plain);
  });
});

describe('a node without a connection', () => {
  const code = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const silent = (): Promise<never> => new Promise(() => {});
  /** The shape of a client of ioredis that cannot connect. */
  const ioredis = {
    call: silent,
    pipeline: () => ({}),
    duplicate: () => ({}),
    disconnect: () => {},
    quit: silent,
    status: 'reconnecting',
    connector: { firstError: code },
    options: { host: '10.0.0.7', port: 6390 },
  };

  it('is named as such, and not as slow', async () => {
    const error = await failure(new Redlock([ioredis], once).acquire(['a'], 5000));
    expect(error).toBeInstanceOf(NoQuorumError);
    expect(error.message).toMatch(/10\.0\.0\.7:6390: connection refused, reconnecting, no answer within \d+ ms\.$/);
    expect(error.message).not.toContain('nodeTimeout');
    expect(error.cause).toBeInstanceOf(NodeTimeoutError);
    expect(String(error.cause)).toContain('connection refused, reconnecting');
  });

  it('of node-redis is named with what the client reported last', async () => {
    const Client = class extends EventEmitter {
      readonly sendCommand = silent;
      readonly isOpen = true;
      readonly isReady = false;
      readonly duplicate = () => ({});
    };
    const client = new Client();
    const locks = Array.from({ length: 20 }, () => new Redlock([client], once));
    const messages = async () =>
      Promise.all(locks.map(async (lock) => (await failure(lock.acquire(['a'], 5000))).message));
    for (const message of await messages()) expect(message).toContain('node 1: no connection, reconnecting');
    // Whoever handles no errors hears of them as before.
    expect(() => client.emit('error', code)).toThrow(code);
    for (const message of await messages()) expect(message).toContain('node 1: connection refused, reconnecting');
    expect(client.listenerCount(errorMonitor)).toBe(1);
  });
});

it('a contended error names the resources, and of many the first', async () => {
  const redlock = new Redlock(nodesOf(3), once);
  const all = Array.from({ length: 9 }, (_, index) => `order:${index}`);
  await redlock.acquire(['order:7'], 5000);
  expect((await failure(redlock.acquire(['order:7'], 5000))).message).toMatch(/Others have order:7\.$/);
  expect((await failure(redlock.acquire(all, 5000))).message).toMatch(/Others have one of order:0, .*order:5, …\.$/);
});

describe('a right that the Redis user lacks', () => {
  /** A node that refuses the commands that this accepts. */
  const refusing = (isRefused: (command: RedisCommand) => boolean, text: string) => {
    const [node] = nodesOf(1);
    return {
      request: (command: RedisCommand) =>
        isRefused(command) ? Promise.reject(new Error(text)) : (node as SimulatedRedis).request(command),
      keyPrefix: 'app:',
    };
  };
  const ofCounter = (command: RedisCommand): boolean =>
    command.some((word) => /INCR|quorum-lock-token/.test(String(word)));
  const inScript = "ERR The user executing the script can't run this command or subcommand script: 8b99";

  it.each<[string, (command: RedisCommand) => boolean, string, string]>([
    [
      'to a key',
      ({ 0: name }) => name === 'SET',
      'NOPERM No permissions to access a key',
      ' The Redis user lacks ~app:order:7: see docs/settings.md.',
    ],
    [
      'to a command',
      ({ 0: name }) => name === 'SET',
      "NOPERM User locker has no permissions to run the 'set' command",
      ' The Redis user lacks +set: see docs/settings.md.',
    ],
    [
      'to a command of a script',
      ofCounter,
      inScript,
      ' The Redis user lacks one of +get, +set, +incr, +persist, +pexpire: ',
    ],
    [
      'to the key of the counter',
      ofCounter,
      'NOPERM No permissions to access a key',
      ' The Redis user lacks ~app:order:7:quorum-lock-token:',
    ],
  ])('%s is mentioned, with the key or the commands that it is about', async (_, isRefused, text, expected) => {
    const redlock = new Redlock([refusing(isRefused, text)], { ...once, token: 'quorum' });
    const error = await failure(redlock.acquire(['order:7'], 5000));
    expect(error.message).toContain(text);
    expect(error.message).toContain(expected);
    expect(error.votes?.nodes).toEqual([`0 node 1: ${text}`]);
  });
});
