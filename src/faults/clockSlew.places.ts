/**
 * A clock can be corrected little by little from the beginning on, or wherever something changes, as quickly as a slew goes:
 * it then runs at twice its speed, or at half. A client's clock and a server's go forward or back.
 */
import { clockErrors, turningPoints, withClocks } from './clockPlaces';
import { atPoints, inMs, type Placed } from './places';

export const clockSlew: Placed = {
  strengths: [inMs('by')],
  isTold: false,
  places: (survey) => {
    const [below, above] = clockErrors(survey);
    return withClocks(survey).flatMap((process) =>
      [-above, below, above].flatMap((by) =>
        atPoints(process, turningPoints(survey), (when) => ({
          kind: 'clock-slew',
          process,
          when,
          by,
          over: Math.abs(by),
        })),
      ),
    );
  },
};
