/**
 * A machine can sleep, or be moved, wherever a process can pause. Its wall clock goes on, or stands still with it and stays
 * behind.
 */
import { beforeEffects, beforeRequests, inMs, type Placed } from './places';

const clocks = [{}, { wallClock: 'stands' }] as const;

export const suspend: Placed = {
  strengths: [inMs('for')],
  isTold: false,
  places: (survey) => {
    const { lengths } = survey;
    const [below, , above] = lengths;
    return clocks.flatMap((clock) => [
      ...lengths.flatMap((length) =>
        beforeEffects(survey, (process, when) => ({ kind: 'suspend', process, when, for: length, ...clock })),
      ),
      ...[below, above].flatMap((length) =>
        beforeRequests(survey, (process, when) => ({ kind: 'suspend', process, when, for: length, ...clock })),
      ),
    ]);
  },
};
