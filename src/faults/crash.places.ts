/**
 * A client can die before each of its effects, and come back early or never. A server can die before each request that is
 * sent to it, and come back at once, before the lease is over, or after it. Back at once, it serves the others while a holder
 * whose key it has forgotten is still inside.
 */
import type { Placed } from './places';

/** In ms. Nobody asks in between. */
const atOnce = 1;

export const crash: Placed = {
  strength: 'restartAfter',
  places: ({ effects, requests, lengths: [below, , above] }) => [
    ...([below, 'never'] as const).flatMap((restartAfter) =>
      effects.map(({ process, nth, ...point }) => ({
        fault: { kind: 'crash', process, when: { kind: 'effect', process, nth }, restartAfter } as const,
        process,
        ...point,
      })),
    ),
    ...[atOnce, below, above].flatMap((restartAfter) =>
      requests.map(({ to, nth, ...point }) => ({
        fault: {
          kind: 'crash',
          process: to,
          when: { kind: 'request', to, side: 'before', nth },
          restartAfter,
        } as const,
        process: to,
        ...point,
      })),
    ),
  ],
};
