/** Each message can be lost. */
import type { PlacesOf } from './places';

export const places: PlacesOf = ({ messages }) =>
  messages.map(({ message, at, seq }) => ({
    fault: { kind: 'lose', message } as const,
    process: message.from,
    at,
    seq,
  }));
