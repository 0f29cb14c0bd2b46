/**
 * A machine can lose power wherever its process can die. Its clients are not told, and a server comes back with what was on
 * the disk, before or after the lease is over.
 */
import { beforeEffects, beforeRequests, inMs, type Placed } from './places';

export const powerLoss: Placed = {
  strengths: [inMs('restartAfter')],
  isTold: true,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    return [
      ...([below, 'never'] as const).flatMap((restartAfter) =>
        beforeEffects(survey, (process, when) => ({ kind: 'power-loss', process, when, restartAfter })),
      ),
      ...[below, above].flatMap((restartAfter) =>
        beforeRequests(survey, (process, when) => ({ kind: 'power-loss', process, when, restartAfter })),
      ),
    ];
  },
};
