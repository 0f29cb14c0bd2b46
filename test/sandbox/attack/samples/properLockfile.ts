// proper-lockfile as its README shows it, with its shortest stale time. Its holder goes on when its lock is compromised.
import { lock } from 'proper-lockfile';

export const settings = { ttl: 2000 };

export async function acquire({ key, ttl }) {
  try {
    return await lock(`${key}.json`, { realpath: false, stale: ttl, onCompromised: () => {} });
  } catch (error) {
    if (error.code === 'ELOCKED') return null;
    throw error;
  }
}

export const release = (_, release) => release();
