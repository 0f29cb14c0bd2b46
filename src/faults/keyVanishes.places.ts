/**
 * A key can vanish just after its server has taken a request in: the lock's own is evicted, or the whole server is flushed. What
 * somebody deletes by hand is gone as if it were evicted.
 */
import { isRedis } from '../model/scenario';
import { atPoints, type Placed } from './places';

export const keyVanishes: Placed = {
  strengths: [],
  isTold: false,
  places: ({ taken }) =>
    taken
      .filter(({ process }) => isRedis(process))
      .flatMap((point) => [
        ...(point.isLocked
          ? atPoints(point.process, [point], (when) => ({ kind: 'key-vanishes', process: point.process, when }))
          : []),
        ...atPoints(point.process, [point], (when) => ({
          kind: 'key-vanishes',
          process: point.process,
          when,
          how: 'flushall',
        })),
      ]),
};
