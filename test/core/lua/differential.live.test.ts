// Scripts in Lua answer as on a real redis-server: those of the locks and of redlock's versions 4 and 5, random ones,
// and broken ones.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Packr } from 'msgpackr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { everyScript } from '../../../src/core/locks/everyScript';
import { openLua } from '../../../src/core/lua/luaModel';
import { evaluate, type Value } from '../../../src/core/model/effects/request';
import { fromBytes, toBytes } from '../../../src/core/model/values/bytes';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import { Keyspace } from '../../../src/core/sim/redis/keyspace';
import { unpack } from '../../../src/sandbox/attack/unpack';
import { sha1 } from '../../../src/sandbox/realm/guest/sha1';
import { type RedisServers, startRedisServers } from '../../support/redis';

let servers: RedisServers;
beforeAll(async () => {
  servers = await startRedisServers({ count: 1 });
});
afterAll(async () => {
  await servers.stop();
});

const lua = openLua(sha1);
const keys = ['a', 'b'];
const given = ['x', '100000', 'x', '5'];

function simulated(keyspace: Keyspace, text: string): unknown {
  const model = lua(text);
  if (!model.ok) return model.message;
  const reply = keyspace.execute(evaluate({ name: 'EVAL', lua: text, run: model.run }, keys, given), 1_000_000);
  return reply.kind === 'ok' ? reply.value : reply.message;
}

/** An error inside a list is an item of its own. Its place of origin is left out. */
function plainOf(answer: unknown): unknown {
  if (answer instanceof Error) return { error: answer.message };
  if (Array.isArray(answer)) return answer.map(plainOf);
  return typeof answer === 'string' ? answer.replace(/ script: [0-9a-f]{40}, on @user_script:\d+\.$/, '') : answer;
}

/** Each script runs twice, the second time on what the first run left. */
async function compare(text: string): Promise<void> {
  const [real] = servers.clients;
  await real?.flushall();
  const keyspace = new Keyspace(everyCommand);
  for (let time = 0; time < 2; time++) {
    const answer = await real?.eval(text, keys.length, ...keys, ...given).catch((error: Error) => error.message);
    const plain = plainOf(answer);
    expect([text, simulated(keyspace, text)]).toEqual([text, plain]);
  }
}

const libraries = ['redlock/dist/cjs/index.js', 'redlock-4/redlock.js'].flatMap((file) =>
  [
    ...readFileSync(join(root, 'test/node_modules', file), 'utf8').matchAll(/SCRIPT = `([^`]+)`|Script = `([^`]+)`/g),
  ].map(([, one, two]) => one ?? two ?? ''),
);

/** Texts, maps, lists, nil, and numbers of each size, as BullMQ packs them. */
const packed = new Packr({ useRecords: false }).pack({
  ...{ text: 'é', none: null, list: ['a', 2, null, 4], yes: true, empty: '' },
  ...{ small: -5, time: 1767225600000, large: 2 ** 40, part: 0.25 },
});

/** What Redis does not read: a record, which msgpackr writes as an extension, and bytes. */
const record = new Packr({ useRecords: true }).pack({ a: 1 });
const bytes = new Packr({ useRecords: false }).pack([Buffer.from([0, 255, 10])]);

test.each([
  ['local v = cmsgpack.unpack(ARGV[1]) return {v.text, v.list[2], v.list[4], #v.text, v.yes, v.empty}'],
  ['local v = cmsgpack.unpack(ARGV[1]) return {tostring(v.none), tostring(v.list[3]), v.small, tostring(v.part)}'],
  ["local v = cmsgpack.unpack(ARGV[1]) return {tostring(v.time), tostring(v.large), redis.call('SET', 'a', v.time)}"],
  ['local v, w = cmsgpack.unpack(ARGV[1] .. ARGV[1]) return {v.text .. w.text, select("#", cmsgpack.unpack(ARGV[1]))}'],
  ["local v = cmsgpack.unpack(ARGV[1]) redis.call('HSET', 'a', 'f', ARGV[1]) return {#redis.call('HGET', 'a', 'f')}"],
  ['return cmsgpack.unpack(string.sub(ARGV[1], 1, 1))'],
  ['return cmsgpack.unpack(ARGV[2])'],
  ['return cmsgpack.unpack(ARGV[3])'],
])('%s reads MessagePack', async (text) => {
  const [real] = servers.clients;
  await real?.flushall();
  const answer = await real?.eval(text, 0, packed, record, bytes).catch((error: Error) => error.message);
  const model = openLua(sha1, unpack)(text);
  if (!model.ok) throw new Error(model.message);
  const request = evaluate({ name: 'EVAL', lua: text, run: model.run }, [], [packed, record, bytes].map(fromBytes));
  const reply = new Keyspace(everyCommand).execute(request, 1_000_000);
  expect(reply.kind === 'ok' ? asRead(reply.value) : reply.kind === 'error' && reply.message).toEqual(plainOf(answer));
});

