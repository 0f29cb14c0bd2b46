// Real servers that fail: killed, stopped, without power, promoted. They keep what their files really hold.
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NodeSettings } from '../../../src/core/model/scenario/scenario';
import type { PowerLoss, RedisServer } from '../../../src/live/server/redis/contract';
import { stateOf, waitUntilStopped } from '../../../src/live/server/redis/processState';
import { withServer } from '../../../src/live/server/redis/withServer';
import { needs } from '../../support/needs';
import { guardForFile, openFor, ownSource, plain, send, serverOf } from './redisServers';

const guard = guardForFile();

const keysOf = (kept: readonly { readonly key: string }[]): readonly string[] => kept.map(({ key }) => key);

describe('the keys of a server after a crash, by its persistence', () => {
  test.each([
    { persistence: 'none', kept: [] },
    { persistence: 'everysec', kept: ['first', 'last'] },
    { persistence: 'always', kept: ['first', 'last'] },
  ] as const)('$persistence', async ({ persistence, kept }) => {
    const a = serverOf(await openFor(guard, { persistence }), 'nodeA');
    const { port, pid } = a;
    await send(a, 'SET', 'first', 'x', 'PX', 30_000);
    await send(a, 'SET', 'last', 'x');
    // With everysec, a server answers at once and delays its write while another thread flushes.
    if (persistence !== 'none') await untilWritten(a);
    await a.crash();
    expect(a.state).toBe('down');
    await expect(send(a, 'PING')).rejects.toThrow();
    await sleep(200);
    expect(keysOf((await a.start()).kept)).toEqual(kept);
    expect(a.port).toBe(port);
    expect(a.pid).not.toBe(pid);
  });
});

describe('the keys of a server after a power loss', () => {
  test.each([
    { persistence: 'none', disk: 'honest', kept: [], known: 'none' },
    { persistence: 'always', disk: 'honest', kept: ['first', 'last'], known: 'recorded' },
    { persistence: 'always', disk: 'lies', kept: [], known: 'recorded' },
  ] as const)('$persistence, a disk that is $disk', loses);

  test('everysec, a disk that is honest', needs('compiler'), () =>
    loses({ persistence: 'everysec', disk: 'honest', kept: ['first'], known: 'recorded' }),
  );

  async function loses(
    row: Pick<NodeSettings, 'persistence' | 'disk'> & Pick<PowerLoss, 'known'> & { readonly kept: readonly string[] },
  ) {
    const { persistence, disk, kept, known } = row;
    const a = serverOf(await openFor(guard, { persistence, disk }), 'nodeA');
    await setFirstAndLast(a);
    const loss = await a.losePower();
    expect(loss.known).toBe(known);
    expect(['first', 'last'].filter(loss.knows)).toEqual(kept);
    const { kept: found } = await a.start();
    expect(keysOf(found)).toEqual(kept);
    // Data that was once on the disk stays there.
    expect((await a.losePower()).lostBytes).toBe(0);
    expect(keysOf((await a.start()).kept)).toEqual(kept);
    await send(a, 'SET', 'new', 'x');
  }

  test('without the shim, data from before the turn of the second is kept', async () => {
    const a = serverOf(await openFor(guard, { persistence: 'everysec', shim: false }), 'nodeA');
    await send(a, 'SET', 'first', 'x');
    await untilSecondTurns();
    await sleep(200);
    await send(a, 'SET', 'last', 'x');
    const loss = await a.losePower();
    expect(loss).toMatchObject({ known: 'estimated' });
    expect(loss.lostBytes).toBeGreaterThan(0);
    expect(keysOf((await a.start()).kept)).toEqual(['first']);
  });

  test('a crash followed by a power loss takes data that was only written', needs('compiler'), async () => {
    const a = serverOf(await openFor(guard, { persistence: 'everysec' }), 'nodeA');
    await setFirstAndLast(a);
    await a.crash();
    expect((await a.losePower()).lostBytes).toBeGreaterThan(0);
    expect(keysOf((await a.start()).kept)).toEqual(['first']);
  });
});

