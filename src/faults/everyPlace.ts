/** The kinds of faults that a search can place, one line each. */
import { places as clockJump } from './clockJump.places';
import { places as crash } from './crash.places';
import { places as lose } from './lose.places';
import { places as pause } from './pause.places';
import type { PlacesOf } from './places';

export const everyPlace = {
  pause,
  crash,
  lose,
  'clock-jump': clockJump,
} as const satisfies Record<string, PlacesOf>;
