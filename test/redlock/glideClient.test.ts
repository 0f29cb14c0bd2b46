// Clients of Valkey GLIDE, by a stand-in with their shape and their words of errors, as version 2.5 says them.
import { describe, expect, it } from 'vitest';
import { lockClientOf } from '../../src/redlock/client';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { goByFakeClock } from './fakeClock';
import { failure, kinds } from './simulatedNodes';

goByFakeClock();

/** How GLIDE names the errors of a server. */
const names: Readonly<Record<string, string>> = { NOSCRIPT: 'NoScriptError', ERR: 'ResponseError' };

function glideOf(node: SimulatedRedis) {
  const commands: string[] = [];
  const customCommand = async (args: string[]): Promise<unknown> => {
    commands.push(args[0] ?? '');
    if (!args.every((arg) => typeof arg === 'string')) throw new TypeError('Unsupported argument');
    try {
      return await node.request(args);
    } catch (error) {
      const [, word = '', text] = /^(\w+) (.*)$/s.exec((error as Error).message) ?? [];
      throw new Error(`An error was signalled by the server: - ${names[word] ?? word}: ${text}`);
    }
  };
  return { customCommand, close: () => {}, commands };
}

const saying = (message: string) => ({ customCommand: () => Promise.reject(new Error(message)), close: () => {} });

it.each(Object.entries(kinds))('%s locks, extends, waits and releases by it', async (_, make) => {
  const node = new SimulatedRedis();
  const client = glideOf(node);
  const locks = make([client as never], { retryDelay: 50 });
  const lock = await locks.acquire(['a'], 60_000);
  expect(await locks.isLocked(['a'])).toBe(true);
  const longer = await lock.extend(60_000);
  const waiting = locks.acquire(['a'], 60_000);
  await longer.release();
  await (await waiting).release();
  expect(await locks.isLocked(['a'])).toBe(false);
});

it('sends a script in full again when the server has forgotten it', async () => {
  const node = new SimulatedRedis();
  const client = glideOf(node);
  const locks = kinds.SingleNodeLocks([client as never]);
  await (await locks.acquire(['a'], 60_000)).release();
  node.forget();
  client.commands.length = 0;
  const lock = await locks.acquire(['a'], 60_000);
  expect(client.commands).toEqual(['EVALSHA', 'EVAL']);
  expect(lock.token).toBe(1);
  await lock.release();
});

describe('an error', () => {
  it.each([
    ['An error was signalled by the server: - NoScriptError: No matching script.', 'NOSCRIPT No matching script.'],
    ["An error was signalled by the server: - ResponseError: unknown command 'X'", "ERR unknown command 'X'"],
    ['An error was signalled by the server: - PermissionDenied: no permissions', 'NOPERM no permissions'],
    ['An error was signalled by the server: - BusyLoadingError: two\nlines', 'BUSYLOADING two\nlines'],
    ['WRONGTYPE: Operation against a key', 'WRONGTYPE: Operation against a key'],
    ['timed out', 'timed out'],
    ['', 'The client was closed.'],
  ])('of GLIDE %j has the words of the server', async (message, words) => {
    await expect(lockClientOf(saying(message)).request(['GET', 'a'])).rejects.toThrow(words);
  });

  it('that says too little rights gives the hint about rights', async () => {
    const locks = kinds.SingleNodeLocks(
      [saying('An error was signalled by the server: - PermissionDenied: no permissions') as never],
      { retryCount: 0 },
    );
    expect((await failure(locks.acquire(['a'], 1000))).message).toContain('The Redis user lacks a right');
  });
});

it('is not asked how a cluster compares, because it chooses the server by the keys of a command', () => {
  expect(lockClientOf({ ...saying(''), ssubscribe: () => {} } as never).isCluster).toBe(true);
  expect(lockClientOf(saying('')).isCluster).toBeUndefined();
});
