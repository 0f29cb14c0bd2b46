import Redis from 'ioredis';

const redis = new Redis();
export async function acquire(lock: { key: string; options?: { prefix?: string } }) {
  const value = `worker:${(lock as { worker?: string }).worker}:${Math.random()}`;
  return (await redis.set(`${lock.options?.prefix}:${lock.key}`, value, 'PX', 2000, 'NX')) === 'OK' ? { value } : null;
}
export async function release(lock: { key: string }, held: { value: string }) {
  await redis.eval(
    "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
    1,
    `undefined:${lock.key}`,
    held.value,
  );
}
