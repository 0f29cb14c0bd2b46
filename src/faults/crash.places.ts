/**
 * A client can die before each of its effects, and come back early or never. A server can die before each request that is
 * sent to it, and come back at once, before the lease is over, or after it. Back at once, it serves the others while a holder
 * whose key it has forgotten is still inside.
 */
import { atOnce, endings, inMs, type Placed } from './places';

export const crash: Placed = {
  strengths: [inMs('restartAfter')],
  isTold: true,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    const restarts = { ofClients: [below, 'never'], ofServers: [atOnce, below, above] } as const;
    return endings(survey, restarts, (process, when, restartAfter) => ({ kind: 'crash', process, when, restartAfter }));
  },
};
