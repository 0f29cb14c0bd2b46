/** Each message can be lost. */
import type { Placed } from './places';

export const lose: Placed = {
  strengths: [],
  isTold: true,
  places: ({ messages }) =>
    messages.map(({ message, at, seq }) => ({
      fault: { kind: 'lose', message } as const,
      process: message.from,
      at,
      seq,
    })),
};
