// Clients that wait for a lock on a real server, with ioredis and node-redis: their one connection, and what they do
// without it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { connectingOf } from '../../src/redlock/connecting';
import { sampled } from '../support/nightly';
import { type RedisProcess, startRedisProcess } from '../support/redisProcess';
import { holdsWhenLate } from '../support/undecided';
import { pause, within } from './adapters';
import { randomFrom } from './wildClient';

let server: RedisProcess;
let asking: Redis;
beforeAll(async () => {
  server = await startRedisProcess();
  asking = new Redis({ host: '127.0.0.1', port: server.port });
  await asking.ping();
});
afterAll(async () => {
  asking.disconnect();
  await server.stop();
});
afterEach(() => asking.flushall());

interface Opened {
  readonly client: RedisClient;
  readonly close: () => unknown;
}

interface More {
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
}

const openers: Readonly<Record<string, (more?: More) => Promise<Opened>>> = {
  ioredis: async (more) => {
    const client = new Redis({ host: '127.0.0.1', port: server.port, ...more });
    await once(client, 'ready');
    return { client, close: () => client.disconnect() };
  },
  'node-redis': async ({ port, ...more } = {}) => {
    const client = createClient({ socket: { host: '127.0.0.1', port: port ?? server.port }, ...more });
    client.on('error', () => {});
    await client.connect();
    return { client: client as RedisClient, close: () => client.destroy() };
  },
};
const kinds = { WatchedLocks, WaitingLocks };
const each = Object.entries(kinds).flatMap(([kind, Kind]) =>
  Object.entries(openers).map(([name, open]) => [kind, name, Kind, open] as const),
);

/** Numbers from `INFO`. */
async function notifiedAfter(name: string): Promise<number> {
  const line = (await asking.info()).split('\r\n').find((one) => one.startsWith(`${name}:`));
  return Number(line?.slice(name.length + 1));
}
/** How often waiters have asked: each asks with a script. */
async function asked(): Promise<number> {
  const stats = await asking.info('commandstats');
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

/** The commands that the server executes from now on, each with its name and its first word. */
async function monitor(): Promise<{ readonly heard: string[]; readonly stop: () => void }> {
  const socket = connect(server.port, '127.0.0.1');
  const heard: string[] = [];
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, name, word] = /\] "([^"]*)" "([^"]*)"/.exec(line) ?? [];
      if (name !== undefined) heard.push(`${name.toLowerCase()} ${word}`);
    }
  });
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return { heard, stop: () => socket.destroy() };
}

/** A port in front of the server. After `hold`, nobody hears new connections. */
async function gateBefore(port: number) {
  let isHeld = false;
  let held = 0;
  const silent = new Set<Socket>();
  const all = new Set<Socket>();
  const gate = createServer((socket) => {
    all.add(socket.on('error', () => {}));
    if (isHeld) {
      held++;
      silent.add(socket.resume().on('close', () => silent.delete(socket)));
      return;
    }
    const there = connect(port, '127.0.0.1').on('error', () => {});
    all.add(there);
    socket.pipe(there).pipe(socket);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    hold: (): void => {
      isHeld = true;
    },
    held: (): number => held,
    open: (): number => silent.size,
    close: (): void => {
      for (const socket of all) socket.destroy();
      gate.close();
    },
  };
}

/** The time by the server's clock, which also advances while this process is late. */
async function serverMs(): Promise<number> {
  const [seconds, micros] = (await asking.time()).map(Number) as [number, number];
  return seconds * 1000 + micros / 1000;
}

const connections = (): Promise<number> => notifiedAfter('connected_clients');

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000 && !(await isSo()); tries++) await pause(20);
  expect(await isSo()).toBe(true);
}

/** The connections that wake waiters: subscriptions, or lists at which the server blocks them. */
const listening = async (): Promise<boolean> =>
  ((await asking.pubsub('CHANNELS')) as string[]).length > 0 || (await notifiedAfter('blocked_clients')) > 0;

