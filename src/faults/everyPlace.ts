/** The kinds of faults that a search can place, one line each. The compiler asks each name for its places. */
import { clockJump } from './clockJump.places';
import { crash } from './crash.places';
import { lose } from './lose.places';
import { pause } from './pause.places';
import type { Placed } from './places';

export const placedKinds = ['pause', 'crash', 'lose', 'clock-jump'] as const;
export type PlacedKind = (typeof placedKinds)[number];

export const everyPlace: Readonly<Record<PlacedKind, Placed>> = { pause, crash, lose, 'clock-jump': clockJump };
