// npm's redlock 5 over ioredis, as a process: the lock of test/sandbox/attack/samples/redlock5.ts.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../sandbox/attack/package.json', import.meta.url));
const Redis = require('ioredis');
const { default: Redlock } = require('redlock');

const nodes = (process.env.REDIS_URLS ?? '').split(',').map((url) => new Redis(url));
const [data] = nodes;
const redlock = new Redlock(nodes, { retryCount: 100, retryDelay: 50, retryJitter: 20 });
const lock = await redlock.acquire(['stock'], 1000 * Number(process.env.LEASE ?? 2));
const count = Number(await data.get('counter'));
await data.set('counter', count + 1);
await lock.release();
for (const node of nodes) node.disconnect();
