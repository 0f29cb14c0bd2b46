// Takes a lock, adds one to a number, and gives the lock back only if it is its own: the usual lock without fencing.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const redis = new Redis(String(process.env.REDIS_URL));
redis.on('error', () => {});
const token = randomUUID();
for (let tries = 0; (await redis.set('lock', token, 'PX', 400, 'NX')) !== 'OK'; tries++) {
  if (tries === 100) process.exit(0);
  await sleep(20);
}
const count = Number((await redis.get('counter')) ?? 0);
await sleep(10);
await redis.set('counter', count + 1);
await redis.eval(
  "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0",
  1,
  'lock',
  token,
);
redis.disconnect();
