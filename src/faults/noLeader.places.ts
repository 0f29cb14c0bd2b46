/** A service that has a leader can lose it before each request that is sent to it. */
import { inMs, type Placed } from './places';

export const noLeader: Placed = {
  strengths: [inMs('for')],
  isTold: false,
  places: (survey) => {
    const [below, , above] = survey.lengths;
    return [below, above].flatMap((length) =>
      survey.requests
        .filter(({ to }) => survey.led.includes(to))
        .map(({ to, nth, at, seq }) => ({
          fault: {
            kind: 'no-leader',
            process: to,
            when: { kind: 'request', to, side: 'before', nth },
            for: length,
          } as const,
          process: to,
          at,
          seq,
        })),
    );
  },
};
