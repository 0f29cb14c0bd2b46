/** A client can stop before each of its effects. A server can stop before each request that is sent to it. */
import type { Placed } from './places';

export const pause: Placed = {
  strength: 'for',
  places: ({ effects, requests, lengths }) => [
    ...lengths.flatMap((length) =>
      effects.map(({ process, nth, ...point }) => ({
        fault: { kind: 'pause', process, when: { kind: 'effect', process, nth }, for: length } as const,
        process,
        ...point,
      })),
    ),
    ...[lengths[0], lengths[2]].flatMap((length) =>
      requests.map(({ to, nth, ...point }) => ({
        fault: { kind: 'pause', process: to, when: { kind: 'request', to, side: 'before', nth }, for: length } as const,
        process: to,
        ...point,
      })),
    ),
  ],
};