test('a paused server has stopped when the promise resolves, and executes waiting requests when it goes on, with a full TTL', async () => {
  const a = serverOf(await openFor(guard, {}), 'nodeA');
  await a.pause();
  expect(a.state).toBe('paused');
  expect(await stateOf(a.pid ?? 0)).toBe('stopped');
  // The server itself reports at once what it has given.
  const waiting = withServer(a.url, (redis) => redis.multi().set('key', 'x', 'PX', 1000).pttl('key').exec());
  await sleep(600);
  a.resume();
  const [set, left] = (await waiting) ?? [];
  expect(set).toEqual([null, 'OK']);
  expect(left?.[1]).toBeGreaterThan(800);
});

test('neither a running process nor a dead one counts as stopped', async () => {
  const a = serverOf(await openFor(guard, {}), 'nodeA');
  const pid = a.pid ?? 0;
  expect(await waitUntilStopped(pid, 30)).toBe(false);
  expect(await stateOf(pid)).toBe('running');
  await a.crash();
  expect(await waitUntilStopped(pid, 1000)).toBe(false);
  expect(await stateOf(pid)).toBe('gone');
});

test('a stopped server can be killed, and the next one runs', async () => {
  const a = serverOf(await openFor(guard, {}), 'nodeA');
  await a.pause();
  await a.crash();
  expect(a.state).toBe('down');
  await a.start();
  expect(a.state).toBe('running');
  expect(await send(a, 'PING')).toBe('PONG');
});

test('the keys of a server are read in the simulator’s form', async () => {
  const a = serverOf(await openFor(guard, {}), 'nodeA');
  await send(a, 'SET', 'text', 'x', 'PXAT', 4_000_000_000_000);
  await send(a, 'HSET', 'hash', 'b', '1', 'a', '2');
  await send(a, 'RPUSH', 'list', 'x', 'y');
  expect(await a.readKeys()).toEqual([
    {
      key: 'hash',
      entry: {
        type: 'hash',
        fields: new Map([
          ['b', '1'],
          ['a', '2'],
        ]),
        expireAtMs: -1,
      },
    },
    { key: 'list', entry: { type: 'list', items: ['x', 'y'], expireAtMs: -1 } },
    { key: 'text', entry: { type: 'string', value: 'x', expireAtMs: 4_000_000_000_000 } },
  ]);
});

describe('replicas', () => {
  test('are in sync when the fleet is open, through the port that the caller gave', async () => {
    const links: Link[] = [];
    const fleet = await openFor(guard, {
      replicas: 2,
      masterLink: async ({ masterPort }) => {
        const link = await openLink(masterPort);
        links.push(link);
        return link.port;
      },
    });
    const master = serverOf(fleet, 'nodeA');
    expect(await setAndWait(master, 'seen', 2, 5000)).toBe(2);
    for (const link of links) link.hold();
    expect(await setAndWait(master, 'unseen', 1, 300)).toBe(0);
    const [first, second] = [serverOf(fleet, 'replicaA1'), serverOf(fleet, 'replicaA2')];
    expect(keysOf(await first.readKeys())).toEqual(['seen']);

    await master.crash();
    for (const link of links) link.cut();
    await first.promote();
    expect(await send(first, 'SET', 'new', 'x')).toBe('OK');
    await second.follow(first.port);
    expect(await second.synced(5000)).toBe(true);
    expect(keysOf(await second.readKeys())).toEqual(['new', 'seen']);
    // The old master comes back empty and copies its successor.
    await master.follow(first.port);
    await master.start();
    expect(await master.synced(5000)).toBe(true);
    expect(keysOf(await master.readKeys())).toEqual(['new', 'seen']);
    await expect(send(master, 'SET', 'x', 'x')).rejects.toThrow('READONLY');
  });

  test('keep a log of their own, which power loss cuts', async () => {
    const fleet = await openFor(guard, { replicas: 1, persistence: 'always' });
    const [master, replica] = [serverOf(fleet, 'nodeA'), serverOf(fleet, 'replicaA1')];
    expect(await setAndWait(master, 'key', 1, 5000)).toBe(1);
    await master.crash();
    await replica.promote();
    await replica.losePower();
    expect(keysOf((await replica.start()).kept)).toEqual(['key']);
  });
});

