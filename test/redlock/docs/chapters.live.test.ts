// The code of the chapters runs as it is written, on real servers: only the hosts are other ones.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as ioredis from 'ioredis';
import * as redis from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../../src/redlock/all';
import * as oneNode from '../../../src/redlock/oneNode';
import { needs } from '../../support/needs';
import { type RedisCluster, startRedisCluster } from '../../support/redisCluster';
import { type RedisProcess, startRedisProcess } from '../../support/redisProcess';
import { blocksIn, type Modules, runCode } from './codeBlocks';
import { type Certificate, selfSigned } from './selfSigned';

let server: RedisProcess;
let asking: ioredis.Redis;
beforeAll(async () => {
  server = await startRedisProcess();
  asking = new ioredis.Redis(server.port);
});
afterAll(async () => {
  asking.disconnect();
  await server.stop();
});

const own = { 'quorum-lock': library, 'quorum-lock/watched': oneNode };

/** Clients to close after the code has run. */
let opened: { readonly disconnect?: () => unknown; readonly destroy?: () => unknown }[] = [];
const closeAll = (): void => {
  for (const client of opened) void (client.disconnect ?? client.destroy)?.call(client);
  opened = [];
};

const portAt = (port: number) => ({ host: '127.0.0.1', port });

/** Code that connects to any host is connected to this port. */
function connectedTo(port: number, more: Modules = {}): Modules {
  class Redis extends ioredis.Redis {
    constructor(options: ioredis.RedisOptions) {
      // Undefined, it would not be one of the client's options.
      const { sentinels, replyMapping: _, ...rest } = options;
      super(sentinels ? { ...rest, sentinels: [portAt(port)] } : { ...rest, ...portAt(port) });
      opened.push(this);
    }
  }
  class Cluster extends ioredis.Cluster {
    constructor() {
      super([portAt(port)]);
      opened.push(this);
    }
  }
  const kept = <T extends { readonly destroy: () => unknown }>(client: T): T => {
    opened.push({ destroy: () => client.destroy() });
    return client;
  };
  const clients = {
    createClient: ({ socket = {}, url: _, ...rest }: { readonly socket?: object; readonly url?: string }) =>
      kept(redis.createClient({ ...rest, socket: { ...socket, ...portAt(port), reconnectStrategy: false } })),
    createCluster: () => kept(redis.createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${port}` }] })),
    createSentinel: ({ name }: { readonly name: string }) =>
      kept(redis.createSentinel({ name, sentinelRootNodes: [portAt(port)] })),
  };
  return { ...own, ioredis: { Redis, Cluster }, redis: clients, ...more };
}

/** The locks at the servers, without counters of tokens. */
const locksAt = async (servers: readonly ioredis.Redis[]): Promise<readonly string[]> =>
  (await Promise.all(servers.map((one) => one.keys('*')))).flat().filter((key) => !key.includes('token'));

/** Runs the code. It works once, while it has these keys, and leaves no key. */
async function locking(code: string, modules: Modules, servers: readonly ioredis.Redis[], wanted: readonly string[]) {
  const seen: (readonly string[])[] = [];
  const work = async (): Promise<void> => void seen.push(await locksAt(servers));
  try {
    await runCode(code, modules, { work });
    expect(seen).toEqual([wanted]);
    expect(await locksAt(servers)).toEqual([]);
  } finally {
    closeAll();
  }
}

const chapter = (name: string): readonly string[] => blocksIn(`docs/${name}.md`, 'ts');

describe('the chapter on Cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster(3);
  });
  afterAll(() => cluster.stop());
  const [withIoredis = '', withNodeRedis = '', several = ''] = chapter('cluster');
  const connected = () => connectedTo(cluster.servers[0]?.port ?? 0);

  it('locks with ioredis, and with node-redis', async () => {
    await locking(withIoredis, connected(), cluster.clients, ['order:7']);
    await locking(withNodeRedis, connected(), cluster.clients, ['order:7']);
  });

  it('locks several resources with one hash tag, and is refused without', async () => {
    const held = several.replace('await lock.release();', 'await work();\nawait lock.release();');
    expect(held).not.toBe(several);
    const seen: (readonly string[])[] = [];
    const work = async () => void seen.push([...(await locksAt(cluster.clients))].sort());
    await runCode(held, connected(), { work });
    closeAll();
    expect(seen).toEqual([['{order:7}:payment', '{order:7}:stock']]);
    const apart = several.replaceAll('{order:7}', 'order:7');
    const error = await runCode(apart, connected()).catch((thrown: unknown) => thrown);
    closeAll();
    expect(error).toBeInstanceOf(library.NoQuorumError);
    expect(String(error)).toContain('CROSSSLOT');
  });
});

describe('the chapter on Sentinel', () => {
  let sentinel: RedisProcess;
  beforeAll(async () => {
    const lines = [`sentinel monitor mymaster 127.0.0.1 ${server.port} 1`];
    sentinel = await startRedisProcess({ lines, sentinel: true });
  });
  afterAll(() => sentinel.stop());

  it.each(chapter('sentinel'))('locks by the master that a sentinel names: %#', async (code) => {
    await locking(code, connectedTo(sentinel.port), [asking], ['order:7']);
  });
});

describe('the chapter on TLS', needs('tls'), () => {
  let certificate: Certificate;
  let secret: RedisProcess;
  let plain: ioredis.Redis;
  beforeAll(async () => {
    certificate = selfSigned();
    const { keyFile, certFile } = certificate;
    // It needs a plain port to tell when it is open; TLS is on the next one.
    const port = 24_000 + Math.floor(Math.random() * 6000);
    const lines = [`tls-port ${port}`, `tls-key-file ${keyFile}`, `tls-cert-file ${certFile}`, 'tls-auth-clients no'];
    secret = await startRedisProcess({ lines });
    plain = new ioredis.Redis(secret.port);
    tlsPort = port;
  });
  afterAll(async () => {
    plain.disconnect();
    await secret.stop();
    certificate.remove();
  });
  let tlsPort = 0;
  const [withIoredis = '', withNodeRedis = ''] = chapter('tls');
  const connected = () => connectedTo(tlsPort, { 'node:fs': { readFileSync: () => certificate.pem } });

  it('locks with ioredis', async () => {
    // Its three hosts are one server here, so only one of them is a node.
    await locking(withIoredis.replace("['a', 'b', 'c']", "['a']"), connected(), [plain], ['order:7']);
  });

  it('locks with node-redis', async () => {
    const held = withNodeRedis.replace('await lock.release();', 'await work();\nawait lock.release();');
    await locking(held, connected(), [plain], ['order:7']);
  });

  it('is refused without the certificate', async () => {
    const modules = connectedTo(tlsPort, { 'node:fs': { readFileSync: () => undefined } });
    const error = await runCode(withNodeRedis, modules).catch((thrown: unknown) => thrown);
    closeAll();
    expect(String(error)).toMatch(/self-signed certificate/);
  });
});

describe('the chapter on prefixes', () => {
  it.each(chapter('prefixes'))('locks the same key by each of its ways: %#', async (code) => {
    await locking(code, connectedTo(server.port), [asking], ['shop:lock:order:7']);
  });

  it('names the rights that are enough', async () => {
    await asking.call('ACL', 'SETUSER', 'locker', 'on', '>p', '+@all', '~shop:lock:*', '~{shop:lock:*');
    const client = new ioredis.Redis({ ...portAt(server.port), username: 'locker', password: 'p' });
    const lock = await new oneNode.SingleNodeLocks(client).acquire(['shop:lock:order:7'], 5000);
    await lock.release();
    client.disconnect();
  });
});

describe('the chapter on serverless', () => {
  let gateway: Server;
  beforeAll(async () => {
    gateway = createServer(async (asked, answer) => {
      let body = '';
      for await (const part of asked) body += part;
      const [name = '', ...args] = JSON.parse(body) as [string, ...string[]];
      const isKnown = asked.headers.authorization === 'Bearer secret';
      const reply = isKnown ? asking.call(name, ...args) : Promise.reject(new Error('WRONGPASS invalid token'));
      const text = await reply.then(
        (result) => JSON.stringify({ result }),
        (error: Error) => JSON.stringify({ error: error.message }),
      );
      answer.end(text);
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
  });
  afterAll(() => gateway.close());
  const [overHttp = '', overTcp = ''] = chapter('serverless');
  const address = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;

  it('locks over HTTP', async () => {
    const code = overHttp.replace('https://a.redis.example.com', address());
    expect(code).not.toBe(overHttp);
    await locking(code, own, [asking], ['order:7']);
  });

  it('shows the error of the database', async () => {
    const code = overHttp.replace('https://a.redis.example.com', address()).replace("'secret'", "'wrong'");
    const error = await runCode(code, own, { work: async () => {} }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('WRONGPASS');
  });

  it('answers 200 with the lock, 409 without', async () => {
    let during: unknown;
    const modules = connectedTo(server.port);
    const { handler } = await runCode(
      overTcp,
      modules,
      {
        work: async () => {
          during ??= await (handler as () => Promise<unknown>)();
        },
      },
      ['handler'],
    );
    expect(await (handler as () => Promise<unknown>)()).toEqual({ statusCode: 200 });
    expect(during).toEqual({ statusCode: 409 });
    closeAll();
    expect(await locksAt([asking])).toEqual([]);
  });
});