/** As a client reads it that expects text. */
const asRead = (value: Value): unknown =>
  typeof value === 'string' ? Buffer.from(toBytes(value)).toString() : Array.isArray(value) ? value.map(asRead) : value;

test('the scripts of the locks and of two versions of redlock', async () => {
  expect(libraries.length).toBeGreaterThan(2);
  for (const text of [...everyScript.map((script) => script.lua), ...libraries]) await compare(text);
});

test.each([
  ["return redis.call('SET', KEYS[1], 1767225600000 + 5000)"],
  ["redis.call('SET', KEYS[1], 0.1) return redis.call('GET', KEYS[1])"],
  ["return tostring(1767225600000 + 5000) .. ' ' .. string.format('%d %5.2f %s %x', 1767225600000, 1.005, 'x', 255)"],
  ['return {tostring(1e15), tostring(1e14), tostring(0.1), tostring(1/3), tostring(-1e-7), 1e14 .. ""}'],
  ["return {redis.call('HSET', KEYS[1], 'f', 1), redis.pcall('GET', KEYS[1]), 3}"],
  ["return tostring(redis.call('SET', KEYS[1], 'x') == 'OK')"],
  ["return redis.call('SET', KEYS[1], 'x')['ok']"],
  ["redis.call('HSET', KEYS[1], 'f', 1) return redis.call('GET', KEYS[1])"],
  ["return cjson.encode({1, 2, 'a/b', {x = 1.5}, {}, cjson.null})"],
  ['return cjson.decode(\'{"a":[1,2,null],"b":{"c":"d"}}\').a'],
  ["return redis.sha1hex('')"],
  ["return redis.error_reply('boom')"],
  ["return redis.error_reply('MY boom')"],
  ["return redis.status_reply('fine')"],
  ["return {err = 'boom'}"],
  ["error('boom')"],
  ["error({err = 'X y'})"],
  ['return os'],
  ["print('x')"],
  ['x = 1'],
  ['return #'],
  ['return 1 2'],
  ['local t = nil; return t.x'],
  ['return redis.call()'],
  ["return redis.call('GET', {})"],
  ["return redis.call('FOO')"],
  ["return redis.call('SET', 'a')"],
  ['return {1, {err = "q"}, {ok = "r"}, true, false, nil, 3}'],
  ["return {pcall(error, 'x')}"],
  ['return {unpack({1, 2, 3})}'],
  ['return {1767225600123 % 1000, 7 % 3}'],
  ['return {tonumber("ff", 16), tonumber("0x10"), tonumber("1e3"), #ARGV}'],
])('%s', async (text) => {
  await compare(text);
});

const number = fc.constantFrom('1', '2.5', '3', '1767225600000', '10', '(1 / 3)', '1e15', "'7'", '#ARGV');
const sum = fc.tuple(number, fc.constantFrom('+', '-', '*', '/'), number).map(([a, sign, b]) => `(${a} ${sign} ${b})`);
const written = fc.oneof(
  sum.map((text) => `tostring${text}`),
  sum.map((text) => `${text} .. 'x'`),
  fc.tuple(sum, sum).map(([a, b]) => `${a} < ${b}`),
  sum.map((text) => `math.floor${text}`),
  sum.map((text) => `redis.pcall('APPEND', KEYS[1], ${text})`),
);

test('random sums, comparisons and texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 6 }), (lines) =>
      compare(`return {${lines.join(', ')}}`),
    ),
    { numRuns: 150 },
  );
});

test('SHA-1 is that of Node', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha1(text)).toBe(createHash('sha1').update(text).digest('hex'));
    }),
  );
});