test('a fleet that cannot come up leaves nothing', async () => {
  const source = await ownSource({ shim: true });
  const open = source.open({
    guard,
    processes: ['nodeA', 'replicaA1'],
    nodes: { ...plain, replicas: 1 },
    masterLink: () => Promise.reject(new Error('no port for the link')),
  });
  await expect(open).rejects.toThrow('no port for the link');
  const aborted = new AbortController();
  const other = source.open({
    guard,
    processes: ['nodeA', 'nodeB'],
    nodes: plain,
    signal: aborted.signal,
    onProgress: () => setTimeout(() => aborted.abort(new Error('enough')), 10),
  });
  await expect(other).rejects.toThrow();
});

test('closing ends stopped servers too, frees the ports, and works twice and at any time', async () => {
  const fleet = await openFor(guard, { count: 3, persistence: 'everysec' });
  const servers = [...fleet.servers.values()];
  const pids = servers.map(({ pid }) => pid ?? 0);
  const [a, b, c] = servers as [RedisServer, RedisServer, RedisServer];
  await a.pause();
  await b.crash();
  const starting = b.start().catch(() => null);
  const losing = c.losePower().catch(() => null);
  await Promise.all([fleet.close(), fleet.close(), starting, losing]);
  expect(await Promise.all([...pids, b.pid ?? 0, c.pid ?? 0].map(stateOfAny))).toEqual(
    pids.concat(0, 0).map(() => 'gone'),
  );
  for (const { port } of servers) expect(await isRefused(port)).toBe(true);
  await expect(a.start()).rejects.toThrow('ended');
});

const stateOfAny = (pid: number): Promise<string> => (pid === 0 ? Promise.resolve('gone') : stateOf(pid));

test('a closed fleet leaves no folder', async () => {
  const folders: string[] = [];
  const noting = {
    ...guard,
    makeFolder: (label: string) => {
      const folder = guard.makeFolder(label);
      folders.push(folder);
      return folder;
    },
  };
  const fleet = await openFor(noting, { persistence: 'always' });
  expect(folders.map(existsSync)).toEqual([true]);
  await fleet.close();
  expect(folders.map(existsSync)).toEqual([false]);
});

/** With everysec, Redis flushes at the first write of a second. Later writes in that second wait for the next flush. */
async function setFirstAndLast(server: RedisServer): Promise<void> {
  await untilSecondTurns();
  // The server's own view of the clock may lag.
  await sleep(20);
  await send(server, 'SET', 'first', 'x', 'PX', 60_000);
  await untilFlushed(server);
  await send(server, 'SET', 'last', 'x', 'PX', 60_000);
}

/** A slow thread flushes the first write of a second. */
const untilFlushed = (server: RedisServer): Promise<void> =>
  expect.poll(() => send(server, 'INFO', 'persistence'), { interval: 5 }).not.toMatch(/aof_pending_bio_fsync:[1-9]/);

const untilWritten = (server: RedisServer): Promise<void> =>
  expect.poll(() => send(server, 'INFO', 'persistence'), { interval: 5 }).toMatch(/aof_buffer_length:0\b/);

const untilSecondTurns = (): Promise<void> => sleep(1000 - (Date.now() % 1000));

function setAndWait(master: RedisServer, key: string, replicas: number, timeoutMs: number): Promise<number> {
  return withServer(master.url, async (redis) => {
    await redis.set(key, 'x');
    return redis.wait(replicas, timeoutMs);
  });
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('close', () => socket.destroy());
  });

interface Link {
  readonly port: number;
  readonly hold: () => void;
  readonly cut: () => void;
}

/** A port that leads to another. */
async function openLink(targetPort: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let held = false;
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => held || to.write(bytes));
      from.on('error', () => undefined).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    hold: () => {
      held = true;
    },
    cut,
  };
}
