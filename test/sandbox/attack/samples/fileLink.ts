// The recipe with link: each process writes a file of its own, and the lock is a second name for it. A lock that is older
// than the TTL is renamed away first, so that of several who saw it one alone removes it.
import { link, rename, stat, unlink, writeFile } from 'node:fs/promises';

export const settings = { ttl: 2000 };

export async function acquire({ key, ttl, me }) {
  const [path, own] = [`./${key}.lock`, `./${key}.${me}`];
  await writeFile(own, me);
  try {
    for (const isLast of [false, true]) {
      try {
        await link(own, path);
        return true;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const found = await stat(path).catch(() => null);
      if (isLast || (found !== null && Date.now() - found.mtimeMs < ttl)) return false;
      await rename(path, `${own}.stale`).catch(() => {});
      await unlink(`${own}.stale`).catch(() => {});
    }
  } finally {
    await unlink(own);
  }
}

export const release = ({ key }) => unlink(`./${key}.lock`);
