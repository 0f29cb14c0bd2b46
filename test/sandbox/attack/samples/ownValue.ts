// A lock of ten lines, over the connections that every file gets.
export const settings = { nodes: 1, ttl: 2000 };

export async function acquire({ redis, key, ttl, clock, random }) {
  const value = random.uuid();
  const start = clock.mono();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  return { value, validFor: ttl - (clock.mono() - start) };
}

export async function release({ redis, key }, { value }) {
  if ((await redis[0].get(key)) !== value) return false;
  await redis[0].del(key);
  return true;
}
