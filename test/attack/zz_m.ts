import { createClient } from '/work/wt/w/node_modules/redis/dist/index.js';

const redis = createClient();
const open = redis.connect();
export async function acquire() {
  await open;
  return (await redis.set('stock', 'locked', { PX: 2000, NX: true })) === 'OK';
}
export async function release() {
  await redis.del('stock');
}
