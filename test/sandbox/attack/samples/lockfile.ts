// lockfile of npm, as its README shows it, with a stale time.
import { lock, unlock } from 'lockfile';

export const settings = { ttl: 2000 };

export const acquire = ({ key, ttl }) =>
  new Promise((resolve, reject) => {
    lock(`${key}.lock`, { stale: ttl }, (error) => {
      if (error === undefined || error === null) resolve(true);
      else if (error.code === 'EEXIST') resolve(false);
      else reject(error);
    });
  });

export const release = ({ key }) =>
  new Promise((resolve, reject) => {
    unlock(`${key}.lock`, (error) => (error ? reject(error) : resolve(true)));
  });
