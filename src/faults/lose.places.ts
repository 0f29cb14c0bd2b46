/** Each message can be lost. */
import type { Placed } from './places';

export const lose: Placed = {
  strength: null,
  places: ({ messages }) =>
    messages.map(({ message, ...point }) => ({
      fault: { kind: 'lose', message } as const,
      process: message.from,
      ...point,
    })),
};
