// A script's runs are cached as what it asked and what it got: Lua runs only for what is new, and the keys change all
// the same.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cachedModel } from '../../../src/core/lua/cachedModel';
import { openLua } from '../../../src/core/lua/luaModel';
import { ScriptFailed, type ScriptModel, type Value } from '../../../src/core/model/effects/request';
import { sha1 } from '../../../src/sandbox/realm/guest/sha1';

/** A server with one number. `ADD` fails beyond 3. */
function server() {
  let number = 0;
  const asked: string[] = [];
  const redis: Parameters<ScriptModel>[0] = (command, ...args): Value => {
    asked.push([command, ...args].join(' '));
    if (command === 'GET') return number;
    if (number >= 3) throw new ScriptFailed('ERR full');
    number += Number(args[0]);
    return null;
  };
  return { redis, asked };
}

it('asks the server each time, and runs the script for what is new alone', () => {
  let runs = 0;
  const model = cachedModel((redis, _, [by = '']) => {
    runs++;
    const before = redis('GET');
    if (before !== 0) return before;
    redis('ADD', by);
    return redis('GET');
  });
  const outcomes = ['2', '2', '1'].map((by) => {
    const { redis, asked } = server();
    return [model(redis, [], [by]), model(redis, [], [by]), asked.join(), runs];
  });
  expect(outcomes).toEqual([
    [2, 2, 'GET,ADD 2,GET,GET', 2],
    [2, 2, 'GET,ADD 2,GET,GET', 2],
    [1, 1, 'GET,ADD 1,GET,GET', 4],
  ]);
});

it('answers and asks as Lua does, in whichever order it is called', () => {
  const text = `
    for place = 1, tonumber(ARGV[1]) do
      local failed = redis.pcall('ADD', ARGV[2])
      if type(failed) == 'table' then return redis.call('GET') end
    end
    return redis.call('ADD', 1)`;
  const known = openLua(sha1)(text);
  const call = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 2 }));
  const play = (calls: readonly (readonly number[])[], modelFor: () => ReturnType<ReturnType<typeof openLua>>) => {
    const { redis, asked } = server();
    const answers = calls.map((given) => {
      const model = modelFor();
      if (!model.ok) return model.message;
      try {
        return model.run(redis, [], given.map(String));
      } catch (error) {
        return (error as Error).message;
      }
    });
    return { answers, asked };
  };
  fc.assert(
    fc.property(fc.array(call, { maxLength: 6 }), (calls) => {
      expect(play(calls, () => known)).toEqual(play(calls, () => openLua(sha1)(text)));
    }),
    { numRuns: 40 },
  );
});
