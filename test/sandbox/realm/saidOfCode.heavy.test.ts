// The message for code that cannot run, or that throws: what ran out, what was thrown, what was sent to Redis, which
// language it is.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { expect, test } from 'vitest';
import { own as english } from '../../../src/content/texts/en/own';
import { own as chinese } from '../../../src/content/texts/zh/own';
import { redisParts } from '../../../src/core/run/redisParts';
import { otherLanguage } from '../../../src/sandbox/own/otherLanguage';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { guestFiles, ownScenario } from '../../support/ownParts';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: redisParts,
  now: () => performance.now(),
});

const acquiring = (body: string): string =>
  `export async function acquire({ redis, key, log }) { ${body} }\nexport const release = () => true;`;

/** The first message about a run. */
async function problemOf(body: string) {
  const scenario = ownScenario({ ttl: 1000 }, { clients: 1, rounds: 1 });
  const { problems } = await session.run({ code: { lock: acquiring(body), check: null }, scenario });
  const [{ kind, message, place } = { kind: null, message: '', place: null }] = problems;
  return [kind, message, place?.line ?? null];
}

test.each([
  ['throw null;', 'null, which is no Error'],
  ["throw 'busy';", '"busy", which is no Error'],
  ['throw { code: 1 };', '{"code":1}, which is no Error'],
  ['throw undefined;', 'undefined, which is no Error'],
])('%s is told as what it throws', async (body, message) => {
  expect(await problemOf(body)).toEqual(['threw', message, null]);
});

test.each([
  ['while (true) { }'],
  ['for (;;) { }'],
  ['const going = true;\n  again: do { if (going) continue again; } while (true);'],
  ['for (let i = 0; i < 3; i++) await log("once");\n  while (true) { }'],
  ['if (ttl > 0) while (true) { }'],
])('of %s, which never ends, the line of the loop is named', async (loop) => {
  const source = `export async function acquire({ redis, key, ttl, log }) {
  await redis[0].set(key, 'x', 'NX', 'PX', ttl);
  ${loop}
  return true;
}
export const release = () => true;`;
  const scenario = ownScenario({ ttl: 1000 }, { clients: 1, rounds: 1 });
  const { problems } = await session.run({ code: { lock: source, check: null }, scenario });
  const line = source.split('\n').findIndex((one) => /while \(true\)|for \(;;\)/.test(one)) + 1;
  expect(problems.at(-1)).toMatchObject({ kind: 'too-long', place: { line, column: 1 } });
});

test.each([
  ["throw new Error('locked');", true],
  ["throw 'busy';", true],
  ["await redsi.get('x');", undefined],
  ['null.get();', undefined],
  ["await redis[0].set(key, 'x', 'PY', 1);", undefined],
])('%s in acquire: is it a refusal? %s', async (body, isRefusal) => {
  const scenario = ownScenario({ ttl: 1000 }, { clients: 1, rounds: 1 });
  const { problems } = await session.run({ code: { lock: acquiring(body), check: null }, scenario });
  expect(problems[0]).toMatchObject({ kind: 'threw' });
  expect(problems[0]?.isRefusal).toBe(isRefusal);
});

test('a file that throws while it is evaluated has one problem for each life', async () => {
  const lock =
    'const redis = new Redsi();\nexport const acquire = () => redis.get();\nexport const release = () => true;';
  const scenario = ownScenario({ ttl: 1000 }, { clients: 1, rounds: 1, duration: 100 });
  const { problems } = await session.run({ code: { lock, check: null }, scenario });
  expect(new Set(problems.map(({ kind, message }) => `${kind} ${message}`))).toEqual(
    new Set(["threw 'Redsi' is not defined"]),
  );
});

test('a rejection without a reason is told as one', async () => {
  expect(await problemOf('Promise.reject(); return true;')).toEqual(['rejected', 'undefined, which is no Error', null]);
});

test('where break ends a generator whose finally throws, it says what it cannot know, and who does', async () => {
  // Node passes this error to the catch. QuickJS awaits it where no code can see that.
  const body = `
    const going = async function* () { try { yield 1; } finally { throw new Error('boom'); } };
    try { for await (const one of going()) break; } catch { await log('caught'); }
    return true;`;
  expect(await problemOf(body)).toEqual(['rejected', 'boom', 2]);
  for (const words of [english, chinese]) expect(words.problems.rejected.allowed).toMatch(/for await.*attack/);
});

test('a TTL that is no number is told at its line, with the argument that it was', async () => {
  const why = 'the code sent NaN to Redis, as argument 4 of SET';
  expect(await problemOf("return redis[0].set(key, 'x', 'PX', Number(undefined), 'NX');")).toEqual([
    'threw',
    `ERR value is not an integer or out of range (${why})`,
    1,
  ]);
  expect(await problemOf("await redis[0].set(key, NaN); throw new Error('full');")).toEqual(['threw', 'full', 1]);
});

test.each([
  ['const all = new Map(); for (let i = 0; ; i++) all.set(i, { i });', 'too-much-memory', 'out of memory'],
  [
    "for (;;) log('x'.repeat(100_000));",
    'too-much-memory',
    'In one run the code may send, and its servers may keep, 32 million characters. This is more.',
  ],
])('code that fills memory is told so: %s', async (body, kind, message) => {
  expect((await problemOf(body)).slice(0, 2)).toEqual([kind, message]);
});

const python = 'import redis\n\ndef acquire(name):\n    return r.set(name, "1", nx=True, px=2000)\n';
const go = 'package main\n\nfunc acquire(key string) bool {\n\treturn true\n}\n';
const java = 'import redis.clients.jedis.Jedis;\n\npublic class Lock {\n  private final Jedis jedis = null;\n}\n';

test.each([
  ['Python', python],
  ['Go', go],
  ['Java', java],
])('%s is named', async (language, lock) => {
  const checked = await session.check({ lock, check: null });
  expect(checked).toEqual({ ok: false, problem: { kind: 'other-language', message: language, place: null } });
});

test('a file is named by its ending, too, and a mistake in TypeScript stays one', async () => {
  expect(otherLanguage('r = 1', 'lock.py')).toBe('Python');
  const checked = await session.check({ lock: 'export const acquire = (', check: null });
  expect(checked).toMatchObject({ ok: false, problem: { kind: 'syntax' } });
});
