// Compares the simulated Redis and the locks' scripts with a real redis-server, over random sequences of requests.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type Reply, type Request, requestText, type Value } from '../../../../src/core/model/effects/request';
import { everyCommand as commands } from '../../../../src/core/sim/redis/everyCommand';
import { Keyspace } from '../../../../src/core/sim/redis/keyspace';
import { type RedisServers, startRedisServers } from '../../../support/redis';
import { conversations, parse } from './conversations';
import { generatedCommands, requestSequence, sampleKeys } from './randomRequests';
import { runOnServer, type ServerAnswer } from './realServer';

let servers: RedisServers;
let version: string;
/** What this server does not have: DELIFEQ is Valkey’s, and DELEX and DIGEST came with Redis 8.4. */
let lacking: ReadonlySet<string>;
beforeAll(async () => {
  servers = await startRedisServers({ count: 1 });
  version = /redis_version:(\S+)/.exec(await realRedis().info('server'))?.[1] ?? 'unknown';
  // The model speaks like Redis 7.0. Earlier versions refused NX together with GET, and their scripts failed in other
  // words.
  if (Number.parseInt(version, 10) < 7) throw new Error(`These tests need Redis 7.0 or later, and found ${version}.`);
  const names = [...commands.keys()];
  const infos = (await realRedis().call('COMMAND', 'INFO', ...names)) as readonly unknown[];
  lacking = new Set(names.filter((_, index) => infos[index] === null));
  expect([...lacking].filter((name) => !['DELEX', 'DELIFEQ', 'DIGEST'].includes(name))).toEqual([]);
});
afterAll(async () => {
  await servers.stop();
});

const realRedis = () => {
  const [client] = servers.clients;
  if (client === undefined) throw new Error('No server was started.');
  return client;
};

/** One of these shows what a key holds, whatever its type. The others must fail in the same way. */
const readAll: readonly Request[] = sampleKeys.flatMap((key) => [
  command('GET', key),
  command('HGETALL', key),
  command('LRANGE', key, 0, -1),
  command('SMEMBERS', key),
  command('ZRANGE', key, 0, -1, 'WITHSCORES'),
  command('PTTL', key),
]);

test('answers and leaves the same data as a real server, command by command', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(requestSequence, async (steps) => {
      const requests = [...steps.map(({ request }) => request).filter(isKnown), ...readAll];
      await compareAll(requests);
    }),
    { numRuns: 600 },
  );
});

test('a real server holds the documented conversations alike', async () => {
  for (const [line] of conversations) {
    const requests = line.split('; ').map(parse);
    if (requests.every(isKnown)) await compareAll([...requests, ...readAll]);
  }
});

test('every command of the table is generated, and has the arity of the real one, and a script may use the same', async () => {
  expect([...generatedCommands].sort()).toEqual([...commands.keys()].sort());
  const names = [...commands.keys()].filter((name) => !lacking.has(name));
  const infos = (await realRedis().call('COMMAND', 'INFO', ...names)) as readonly [string, number, readonly string[]][];
  expect(names.map((name) => [name, commands.get(name)?.arity])).toEqual(
    infos.map(([name, arity]) => [name.toUpperCase(), arity]),
  );
  // Later versions allow blocking commands in scripts.
  const refused = names.filter((name) => commands.get(name)?.refusedInScripts);
  if (version.startsWith('7.0.'))
    expect(refused).toEqual(names.filter((_name, index) => infos[index]?.[2].includes('noscript')));
});

/** The conditions of SET came with DELEX. */
const isKnown = ({ command: name, args }: Request): boolean =>
  !lacking.has(name) &&
  !(name === 'SET' && lacking.has('DELEX') && args.some((arg) => /^ifd?(eq|ne)$/i.test(String(arg))));

async function compareAll(requests: readonly Request[]): Promise<void> {
  const answers = await runOnServer(realRedis(), requests);
  expect(answers.length).toBe(requests.length);
  const keyspace = new Keyspace(commands);
  requests.forEach((request, index) => {
    const answer = answers[index];
    if (answer !== undefined) compare(keyspace, request, answer, index);
  });
}

function compare(keyspace: Keyspace, request: Request, answer: ServerAnswer, index: number): void {
  const nowMs = Math.floor(answer.fromMicros / 1000);
  const allowed = allowedTtls(keyspace, request, nowMs);
  const reply = keyspace.execute(request, nowMs, answer.fromMicros);
  if (isSame(request, reply, answer, allowed)) return;
  throw new Error(
    `request ${index + 1}, ${requestText(request)}: Redis answers ${show(answer.reply)}, the model ${show(reply)}`,
  );
}

