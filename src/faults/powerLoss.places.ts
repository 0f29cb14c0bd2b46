/**
 * A machine can lose power wherever its process can die. Its clients are not told, and a server comes back with what was on
 * the disk: at once, before the lease is over, or after it.
 */
import { atOnce, endings, inMs, type Placed } from './places';

export const powerLoss: Placed = {
  strengths: [inMs('restartAfter')],
  isTold: true,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    const restarts = { ofClients: [below, 'never'], ofServers: [atOnce, below, above] } as const;
    return endings(survey, restarts, (process, when, restartAfter) => ({
      kind: 'power-loss',
      process,
      when,
      restartAfter,
    }));
  },
};
