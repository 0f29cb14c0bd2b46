/** A client can stop before each of its effects. A server can stop before each request that is sent to it. */
import type { PlacesOf } from './places';

export const places: PlacesOf = ({ effects, requests, lengths }) =>
  lengths.flatMap((length) => [
    ...effects.map(({ process, nth, at, seq }) => ({
      fault: { kind: 'pause', process, when: { kind: 'effect', process, nth }, for: length } as const,
      process,
      at,
      seq,
    })),
    ...requests.map(({ to, nth, at, seq }) => ({
      fault: { kind: 'pause', process: to, when: { kind: 'request', to, side: 'before', nth }, for: length } as const,
      process: to,
      at,
      seq,
    })),
  ]);
