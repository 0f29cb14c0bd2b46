// Scripts in Lua see numbers, errors and a sandbox as a server of Redis 7.0 shows them.
import { expect, test, vi } from 'vitest';
import { openLua } from '../../../src/core/lua/luaModel';
import { evaluate } from '../../../src/core/model/effects/request';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import { Keyspace } from '../../../src/core/sim/redis/keyspace';
import { sha1 } from '../../../src/sandbox/realm/guest/sha1';

const lua = openLua(sha1);

function answer(text: string, keys: readonly string[] = ['key'], args: readonly string[] = []): unknown {
  const model = lua(text);
  if (!model.ok) return model.message;
  const reply = new Keyspace(everyCommand).execute(
    evaluate({ name: 'EVAL', lua: text, run: model.run }, keys, args),
    1000,
  );
  return reply.kind === 'ok' ? reply.value : reply.message;
}

test.each([
  ['return tostring(1767225600000 + 5000)', '1767225605000'],
  ["return string.format('%d', 1767225600000)", '1767225600000'],
  ["return tonumber('1767225600000') + 5000", 1767225605000],
  ['return math.floor(1767225600000.7) * 2', 3534451200000],
  ["return 'at ' .. 1767225600000 + 1", 'at 1767225600001'],
  ['return tostring(2000000000 + 2000000000)', '4000000000'],
  ['local n = 0 for i = 1767225600000, 1767225600003 do n = n + i end return n', 7068902400006],
  ["return #'abc' .. ''", '3'],
  ['return tostring(10 / 2)', '5'],
  ["redis.call('SET', KEYS[1], 1767225600000) return redis.call('GET', KEYS[1])", '1767225600000'],
  ['return {1.9, -1.9, true, false, {ok = "fine"}, 3, nil, 4}', [1, -1, 1, null, 'fine', 3]],
])('%s answers %j', (text, expected) => {
  expect(answer(text)).toEqual(expected);
});

test.each([
  ['return os', "ERR user_script:1: Script attempted to access nonexistent global variable 'os'"],
  ["print('x')", "ERR user_script:1: Script attempted to access nonexistent global variable 'print'"],
  ['x = 1', 'ERR user_script:1: Attempt to modify a readonly table'],
  ['string.x = 1', 'ERR user_script:1: Attempt to modify a readonly table'],
  ['local t = nil; return t.x', "ERR user_script:1: attempt to index local 't' (a nil value)"],
  ['return #', "ERR Error compiling script (new function): user_script:1: unexpected symbol near '<eof>'"],
  ['while true do end', expect.stringContaining('did not end')],
  ['while true do pcall(function() while true do end end) end', expect.stringContaining('did not end')],
])('%s is refused', (text, expected) => {
  expect(answer(text)).toEqual(expected);
});

test('two copies of the model in one program count together, as they have one fengari', async () => {
  const first = answer("return 'x'");
  vi.resetModules();
  const { openLua: another } = await import('../../../src/core/lua/luaModel');
  const doubling = another(sha1)("local s = 'x' for i = 1, 40 do s = s .. s end return #s");
  expect(() => doubling.ok && doubling.run(() => null, [], [])).toThrow(/^A script in Lua may make 64 MiB/);
  expect([first, answer("return 'x'")]).toEqual(['x', 'x']);
});

test('a script that makes too much text leaves the next one its own share', () => {
  const lua = openLua(sha1);
  const doubling = lua("local s = 'x' for i = 1, 40 do s = s .. s end return #s");
  const run = (model: ReturnType<typeof lua>) => model.ok && model.run(() => null, [], []);
  expect(() => run(doubling)).toThrow(/^A script in Lua may make 64 MiB/);
  expect(run(lua("return 'next'"))).toBe('next');
  expect(run(openLua(sha1)("return 'another'"))).toBe('another');
});

test('a table as deep as a server returns it is returned, a deeper one is an error, and the next script runs', () => {
  const nested = (depth: number) => `local t = {} for i = 1, ${depth} do t = {t} end return t`;
  expect(JSON.stringify(answer(nested(90)))).toBe('['.repeat(91) + ']'.repeat(91));
  expect(answer(nested(300))).toBe('ERR reached lua stack limit');
  expect(answer("return 'next'")).toBe('next');
});
