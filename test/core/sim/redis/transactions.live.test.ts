// Transactions of a reader's code in the sandbox, and of ioredis with a real redis-server: the same words, and the
// same answers.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScenario } from '../../../../src/core/run/runScenario';
import { byNight } from '../../../support/nightly';
import { ownParts, ownScenario } from '../../../support/ownParts';
import { type RedisServers, startRedisServers } from '../../../support/redis';

type Said = readonly [who: number, name: string, ...args: string[]];
type Client = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

let servers: RedisServers;
beforeAll(async () => {
  servers = await startRedisServers({ count: 1 });
});
afterAll(async () => {
  await servers.stop();
});

/** One after the other; runs here, and as text in the sandbox. */
async function talk(clients: readonly Client[], all: readonly Said[]): Promise<string> {
  const answers: unknown[] = [];
  for (const [who, name, ...args] of all) {
    const given = name === 'multi' ? [{ pipeline: false }] : args;
    answers.push(await clients[who]?.[name]?.(...given).catch((error) => error));
  }
  return JSON.stringify(answers, (_, value) => (value instanceof Error ? `error: ${value.message}` : value));
}

async function onRealRedis(all: readonly Said[]): Promise<string> {
  const [client] = servers.clients;
  if (client === undefined) throw new Error('No server was started.');
  await client.flushall();
  const two = [client.duplicate(), client.duplicate()];
  try {
    return await talk(two as unknown as readonly Client[], all);
  } finally {
    for (const one of two) one.disconnect();
  }
}

async function inSandbox(all: readonly Said[]): Promise<string> {
  const own = await ownParts(`
    ${talk.toString()}
    export async function acquire({ redis: [first], log }) {
      await log(await talk([first, first.duplicate()], ${JSON.stringify(all)}));
      return true;
    }
    export function release() {}`);
  runScenario(ownScenario({}, { clients: 1, rounds: 1, duration: 60_000 }), own.parts);
  own.dispose();
  expect(own.recorder.problems).toEqual([]);
  return own.recorder.logLines[0]?.text ?? '';
}

const key = fc.constantFrom('k', 'l');
const words = fc.oneof(
  { weight: 4, arbitrary: fc.constant(['multi']) },
  { weight: 4, arbitrary: fc.constant(['exec']) },
  fc.constant(['discard']),
  fc.constant(['unwatch']),
  { weight: 2, arbitrary: fc.tuple(fc.constant('watch'), key) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('set'), key, fc.constantFrom('v', '7')) },
  fc.tuple(fc.constantFrom('get', 'incr', 'del', 'hgetall'), key),
  // One word is missing: the server refuses the command, and the transaction with it.
  fc.tuple(fc.constant('set'), key),
  fc.constant(['watch']),
);
const conversation = fc.array(
  fc.tuple(fc.constantFrom(0, 1), words).map(([who, said]): Said => [who, ...(said as [string])]),
  { minLength: 4, maxLength: 16 },
);

const conversations: readonly (readonly Said[])[] = [
  [
    [0, 'multi'],
    [0, 'set', 'k', 'v'],
    [0, 'incr', 'k'],
    [0, 'get', 'k'],
    [0, 'exec'],
    [1, 'get', 'k'],
  ],
  [
    [0, 'watch', 'k'],
    [1, 'set', 'k', 'v'],
    [0, 'multi'],
    [0, 'set', 'k', '7'],
    [0, 'exec'],
    [0, 'get', 'k'],
  ],
  [
    [0, 'watch', 'k'],
    [0, 'multi'],
    [1, 'del', 'k'],
    [0, 'set', 'k', '7'],
    [0, 'exec'],
  ],
  [
    [0, 'multi'],
    [0, 'set', 'k'],
    [0, 'set', 'k', 'v'],
    [0, 'exec'],
    [0, 'get', 'k'],
  ],
  [
    [0, 'multi'],
    [0, 'set', 'k', 'v'],
    [0, 'discard'],
    [0, 'exec'],
    [0, 'get', 'k'],
  ],
  [
    [0, 'multi'],
    [0, 'multi'],
    [0, 'watch', 'k'],
    [0, 'exec'],
  ],
];

test.each(conversations)('a real server holds this conversation alike: %j, %j …', async (...all) => {
  expect(await inSandbox(all)).toBe(await onRealRedis(all));
});

test('a real server answers transactions of two connections alike, whatever they say', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(conversation, async (all) => {
      expect(await inSandbox(all)).toBe(await onRealRedis(all));
    }),
    { numRuns: byNight(40, 150) },
  );
});
