/**
 * A link can be cut before each instant at which a message is sent there: for less than the lease, for longer, or to the end.
 */
import { laneOf, partedIn } from './linkPlaces';
import { atPoints, inMs, type Placed } from './places';

export const cut: Placed = {
  strengths: [inMs('for')],
  isTold: false,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    return partedIn(survey).flatMap(({ points, from, to, bothWays }) =>
      ([below, above, 'ever'] as const).flatMap((length) =>
        atPoints(laneOf(from), points, (when) => ({ kind: 'cut', from, to, bothWays, when, for: length })),
      ),
    );
  },
};
