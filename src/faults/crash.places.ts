/**
 * A client can die before each of its effects, and come back early or never. A server can die before each request that is
 * sent to it, and come back before or after the lease is over.
 */
import type { Placed } from './places';

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
    ...[below, above].flatMap((restartAfter) =>
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
