/**
 * A client can die before each of its effects, and come back early or never. A server can die before each request that is
 * sent to it, and come back at once, before the lease is over, or after it. Back at once, it serves the others while a holder
 * whose key it has forgotten is still inside.
 */
import { beforeEffects, beforeRequests, inMs, type Placed } from './places';

/** In ms. Nobody asks in between. */
const atOnce = 1;

export const crash: Placed = {
  strengths: [inMs('restartAfter')],
  isTold: true,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    return [
      ...([below, 'never'] as const).flatMap((restartAfter) =>
        beforeEffects(survey, (process, when) => ({ kind: 'crash', process, when, restartAfter })),
      ),
      ...[atOnce, below, above].flatMap((restartAfter) =>
        beforeRequests(survey, (process, when) => ({ kind: 'crash', process, when, restartAfter })),
      ),
    ];
  },
};
