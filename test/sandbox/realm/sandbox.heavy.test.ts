// Code that tries to leave the sandbox, to hang it or to forge a run: it ends with a sentence, and the next lock is
// unaffected.

import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, test } from 'vitest';
import { redisParts } from '../../../src/core/run/redisParts';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import type { AttackRow } from '../../../src/sandbox/own/ownCalls';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { sampled } from '../../support/nightly';
import { guestFiles, ownScenario } from '../../support/ownParts';
import { controlLock, sandboxAttacks } from '../../support/sandboxAttacks';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: { ...redisParts, commands: everyCommand },
  now: () => performance.now(),
});

const scenario = ownScenario({ ttl: 1000 }, { clients: 2, duration: 6000 });
const control = async (): Promise<string> => {
  const { trace, problems } = await session.run({ code: { lock: controlLock, check: null }, scenario });
  return JSON.stringify([trace, problems]);
};

test('the attacks end with a sentence where the code comes to no rest, and the rows before stay', async () => {
  const lock = `export async function acquire({ redis, key }) {
    try {
      return (await redis[0].set(key, 'x', 'NX', 'PX', 1000)) === 'OK';
    } catch {
      for (;;) {}
    }
  }
  export const release = ({ redis, key }) => redis[0].del(key);`;
  const ids: string[] = [];
  const call = { report: ({ id }: AttackRow) => ids.push(id), pause: async () => {} };
  const { rows, problem } = await session.attacks({ code: { lock, check: null }, scenario }, call);
  expect(rows.map(({ id }) => id)).toEqual(['pause-each-step', 'sleep']);
  expect(ids).toEqual(rows.map(({ id }) => id));
  expect(problem).toMatchObject({ kind: 'too-long', place: { file: 'lock' } });
});

test('code that fills memory is given 64 MiB of it, and no more', async () => {
  const memories: WebAssembly.Memory[] = [];
  const watched = new OwnSession({
    module: async () => {
      const quick = await smallModule(variant);
      memories.push(quick.getWasmMemory());
      return quick;
    },
    guest: guestFiles,
    parts: redisParts,
    now: () => performance.now(),
  });
  const lock = `export async function acquire() { const all = []; for (;;) all.push(new Uint8Array(1e6)); }
  export const release = () => true;`;
  const { problems } = await watched.run({ code: { lock, check: null }, scenario });
  expect(problems.map(({ kind }) => kind)).toContain('too-much-memory');
  expect(memories.length).toBeGreaterThan(0);
  for (const { buffer } of memories) expect(buffer.byteLength).toBeLessThanOrEqual(64 * 2 ** 20);
});

describe('what the simulated servers keep is bounded, and the run ends with a sentence', () => {
  const script = (lua: string): string => `await redis[0].eval(${JSON.stringify(lua)}, 0);`;
  const rows: readonly (readonly [string, string])[] = [
    ['a value of 200 megabytes', "for (let i = 0; i < 200; i++) await redis[0].append('big', 'x'.repeat(1e6));"],
    ['a list that a script makes long', script("for i = 1, 60000 do redis.call('rpush', 'l', i) end")],
    ['a text of Lua that is doubled', script("local s = 'x' for i = 1, 40 do s = s .. s end return #s")],
  ];
  for (const [name, within] of rows)
    test(name, async () => {
      const lock = `export async function acquire({ redis }) { ${within} return true; } export const release = () => true;`;
      const before = await control();
      const { problems } = await session.run({ code: { lock, check: null }, scenario });
      expect(problems.map(({ kind }) => kind)).toEqual(['too-much-memory']);
      expect(problems[0]?.message).toMatch(/^(In one run|A script)/);
      expect(await control()).toBe(before);
    });
});

test('of a long log the first thousand lines are kept, and how many there were beside those', async () => {
  const lock = `export async function acquire() { for (let i = 0; i < 3000; i++) console.table(i); return null; }
  export const release = () => true;`;
  const { logLines, droppedLineCount, problems } = await session.run({ code: { lock, check: null }, scenario });
  expect(problems).toEqual([]);
  expect([logLines.length, droppedLineCount % 3000, droppedLineCount > 0]).toEqual([1000, 2000, true]);
});

describe('an attack on the sandbox', () => {
  const names = Object.keys(sandboxAttacks);
  expect(names.length).toBeGreaterThanOrEqual(40);
  // The slowest take half a minute. Each push tries one in nine.
  test.each(sampled(names, 9))('%s: it does not get out, and leaves nothing behind', async (name) => {
    const before = await control();
    const code = { lock: sandboxAttacks[name] ?? '', check: null };
    const checked = await session.check(code);
    if (checked.ok) {
      const { trace, problems, logLines } = await session.run({ code, scenario });
      expect([...new Set(logLines.map(({ text }) => text))].filter((text) => text.startsWith('ESCAPED'))).toEqual([]);
      expect(trace.header.scenario).toEqual(scenario);
      for (const { message } of problems) expect(message).not.toBe('');
    } else expect(checked.problem.message).not.toBe('');
    expect(await control()).toBe(before);
  });
});