describe.each(sampled(each, 3))('a waiter with %s by %s', (_, __, Kind, open) => {
  const settings = { retryDelay: 200, retryJitter: 0, retryCount: 100 } as const;

  it('shares one connection with all others, which closes after the last', async () => {
    const { client, close } = await open();
    try {
      const before = await connections();
      const holder = new Kind(client);
      const held = await Promise.all(['a', 'b', 'c'].map((key) => holder.acquire([key], 60_000)));
      const giveUp = new AbortController();
      const shared = new Kind(client, settings);
      const waiting = Array.from({ length: 50 }, async (_, i) => {
        const locks = i % 2 === 0 ? shared : new Kind(client, settings);
        const lock = await locks.acquire([['a', 'b', 'c'][i % 3] ?? ''], 60_000, { signal: giveUp.signal });
        await lock.release();
      });
      const ends = Promise.allSettled(waiting);
      await until(listening);
      await pause(300);
      expect(await connections()).toBe(before + 1);
      await held[0]?.release();
      await within(20_000, Promise.all(waiting.filter((_, i) => i % 3 === 0)));
      expect(await connections()).toBe(before + 1);
      giveUp.abort();
      await within(5000, ends);
      await until(async () => (await connections()) === before);
      await Promise.all(held.slice(1).map((lock) => lock.release()));
    } finally {
      close();
    }
  });

  it('tries less and less often when the server takes no more connections, and gets its lock', {
    meta: holdsWhenLate,
  }, async () => {
    const { client, close } = await open();
    try {
      const lock = await new Kind(client).acquire(['full'], 60_000);
      await asking.config('SET', 'maxclients', await connections());
      const commands = await asked();
      const refused = await notifiedAfter('rejected_connections');
      const from = await serverMs();
      const waiting = Promise.all(
        Array.from({ length: 5 }, () =>
          new Kind(client, settings).acquire(['full'], 60_000).then((one) => one.release()),
        ),
      );
      await pause(1500);
      await until(async () => (await notifiedAfter('rejected_connections')) - refused > 2);
      // Pauses of 50, 100, 200 … ms, or half of that: six attempts in 1.5 s, and one more whenever the time has
      // doubled. Each of the five asks every 100 to 300 ms.
      const attempts = (await notifiedAfter('rejected_connections')) - refused;
      const commandsMeanwhile = (await asked()) - commands;
      const time = (await serverMs()) - from;
      expect(attempts).toBeLessThan(10 + Math.log2(time / 1500));
      expect(commandsMeanwhile).toBeLessThan(80 * (time / 1500));
      await lock.release();
      await within(20_000, waiting);
    } finally {
      await asking.config('SET', 'maxclients', 10_000);
      close();
    }
  });

  it('asks by itself, and seldom, when its user may not wait', { meta: holdsWhenLate }, async () => {
    await asking.call('ACL', 'SETUSER', 'deaf', 'on', '>secret', '~*', '+@all', '-blpop', 'resetchannels');
    await asking.call('ACL', 'SETUSER', 'deaf', '-subscribe');
    const { client, close } = await open({ username: 'deaf', password: 'secret' });
    try {
      // This lock belongs to a user who may publish.
      const lock = await new Kind(asking).acquire(['deaf'], 60_000);
      const opened = await notifiedAfter('total_connections_received');
      const from = await serverMs();
      const waiting = new Kind(client, settings).acquire(['deaf'], 60_000);
      await pause(1000);
      const attempts = (await notifiedAfter('total_connections_received')) - opened;
      expect(attempts).toBeLessThan(10 * (((await serverMs()) - from) / 1000));
      await lock.release();
      // The waiting user may not publish either, so the release of a watched lock is refused, and the lock stays.
      const held = await within(20_000, waiting);
      const refused = await held.release().then(
        () => null,
        (error) => error,
      );
      if (refused !== null) expect(refused.message).toMatch(/NOPERM|ACL|can't publish/);
      expect(await new Kind(asking).isLocked(['deaf'])).toBe(refused !== null);
    } finally {
      close();
    }
  });

  it('ends its attempt to connect to a silent server when nobody waits any more', async () => {
    const gate = await gateBefore(server.port);
    const { client, close } = await open({ port: gate.port });
    try {
      const lock = await new Kind(asking).acquire(['silent'], 60_000);
      gate.hold();
      for (const ms of [0, 1, 2, 4, 8, 16, 32, 64, 128]) {
        const held = gate.held();
        const giveUp = new AbortController();
        const waiting = new Kind(client, settings).acquire(['silent'], 60_000, { signal: giveUp.signal });
        const end = waiting.catch((error) => error.name);
        await until(async () => gate.held() > held || ms < 10);
        await pause(ms);
        giveUp.abort();
        expect(await within(5000, end)).toBe('AbortError');
      }
      await until(async () => gate.open() === 0);
      expect(gate.held()).toBeGreaterThan(0);
      await lock.release();
    } finally {
      close();
      gate.close();
    }
  });

  it('gets its lock however often connections are killed, and leaves none behind', async () => {
    const { client, close } = await open();
    const random = randomFrom(12);
    try {
      const before = await connections();
      const locks = new Kind(client, { ...settings, nodeTimeout: 2000, releaseRetryCount: 50 });
      locks.on('error', () => {});
      let inside = 0;
      let insideMost = 0;
      let isOver = false;
      const serve = async (i: number): Promise<void> => {
        for (let round = 0; round < 4; round++) {
          const lock = await locks.acquire([`killed ${i % 2}`], 20_000);
          if (i % 2 === 0) insideMost = Math.max(insideMost, ++inside);
          await pause(random() * 15);
          if (i % 2 === 0) inside--;
          await lock.release();
        }
      };
      const kill = async (): Promise<void> => {
        while (!isOver) {
          await pause(random() * 60);
          const lines = String(await asking.client('LIST')).split('\n');
          const own = lines.filter((line) => /cmd=(blpop|subscribe)/.test(line));
          for (const line of own)
            await asking.call('CLIENT', 'KILL', 'ID', / ?id=(\d+)/.exec(line)?.[1] ?? '').catch(() => {});
        }
      };
      const killing = kill();
      await within(50_000, Promise.all(Array.from({ length: 12 }, (_, i) => serve(i))));
      isOver = true;
      await killing;
      expect(insideMost).toBe(1);
      await until(async () => (await connections()) === before);
    } finally {
      close();
    }
  });
});

describe.each(Object.entries(kinds))('a prefix of ioredis, with %s', (kind, Kind) => {
  it.each(['mine:', '{mine}:'])('wakes a waiter under the name that the release uses: %s', async (keyPrefix) => {
    const client = new Redis({ host: '127.0.0.1', port: server.port, keyPrefix });
    const { heard, stop } = await monitor();
    try {
      const locks = new Kind(client);
      const first = await locks.acquire(['a'], 60_000);
      expect(await asking.exists(`${keyPrefix}a`)).toBe(1);
      const second = locks.acquire(['a'], 60_000);
      await until(listening);
      await first.release();
      await (await within(5000, second)).release();
      const names = (command: string) =>
        [...new Set(heard)]
          .filter((line) => line.startsWith(`${command} `))
          .map((line) => line.slice(command.length + 1));
      const [waited, notified] =
        kind === 'WatchedLocks' ? [names('subscribe'), names('publish')] : [names('blpop'), names('lpush')];
      expect(waited).toHaveLength(1);
      expect(notified).toEqual(waited);
      expect(notified[0]).toMatch(new RegExp(`^${keyPrefix.replace(/[{}]/g, '\\$&')}`));
    } finally {
      stop();
      client.disconnect();
    }
  });
});

it.each(Object.entries(openers))('%s hears of a channel again right after it has unsubscribed', async (_, open) => {
  const { client, close } = await open();
  const own = await connectingOf(client, 'channels')?.(() => {});
  try {
    const heard: string[] = [];
    const hear = (word: string) => own?.subscribe('again', () => heard.push(word));
    await hear('one');
    void own?.unsubscribe('again');
    const two = hear('two');
    void own?.unsubscribe('again');
    await Promise.all([two, hear('three')]);
    // When this command has been executed, all earlier ones have been too.
    await own?.subscribe('other', () => {});
    await asking.publish('again', 'now');
    await until(async () => heard.length > 0);
    expect(heard).toEqual(['three']);
  } finally {
    own?.close();
    close();
  }
});

it.each<[string, () => Promise<Opened>]>([
  [
    'ioredis',
    async () => {
      const client = new Redis({
        host: '127.0.0.1',
        port: server.port,
        commandTimeout: 300,
        socketTimeout: 300,
        enableAutoPipelining: true,
      });
      await once(client, 'ready');
      return { client, close: () => client.disconnect() };
    },
  ],
  [
    'node-redis',
    async () => {
      const client = createClient({
        socket: { host: '127.0.0.1', port: server.port, socketTimeout: 300, reconnectStrategy: 20 },
        disableOfflineQueue: true,
      });
      client.on('error', () => {});
      await client.connect();
      return { client: client as RedisClient, close: () => client.destroy() };
    },
  ],
])('the time that %s gives its own commands does not end the waiting', async (_, open) => {
  const { client, close } = await open();
  try {
    for (const Kind of [WatchedLocks, WaitingLocks]) {
      const lock = await new Kind(asking).acquire(['patient'], 60_000);
      const waiting = new Kind(client, { retryCount: 100 }).acquire(['patient'], 60_000);
      await until(listening);
      const id = await ownIds();
      await pause(1500);
      expect(await ownIds()).toEqual(id);
      await lock.release();
      await (await within(5000, waiting)).release();
    }
  } finally {
    close();
  }
});

/** The ids of the waiting connections. */
async function ownIds(): Promise<readonly string[]> {
  const lines = String(await asking.client('LIST')).split('\n');
  return lines.filter((line) => /cmd=(blpop|subscribe)/.test(line)).map((line) => /id=(\d+)/.exec(line)?.[1] ?? '');
}
