/**
 * A clock can run wrong from the beginning on, or from wherever something changes. The threshold is the rate at which a lease
 * is over at a fast server, or not yet over at a slow client, before the client's own reckoning ends: just below, just above,
 * and as fast as a scenario may let it run. The other way it runs at the most.
 */
import { driftPpmMax } from '../model/clock';
import { isClient } from '../model/scenario';
import { turningPoints, withClocks } from './clockPlaces';
import { atPoints, type Placed, type Survey } from './places';

export const clockDrift: Placed = {
  strengths: [{ field: 'ppm', unit: 'ppm' }],
  isTold: false,
  places: (survey) =>
    withClocks(survey).flatMap((process) =>
      ratesIn(survey)
        .map((ppm) => (isClient(process) ? -ppm : ppm))
        .flatMap((ppm) =>
          atPoints(process, turningPoints(survey), (when) => ({
            kind: 'clock-drift',
            process,
            when,
            ppm,
            for: 'ever',
          })),
        ),
    ),
};

const below = 0.9;
const above = 1.1;

/** In ppm, of a server's clock. A lock that never ends by a client's reckoning has no threshold. */
function ratesIn({ validity, lengths: [, lease] }: Survey): readonly number[] {
  const threshold = validity === null || validity <= 0 ? 0 : (lease / validity - 1) * 1_000_000;
  const near = threshold > 0 ? [Math.floor(threshold * below), Math.ceil(threshold * above)] : [];
  return [...near.filter((ppm) => ppm > 0 && ppm < driftPpmMax), driftPpmMax, -driftPpmMax];
}
