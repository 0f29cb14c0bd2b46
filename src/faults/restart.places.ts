/** A process can be restarted wherever it can die. */
import { beforeEffects, beforeRequests, type Placed } from './places';

export const restart: Placed = {
  strengths: [],
  isTold: true,
  places: (survey) => [
    ...beforeEffects(survey, (process, when) => ({ kind: 'restart', process, when })),
    ...beforeRequests(survey, (process, when) => ({ kind: 'restart', process, when })),
  ],
};
