/** The kinds of faults that a search can place, one line each. */
import { clockJump } from './clockJump.places';
import { crash } from './crash.places';
import { lose } from './lose.places';
import { pause } from './pause.places';
import type { Placed } from './places';

export const everyPlace = {
  pause,
  crash,
  lose,
  'clock-jump': clockJump,
} as const satisfies Record<string, Placed>;
