// Scripts, transactions, channels and blocking lists, as a reader's code uses them in the sandbox.
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { runScenario } from '../../../src/core/run/runScenario';
import { type Own, ownParts, ownScenario } from '../../support/ownParts';

const opened: Own[] = [];
afterEach(() => {
  for (const own of opened.splice(0)) own.dispose();
});

/** What the code logs when it is alone in its run. */
async function said(body: string, faults = {}): Promise<readonly string[]> {
  const own = await ownParts(`export async function acquire({ redis, key, log, sleep }) {
    const [first] = redis;
    ${body}
    return true;
  }
  export function release() {}`);
  opened.push(own);
  runScenario(ownScenario({}, { clients: 1, rounds: 1 }, faults), own.parts);
  expect(own.recorder.problems).toEqual([]);
  return own.recorder.logLines.map(({ text }) => text);
}

test('a script of its own runs by Lua, with numbers beyond 32 bits', async () => {
  expect(
    await said(`
    const lua = "local now = redis.call('TIME') return string.format('%d', (tonumber(now[1]) + 1767225600) * 1000 + tonumber(ARGV[1]))";
    log(Number(await first.eval(lua, 1, key, 5)) > 1767225600000);`),
  ).toEqual(['true']);
});

test('compare and delete by a command, in the words of each client', async () => {
  expect(
    await said(`
    await first.set(key, 'mine');
    log(await first.call('DELEX', key, 'IFEQ', 'yours'), await first.sendCommand(['DELEX', key, 'IFEQ', 'mine']));
    log(await first.set(key, 'mine', { condition: 'IFNE', matchValue: 'mine', expiration: { type: 'PX', value: 500 } }));
    log(String(await first.set(key, 'next', { matchValue: 'yours', condition: 'IFEQ' })), await first.pttl(key) > 0);
    log(await first.digest(key), await first.delEx(key, { condition: 'IFEQ', matchValue: 'mine' }));
    await first.set(key, 'mine');
    log(await first.delex(key, 'IFNE', 'mine'), await first.call('DELIFEQ', key, 'mine'));
    await first.lpush('list', 1);
    log(await first.delex('list', 'IFEQ', 'mine').catch((error) => error.message));`),
  ).toEqual([
    '0 1',
    'OK',
    'null true',
    '6bceea5f3c7fe0a6 1',
    '0 1',
    'ERR Key should be of string type if conditions are specified',
  ]);
});

test('a digest is known once its script was sent, and forgotten when the server starts again', async () => {
  const crash = { crash: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 300 }, restartAfter: 10 } };
  expect(
    await said(
      `
    const lua = "return ARGV[1]";
    const sha = await first.script('LOAD', lua);
    log(sha, JSON.stringify(await first.script('EXISTS', sha, 'ab')), await first.evalsha(sha, 0, 'hello'));
    await sleep(600);
    log(await first.evalsha(sha, 0, 'hello').catch((error) => error.message));
    log(await first.eval(lua, 0, 'again'), await first.evalsha(sha, 0, 'hello'));`,
      crash,
    ),
  ).toEqual([
    '098e0f0d1448c0a81dafe820f66d460eb09263da [1,0] hello',
    'NOSCRIPT No matching script. Please use EVAL.',
    'again hello',
  ]);
});

test('a transaction is one request, whose errors stand among its answers', async () => {
  expect(
    await said(`
    const answers = await first.multi().set(key, 'x').incr(key).get(key).exec();
    log(JSON.stringify(answers.map(([error, value]) => (error ? error.message : value))));`),
  ).toEqual(['["OK","ERR value is not an integer or out of range","x"]']);
});

test('a watched key that was changed, deleted or expired undoes a transaction', async () => {
  expect(
    await said(`
    const other = first.duplicate();
    const attempt = async (meanwhile) => {
      await first.set(key, 'x', 'PX', 100);
      await first.watch(key);
      await meanwhile();
      return String(await first.multi().set('result', 1).exec());
    };
    log(await attempt(() => other.set(key, 'y')));
    log(await attempt(() => other.del(key)));
    log(await attempt(() => sleep(200)));
    log(await attempt(() => first.unwatch().then(() => other.set(key, 'z'))));
    log(await attempt(() => other.set('another', 'z')));`),
  ).toEqual(['null', 'null', 'null', ',OK', ',OK']);
});

