/**
 * A clock can jump wherever something changes. A server's clock goes forward, so that keys expire. A client's clock goes
 * forward or back.
 */
import { isClient } from '../model/scenario';
import { clockErrors, withClocks } from './clockPlaces';
import { atPoints, inMs, type Placed } from './places';

export const clockJump: Placed = {
  strengths: [inMs('by')],
  isTold: true,
  places: (survey) => {
    const [below, above] = clockErrors(survey);
    return withClocks(survey).flatMap((process) =>
      (isClient(process) ? [-above, above] : [below, above]).flatMap((by) =>
        atPoints(process, survey.changes, (when) => ({ kind: 'clock-jump', process, when, by })),
      ),
    );
  },
};
