// The recipe with mkdir: the folder is the lock, and its holder renews its time.
import { mkdir, rmdir, stat, utimes } from 'node:fs/promises';

export const settings = { ttl: 2000 };

let renewing: NodeJS.Timeout | undefined;

export async function acquire({ key, ttl }) {
  const path = `./${key}.lock`;
  for (const isLast of [false, true]) {
    try {
      await mkdir(path);
      renewing = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), ttl / 4);
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const found = await stat(path).catch(() => null);
    if (isLast || (found !== null && Date.now() - found.mtimeMs < ttl)) return false;
    await rmdir(path).catch(() => {});
  }
}

export async function release({ key }) {
  clearInterval(renewing);
  await rmdir(`./${key}.lock`);
}
