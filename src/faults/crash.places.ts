/**
 * A client can die before each of its effects, and come back early or never. A server can die before each request that is
 * sent to it, and come back before or after the lease is over.
 */
import { beforeEffects, beforeRequests, inMs, type Placed } from './places';

export const crash: Placed = {
  strengths: [inMs('restartAfter')],
  isTold: true,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    return [
      ...([below, 'never'] as const).flatMap((restartAfter) =>
        beforeEffects(survey, (process, when) => ({ kind: 'crash', process, when, restartAfter })),
      ),
      ...[below, above].flatMap((restartAfter) =>
        beforeRequests(survey, (process, when) => ({ kind: 'crash', process, when, restartAfter })),
      ),
    ];
  },
};
