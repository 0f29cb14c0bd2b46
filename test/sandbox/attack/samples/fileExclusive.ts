// The recipe with open('wx'): the file says who has it, and one that is older than the TTL is removed.
import { open, readFile, stat, unlink } from 'node:fs/promises';

export const settings = { ttl: 2000 };

export async function acquire({ key, ttl, me }) {
  const path = `./${key}.lock`;
  for (const isLast of [false, true]) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(me);
      await file.close();
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const found = await stat(path).catch(() => null);
    if (isLast || (found !== null && Date.now() - found.mtimeMs < ttl)) return false;
    await unlink(path).catch(() => {});
  }
}

export async function release({ key, me }) {
  const path = `./${key}.lock`;
  const owner = await readFile(path, 'utf8').catch(() => null);
  if (owner !== me) return false;
  await unlink(path);
  return true;
}
