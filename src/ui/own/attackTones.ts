/** The tone of what an attack came to. */
import type { Tone } from '../../model/tone';
import type { AttackFate } from '../../own/twelve';

export const attackTones: Readonly<Record<AttackFate, Tone>> = {
  held: 'green',
  broken: 'red',
  amber: 'amber',
  unavailable: 'grey',
  undecided: 'grey',
  'not-applicable': 'grey',
};
