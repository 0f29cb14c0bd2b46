/** The tones of the outcome of an attack. */

import type { Tone } from '../../core/model/severity';
import type { AttackFate } from '../../sandbox/own/attackFates';

export const attackTones: Readonly<Record<AttackFate, Tone>> = {
  held: 'green',
  broken: 'red',
  amber: 'amber',
  unavailable: 'grey',
  undecided: 'grey',
  'not-applicable': 'grey',
};
