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
