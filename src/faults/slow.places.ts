/**
 * A link can be slow wherever it can be cut: so slow that clients have just stopped waiting, or that the lease is over. It stays
 * so until another client has come in and gone.
 */
import { justOver } from './delay.places';
import { laneOf, partedIn } from './linkPlaces';
import { atPoints, inMs, type Placed } from './places';

export const slow: Placed = {
  strengths: [inMs('by'), inMs('for')],
  isTold: false,
  places: (survey) => {
    const [, , above] = survey.lengths;
    return partedIn(survey).flatMap(({ points, slack, from, to, bothWays }) => {
      const late = slack === null ? above : justOver(slack);
      return [...new Set([late, above])].flatMap((by) =>
        atPoints(laneOf(from), points, (when) => ({ kind: 'slow', from, to, bothWays, when, by, for: above })),
      );
    });
  },
};