test('ioredis takes a transaction step by step: each command is queued, and EXEC answers for them all', async () => {
  expect(
    await said(`
    const other = first.duplicate();
    log(await first.multi({ pipeline: false }), await first.set(key, 'x'), await first.hgetall('h'));
    log(String(await other.get(key)));
    log(JSON.stringify(await first.exec()), await first.get(key));
    await first.watch(key);
    await other.set(key, 'y');
    await first.multi({ pipeline: false });
    await first.set(key, 'z');
    log(String(await first.exec()), await first.get(key));
    await first.multi({ pipeline: false });
    log(await first.discard(), await first.exec().catch((error) => error.message));
    log(JSON.stringify(await first.multi([['set', key, 'v'], ['get', key]]).exec()));`),
  ).toEqual([
    'OK QUEUED QUEUED',
    'null',
    '[[null,"OK"],[null,[]]] x',
    'null y',
    'OK ERR EXEC without MULTI',
    '[[null,"OK"],[null,"v"]]',
  ]);
});

test('node-redis throws a WatchError, and an error of one command of a transaction', async () => {
  expect(
    await said(`
    const { createClient, WatchError } = require('redis');
    const [client, other] = [createClient(), createClient()];
    await client.watch(key);
    await other.set(key, 'y');
    const failed = await client.multi().set(key, 'z').exec().catch((error) => error);
    log(failed instanceof WatchError, failed.message);
    const many = await client.multi().incr(key).get(key).exec().catch((error) => error);
    log(many.message, JSON.stringify(many.errorIndexes), many.replies[1]);
    log(JSON.stringify(await client.multi().get(key).execAsPipeline()));`),
  ).toEqual([
    'true One (or more) of the watched keys has been changed',
    '1 commands failed, see .replies and .errorIndexes for more information [0] y',
    '["y"]',
  ]);
});

test('createHash makes the digest of a script by which EVALSHA finds it', async () => {
  expect(
    await said(`
    const { createHash } = require('node:crypto');
    const lua = 'return ARGV[1]';
    await first.script('LOAD', lua);
    log(await first.evalsha(createHash('sha1').update(lua).digest('hex'), 0, 'found'));
    log(createHash('sha256').update('lo').update('ck').digest('hex'));
    log(createHash('sha256').update('é'.repeat(100)).digest('base64'));`),
  ).toEqual([
    'found',
    createHash('sha256').update('lock').digest('hex'),
    createHash('sha256').update('é'.repeat(100)).digest('base64'),
  ]);
});

const turns = async (source: string): Promise<void> => {
  const own = await ownParts(source);
  opened.push(own);
  const { verdict, trace } = runScenario(ownScenario({}, { rounds: 2, duration: 20_000 }), own.parts);
  expect(own.recorder.problems).toEqual([]);
  expect(verdict.lock).toBe('held');
  expect(trace.header.ended).toBe('quiet');
  expect(trace.strings.some((text) => text.includes('BLPOP') || text.includes('MESSAGE'))).toBe(true);
};

test('a subscription whose answer is lost is told to its code, as TCP would', async () => {
  const lost = { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 } };
  expect(
    await said(
      `
    const listener = first.duplicate();
    log(await listener.subscribe('news').then(() => 'subscribed', (error) => error.message));
    log(await listener.subscribe('news').then(() => 'subscribed', (error) => error.message));`,
      { lost },
    ),
  ).toEqual(['Connection is closed.', 'subscribed']);
});

test('a lock that waits with BLPOP: two clients take turns', async () => {
  await turns(`
    export async function acquire({ redis, key }) {
      if ((await redis[0].setnx(key, 'made')) === 1) await redis[0].rpush(key + ':free', 'token');
      return (await redis[0].blpop(key + ':free', 5)) !== null;
    }
    export async function release({ redis, key }) { await redis[0].rpush(key + ':free', 'token'); }`);
});

test('a lock that is woken by a message: two clients take turns', async () => {
  await turns(`
    let listener = null;
    let wake = () => {};
    export async function acquire({ redis, key }) {
      if (listener === null) {
        listener = redis[0].duplicate();
        listener.on('message', () => wake());
        await listener.subscribe(key + ':freed');
      }
      for (;;) {
        const woken = new Promise((resolve) => { wake = resolve; });
        if ((await redis[0].set(key, 'x', 'NX', 'PX', 3000)) === 'OK') break;
        await woken;
      }
      return true;
    }
    export async function release({ redis, key }) {
      await redis[0].del(key);
      await redis[0].publish(key + ':freed', 'now');
    }`);
});
