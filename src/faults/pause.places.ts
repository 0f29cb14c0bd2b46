/** A client can stop before each of its effects. A server can stop before each request that is sent to it. */
import { beforeEffects, beforeRequests, inMs, type Placed } from './places';

export const pause: Placed = {
  strengths: [inMs('for')],
  isTold: true,
  places: (survey) => {
    const { lengths } = survey;
    const [below, , above] = lengths;
    return [
      ...lengths.flatMap((length) =>
        beforeEffects(survey, (process, when) => ({ kind: 'pause', process, when, for: length })),
      ),
      ...[below, above].flatMap((length) =>
        beforeRequests(survey, (process, when) => ({ kind: 'pause', process, when, for: length })),
      ),
    ];
  },
};