/**
 * The TTLs of a key at the real server and in the model differ by at most a millisecond, because clocks are read in
 * whole milliseconds.
 */
function allowedTtls(keyspace: Keyspace, { command: name, args }: Request, nowMs: number): readonly number[] | null {
  if (name === 'PEXPIRETIME' || name === 'EXPIRETIME') return allowedExpiry(keyspace, args, name, nowMs);
  if ((name !== 'TTL' && name !== 'PTTL') || args.length !== 1) return null;
  const left = valueIn(keyspace.execute(command('PTTL', ...args), nowMs));
  if (typeof left !== 'number' || left < 0) return null;
  const around = [left - 1, left, left + 1];
  return name === 'PTTL' ? around : around.map((ms) => Math.floor((ms + 500) / 1000));
}

function allowedExpiry(
  keyspace: Keyspace,
  args: Request['args'],
  name: 'PEXPIRETIME' | 'EXPIRETIME',
  nowMs: number,
): readonly number[] | null {
  const at = args.length === 1 ? valueIn(keyspace.execute(command('PEXPIRETIME', ...args), nowMs)) : null;
  if (typeof at !== 'number' || at < 0) return null;
  const around = [at - 1, at, at + 1];
  return name === 'PEXPIRETIME' ? around : around.map((ms) => Math.floor((ms + 500) / 1000));
}

function isSame(request: Request, model: Reply, real: ServerAnswer, ttls: readonly number[] | null): boolean {
  const value = valueIn(real.reply);
  if (ttls !== null) return typeof value === 'number' && ttls.includes(value) && ttls.includes(Number(valueIn(model)));
  // The client pairs members with their scores. In RESP 2 they are one list on the wire.
  if (/^B?Z/.test(request.command) && Array.isArray(value) && Array.isArray(valueIn(model)))
    return JSON.stringify(value.flat().map(String)) === JSON.stringify(listOf(valueIn(model)).map(String));
  // Each server has its own order of a set's members.
  if (request.command === 'SMEMBERS' && Array.isArray(value))
    return [...value].sort().join() === [...listOf(valueIn(model))].sort().join();
  if (request.command === 'TIME' && request.args.length === 0)
    return (
      toMicros(value) >= real.fromMicros &&
      toMicros(value) <= real.toMicros &&
      toMicros(valueIn(model)) === real.fromMicros
    );
  // The id of an addition is the time of its server.
  if (request.command === 'XADD' && additionId.test(String(value))) return additionId.test(String(valueIn(model)));
  if (answersRemainingTime.has(request.command)) {
    // Scripts of the library return this value below 0, and a token above.
    const sign = request.command.startsWith('take') ? -1 : 1;
    return isSameRemainingTime(valueIn(model), value, sign) || show(model) === show(real.reply);
  }
  return show(model) === show(real.reply);
}

const additionId = /^\d{13}-\d+$/;

/** Scripts that report to a refused client how long it has to wait, alone or as the first item of a list. */
const answersRemainingTime: ReadonlySet<string> = new Set([
  'enterHash',
  'lockHash',
  'lockHashFenced',
  'takeOne',
  'takeHash',
]);

function isSameRemainingTime(model: Value, real: Value, sign: 1 | -1): boolean {
  const [ms, ...more] = listOf(model);
  const [realMs, ...realMore] = listOf(real);
  const isTime = typeof ms === 'number' && typeof realMs === 'number' && sign * realMs > 0 && sign * ms > 0;
  return isTime && Math.abs(ms - realMs) <= 1 && JSON.stringify(more) === JSON.stringify(realMore);
}

const listOf = (value: Value): readonly Value[] => (Array.isArray(value) ? value : [value]);

const valueIn = (reply: Reply): Value => (reply.kind === 'ok' ? reply.value : null);

const toMicros = (value: Value): number =>
  Array.isArray(value) ? Number(value[0]) * 1_000_000 + Number(value[1]) : Number.NaN;

/**
 * Beyond 2^53 the client's parser rounds as it likes, and the processor decides what becomes of a script's number at
 * 2^63. GET compares such numbers exactly.
 */
const show = (reply: Reply): string =>
  JSON.stringify(reply, (_key, part: unknown) => {
    if (typeof part !== 'number' || Number.isSafeInteger(part)) return part;
    return Math.abs(part) >= 2 ** 63 ? 'the bound of 64 bits' : part.toPrecision(12);
  });
